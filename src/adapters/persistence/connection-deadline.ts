// The last resort against a server that has fallen silent: its own statement timeout does not help then, and TCP notices after minutes.
import type { Duplex } from 'node:stream';

/** What this needs of the driver's pool. */
export interface DriverPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  on(event: 'connect', listener: (client: DriverClient) => void): unknown;
}

interface DriverClient {
  query: (...parameters: readonly unknown[]) => unknown;
  readonly connection: { readonly stream: Duplex };
}

/**
 * Cuts a connection on which an answer does not come in time. The statement then fails like on any lost connection, and the pool
 * replaces the connection.
 * @param millis longer than the server's own statement timeout
 */
export function cutSilentConnections(pool: DriverPool, millis: number): void {
  pool.on('connect', (client) => {
    const send = client.query.bind(client);
    client.query = (...parameters) => {
      const result = send(...parameters);
      if (result instanceof Promise) cutUnless(result, client, millis);
      return result;
    };
  });
}

function cutUnless(answer: Promise<unknown>, { connection }: DriverClient, millis: number): void {
  const timer = setTimeout(() => connection.stream.destroy(), millis);
  const settled = (): void => {
    clearTimeout(timer);
  };
  answer.then(settled, settled);
}
