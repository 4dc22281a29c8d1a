// After a failover the name leads to another server, while connections that are open stay with the old one: it may only be read from
// now, or have fallen silent.
import type { DriverClient, DriverPool } from './driver-pool.ts';
import { isMisdirected } from './storage-errors.ts';

/** Replacing all connections costs as many new ones, which a server that stays read only would otherwise pay with every write. */
const SHORTEST_PAUSE_MILLIS = 500;

/**
 * Makes a pool give up its connections when an error says that they lead to the wrong place.
 * @returns is to be told the code of every error
 */
export function replaceMisdirected(pool: DriverPool): (code: string) => void {
  const open = new Set<DriverClient>();
  const outdated = new WeakSet<DriverClient>();
  let last = -Infinity;
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  // The pool keeps no connection that is ending at this moment.
  pool.on('release', (_error, client) => {
    if (outdated.has(client)) client.end().catch(() => undefined);
  });
  return (code) => {
    if (!isMisdirected(code) || performance.now() - last < SHORTEST_PAUSE_MILLIS) return;
    last = performance.now();
    for (const client of open) outdated.add(client);
    releaseIdle(pool);
  };
}

/** Those in use are released anyway. */
function releaseIdle(pool: DriverPool): void {
  for (let count = pool.idleCount; count > 0; count -= 1)
    pool.connect().then(
      (client) => {
        client.release();
      },
      () => undefined,
    );
}
