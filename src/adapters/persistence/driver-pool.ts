import type { Duplex } from 'node:stream';

/** What this adapter needs of the driver's pool. */
export interface DriverPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  /** Takes a connection out of the pool. */
  connect(): Promise<DriverClient>;
  on(event: 'connect' | 'remove', listener: ClientListener): unknown;
  on(event: 'release', listener: (error: unknown, client: DriverClient) => void): unknown;
}

/** One connection. */
export interface DriverClient {
  query: (...parameters: readonly unknown[]) => unknown;
  /** Gives the connection back to the pool. */
  release(): void;
  end(): Promise<void>;
  readonly connection: { readonly stream: Duplex };
}

export type ClientListener = (client: DriverClient) => void;
