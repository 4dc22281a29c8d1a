import type { Pool, PoolClient } from 'pg';
import { PreparingClient } from './preparing-client.ts';
import { isStalePlanCode, isWrongServerCode } from './storage-errors.ts';

/** A server that stays read-only fails every write; without a pause each of them would reopen all connections. */
const MIN_PAUSE_MILLIS = 500;

/**
 * Replaces connections of a pool:
 * - all of them after a failover, when the host name leads to another server but open connections stay with the old one, which
 *   is read-only now or no longer answers;
 * - all of them after a table has changed, when prepared statements no longer match it;
 * - any that has prepared too many statements.
 * @returns a function to call with the code of every error
 */
export function retireConnections(pool: Pool): (code: string) => void {
  const open = new Set<PoolClient>();
  const retired = new WeakSet<PoolClient>();
  let lastFailover = -Infinity;
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  // A client that is ending when it is released does not return to the pool.
  pool.on('release', (_error, client) => {
    const isSpent = client instanceof PreparingClient && client.isSpent;
    if (isSpent || retired.has(client)) client.end().catch(() => undefined);
  });
  const retireAll = (): void => {
    for (const client of open) retired.add(client);
    // Connections in use are released anyway.
    for (let count = pool.idleCount; count > 0; count -= 1)
      pool.connect().then(
        (client) => client.release(),
        () => undefined,
      );
  };
  return (code) => {
    if (isStalePlanCode(code)) retireAll();
    if (!isWrongServerCode(code) || performance.now() - lastFailover < MIN_PAUSE_MILLIS) return;
    lastFailover = performance.now();
    retireAll();
  };
}
