// What the benchmarks use of two packages that come without types.

declare module 'autocannon' {
  interface Client {
    setRequests(requests: readonly object[]): void;
  }
  interface Result {
    readonly errors: number;
    readonly timeouts: number;
    readonly non2xx: number;
  }
  interface Instance {
    on(event: 'start', listener: () => void): unknown;
    on(event: 'response', listener: (client: Client, status: number, bytes: number, millis: number) => void): unknown;
  }
  function autocannon(
    options: {
      readonly url: string;
      readonly connections: number;
      /** In seconds. */
      readonly duration: number;
      /** In seconds, of one request. */
      readonly timeout: number;
      readonly setupClient: (client: Client) => void;
    },
    done: (error: Error | null, result: Result) => void,
  ): Instance;
  export default autocannon;
}

declare module 'pg' {
  interface Statement {
    /** A prepared statement's; each connection prepares it on first use. */
    readonly name?: string;
    readonly text: string;
    readonly values?: readonly unknown[];
  }
  /** A connection; goes back to the pool, or is closed. */
  export interface Client {
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
    query<Row>(statement: Statement): Promise<{ readonly rows: readonly Row[] }>;
    release(close: boolean): void;
  }
  export class Pool {
    connect(): Promise<Client>;
    constructor(options: {
      readonly connectionString: string;
      readonly max: number;
      /** Of each connection, as PostgreSQL's command line takes them. */
      readonly options?: string;
    });
    // Who writes the SQL says what it selects.
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
    query<Row>(statement: Statement): Promise<{ readonly rows: readonly Row[] }>;
    end(): Promise<void>;
  }
}
