/** The client that makes a request. */
export interface Actor {
  /** `key:NAME`, `jwt:SUB` or `anonymous`. */
  readonly subject: string;
  /** Undefined if the credentials name none. */
  readonly role: string | undefined;
  readonly claims: Claims;
}

/** The claims that an issuer makes about an actor. Only own properties count. */
export type Claims = Readonly<Record<string, unknown>>;

/** An actor without credentials. */
export const nobody: Actor = { subject: 'anonymous', role: undefined, claims: {} };
