import { digest } from './digest.ts';
import type { EveryResource } from './resource-description.ts';

/** A digest of the descriptions. JSON omits their functions; entity tags still change with those, as they also depend on the service's version. */
export function modelDigest(resources: EveryResource): string {
  return digest(
    JSON.stringify(
      Object.values(resources).map(({ type, label, plural, path, fields }) => [type, label, plural, path, fields]),
    ),
  );
}
