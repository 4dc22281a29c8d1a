// The part of autocannon that the benchmarks use; it ships no types.
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
      /** In seconds, per request. */
      readonly timeout: number;
      readonly setupClient: (client: Client) => void;
    },
    done: (error: Error | null, result: Result) => void,
  ): Instance;
  export default autocannon;
}
