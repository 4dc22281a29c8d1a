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
  query: (statement: DriverStatement) => Promise<DriverResult>;
  /** Gives the connection back to the pool, which closes it when it is lost. */
  release(isLost?: boolean): void;
  end(): Promise<void>;
  /** Statements that are prepared on the connection: their texts by name. */
  readonly connection: { readonly stream: Duplex; readonly parsedStatements: object };
}

export interface DriverStatement {
  /** Prepares the statement, when the connection meets it for the first time. */
  readonly name?: string | undefined;
  readonly text: string;
  readonly values?: readonly unknown[] | undefined;
  /** Rows as the values of their columns. */
  readonly rowMode: 'array';
}

export interface DriverResult {
  readonly rows: readonly (readonly unknown[])[];
  /** What the server has done: `SELECT`, `COMMIT`, … */
  readonly command: string;
}

export type ClientListener = (client: DriverClient) => void;
