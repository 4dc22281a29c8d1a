import type { Inspection } from '#adapters/persistence/storage/inspect';
import type { ServerConfig } from './examine.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Whether a server has as many connections as the service may open. Behind a pooler its own do not count. */
export function connectionsOf(
  { connectionLimit }: Inspection,
  { workers, poolSize, sessionSettings }: ServerConfig,
): readonly Finding[] {
  if (!sessionSettings) return [];
  const needed = workers * poolSize;
  const several = workers > 1 ? ` (WORKERS ${workers} times POOL_SIZE ${poolSize})` : '';
  const text = `the service opens up to ${needed}${several}, the server allows ${connectionLimit}`;
  if (needed <= connectionLimit) return [ok('connections', text)];
  return [warning('connections', text, 'lower POOL_SIZE or WORKERS, or raise max_connections')];
}
