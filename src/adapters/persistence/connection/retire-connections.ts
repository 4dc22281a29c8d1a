// When connections are given up, and others opened in their place.
import type { Pool, PoolClient } from 'pg';
import { PreparingClient } from './preparing-client.ts';
import { isMisdirected, saysOutdated } from './storage-errors.ts';

/** Replacing all connections costs as many new ones, which a server that stays read only would otherwise pay with every write. */
const SHORTEST_PAUSE_MILLIS = 500;
/**
 * Has a pool give up connections that lead to the wrong place, or have prepared too much. After a failover the name leads to another server, while
 * connections that are open stay with the old one: it may only be read from now, or have fallen silent. After a change of a table what they have
 * prepared does not fit any more.
 * @returns is to be told the code of every error
 */
export function retireConnections(pool: Pool): (code: string) => void {
  const open = new Set<PoolClient>();
  const outdated = new WeakSet<PoolClient>();
  let last = -Infinity;
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  // The pool keeps no connection that is ending at this moment.
  pool.on('release', (_error, client) => {
    const isSpent = client instanceof PreparingClient && client.isSpent;
    if (isSpent || outdated.has(client)) client.end().catch(() => undefined);
  });
  const retireAll = (): void => {
    for (const client of open) outdated.add(client);
    releaseIdle(pool);
  };
  return (code) => {
    if (saysOutdated(code)) retireAll();
    if (!isMisdirected(code) || performance.now() - last < SHORTEST_PAUSE_MILLIS) return;
    last = performance.now();
    retireAll();
  };
}

/** Those in use are released anyway. */
function releaseIdle(pool: Pool): void {
  for (let count = pool.idleCount; count > 0; count -= 1)
    pool.connect().then(
      (client) => {
        client.release();
      },
      () => undefined,
    );
}
