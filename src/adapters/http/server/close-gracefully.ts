// How a server stops: whoever has connected to it gets an answer.
import { Server as NetServer, type Server } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connection } from './connection.ts';

/** For the connections that wait to be accepted. */
const ACCEPTING_MILLIS = 1000;
/** Without a connection: an answer that has just been sent brings the next one. */
const QUIET_MILLIS = 2;
/** A turn of the event loop that takes longer has been at work, and connections may have arrived meanwhile. */
const IDLE_TURN_MILLIS = 0.2;
/** For a request that is already on its way to arrive. */
const SETTLE_MILLIS = 100;

/**
 * Accepts all connections that wait; Node accepts one in each turn of the event loop. The operating system resets those that still wait when
 * the server stops listening, although their clients may have sent requests.
 */
export async function acceptWaiting(server: Server): Promise<void> {
  let accepted = 0;
  const count = (): void => {
    accepted += 1;
  };
  server.on('connection', count).on('drop', count);
  let now = performance.now();
  let busyAt = now;
  for (const end = now + ACCEPTING_MILLIS; now - busyAt < QUIET_MILLIS && now < end;) {
    const [before, began] = [accepted, now];
    await nextTurn();
    now = performance.now();
    if (accepted > before || now - began > IDLE_TURN_MILLIS) busyAt = now;
  }
}

/**
 * Stops listening at once, and closes idle connections until none is left. HTTP's own `close` would cut connections whose next request has
 * arrived but has not been read.
 */
export async function closeGracefully(
  server: Server,
  connections: ReadonlyMap<unknown, Connection>,
  graceMillis: number,
): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  const destroyIf = (condition: (connection: Connection) => boolean): void => {
    for (const connection of connections.values()) if (condition(connection)) connection.destroy();
  };
  // After a turn that has read what has arrived.
  const sweep = setInterval(() => setImmediate(() => destroyIf(({ isIdle }) => isIdle)), SETTLE_MILLIS);
  const deadline = setTimeout(() => destroyIf(() => true), graceMillis);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}
