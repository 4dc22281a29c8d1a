import type { Pool, PoolClient } from 'pg';
import { toConnectError } from './storage-errors.ts';

type OnConnected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** Makes a pool report failures to connect as the application's errors. Only here are they distinct from those of statements. */
export function mapConnectErrors(pool: Pool): void {
  const connect = pool.connect.bind(pool);
  // Assigned instead of overridden: MikroORM creates the pool. `pool.query` passes a callback, everyone else awaits.
  pool.connect = ((onConnected?: OnConnected) =>
    onConnected === undefined
      ? connect().catch(rethrow)
      : connect((error, client, release) => {
          onConnected(error && toConnectError(error), client, release);
        })) as Pool['connect'];
}

function rethrow(error: unknown): never {
  throw toConnectError(error);
}
