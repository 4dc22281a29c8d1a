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
  /** Takes a statement of the driver's own, with a promise as its result, or something that sends itself. */
  query: (statement: Submittable) => unknown;
  /** Gives the connection back to the pool, which closes it when it is lost. */
  release(isLost?: boolean): void;
  end(): Promise<void>;
  readonly connection: DriverConnection;
}

/** What speaks the protocol of PostgreSQL: each call sends a message of that name. */
export interface DriverConnection {
  readonly stream: Duplex;
  parse(message: { readonly text: string; readonly name: string }): void;
  bind(message: { readonly statement: string; readonly values: readonly (string | null)[] }): void;
  execute(message: object): void;
  /** Gives up a prepared statement. */
  close(message: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
}

/** What the driver sends when its turn comes, and hands the server's messages to. One `sync` is to be sent. */
export interface Submittable {
  /** Is to be called when the statements are over. */
  callback: () => void;
  /** @returns nothing to complain about */
  submit(connection: DriverConnection): null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void;
  handleCommandComplete(message: { readonly text: string }): void;
  handleEmptyQuery(): void;
  handlePortalSuspended(): void;
  handleCopyInResponse(): void;
  /** @param error of the server, or of the connection; nothing else comes then */
  handleError(error: unknown): void;
  handleReadyForQuery(): void;
}

export type ClientListener = (client: DriverClient) => void;
