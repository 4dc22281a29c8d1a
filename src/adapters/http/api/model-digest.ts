import { digest } from './digest.ts';
import type { EveryResource } from './resource-description.ts';

/** A digest of what clients see of a model. What functions compute is not part of it: the version of the service is. */
export function modelDigest(resources: EveryResource): string {
  return digest(
    JSON.stringify(
      Object.values(resources).map(({ type, label, plural, path, fields }) => [type, label, plural, path, fields]),
    ),
  );
}
