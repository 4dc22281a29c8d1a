/** The actor and the request that make a change. */
export interface Origin {
  /** As in `Actor`. */
  readonly subject: string;
  readonly role: string | undefined;
  /** The identifier of the request; undefined outside a request. */
  readonly request: string | undefined;
}

/** The origin of the service's own writes. */
export const noRequest: Origin = { subject: 'anonymous', role: undefined, request: undefined };
