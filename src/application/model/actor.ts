/** The client that makes a request. */
export interface Actor {
  /** `key:NAME`, `jwt:SUB` or `anonymous`. */
  readonly subject: string;
  /** Undefined if the credentials name none. */
  readonly role: string | undefined;
  readonly claims: Claims;
}

/** The claims of an issuer about an actor. Only own members are claims. */
export type Claims = Readonly<Record<string, unknown>>;

/** Somebody of whom nothing is known. */
export const nobody: Actor = { subject: 'anonymous', role: undefined, claims: {} };
