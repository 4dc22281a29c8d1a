import { readFileSync } from 'node:fs';
import type { ServiceName } from '../adapters/http/root-route.ts';

/** Name and version of the service, as its package says. */
export function readServiceName(): ServiceName {
  const file = new URL('../../package.json', import.meta.url);
  const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as ServiceName;
  return { name, version };
}
