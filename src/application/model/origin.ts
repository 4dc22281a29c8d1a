/** Who makes a change, and in which request. */
export interface Origin {
  /** As in `Actor`. */
  readonly subject: string;
  readonly role: string | undefined;
  /** The identifier of the request; undefined outside of one. */
  readonly request: string | undefined;
}

/** The origin of what the service itself writes. */
export const noRequest: Origin = { subject: 'anonymous', role: undefined, request: undefined };
