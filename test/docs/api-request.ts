/** A request as it goes over the wire. */
export interface ApiRequest {
  readonly method: string;
  /** Path and query, percent-encoded as sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}
