import type { Included, Row } from './documents.ts';

/** A resource as somebody has seen it. */
export interface Version {
  readonly row: Row;
  readonly included: Included;
  /** Its entity tag; undefined when the answer had none. */
  readonly tag: string | undefined;
}

/**
 * The entity tag of an answer, for If-Match.
 * Proxies that compress answers make it weak, and a weak one never matches. The service compares the state of the resource, which is the same.
 */
export function tagOf(headers: Headers | undefined): string | undefined {
  return headers?.get('ETag')?.replace(/^W\//u, '');
}
