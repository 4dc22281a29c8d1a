/** Who makes a change, and in which request. */
export interface Origin {
  /** As in `Actor`. */
  readonly subject: string;
  readonly role: string | undefined;
  /** The identifier of the request; undefined outside a request. */
  readonly request: string | undefined;
}

/** The origin of the service's own writes. */
export const noRequest: Origin = { subject: 'anonymous', role: undefined, request: undefined };
