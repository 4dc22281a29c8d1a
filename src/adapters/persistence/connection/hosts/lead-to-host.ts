import type { Pool, PoolClient } from 'pg';
import { toConnectError } from '../storage-errors.ts';
import type { Hosts } from './hosts.ts';

type OnConnected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/**
 * Makes a pool hand out connections to the chosen host only. If the host fails meanwhile, another one is looked for, once.
 * @param longestMillis how long a caller waits for a connection
 */
export function leadToHost(pool: Pool, hosts: Hosts, longestMillis: number): void {
  const connect = pool.connect.bind(pool);
  const connectToChosen = async (): Promise<PoolClient> => {
    await hosts.find();
    for (;;) {
      const client = await connect();
      if (hosts.has(client)) return client;
      client.release(true);
    }
  };
  const connectOrSearch = async (): Promise<PoolClient> => {
    const start = performance.now();
    try {
      return await connectToChosen();
    } catch (error) {
      if (hosts.isTrusted || performance.now() - start > longestMillis / 2) throw error;
      return connectToChosen();
    }
  };
  // Assigned instead of overridden: MikroORM creates the pool. `pool.query` passes a callback, everyone else awaits.
  pool.connect = ((onConnected?: OnConnected) => {
    const connected = connectOrSearch();
    if (onConnected === undefined) return connected;
    connected.then(
      (client) => onConnected(undefined, client, (error) => client.release(error)),
      (error: unknown) => onConnected(toConnectError(error), undefined, () => undefined),
    );
    return undefined;
  }) as Pool['connect'];
}
