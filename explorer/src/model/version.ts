import { parseRows, type Included, type Row } from './documents.ts';
import type { Json } from './json.ts';

/** A resource as somebody has seen it. */
export interface Version {
  readonly row: Row;
  readonly included: Included;
  /** Its entity tag; undefined when the answer had none. */
  readonly tag: string | undefined;
}

/** The version that an answer shows; undefined when it shows no resource. */
export function versionOf(document: Json | undefined, headers: Headers): Version | undefined {
  const { rows, included } = parseRows(document);
  const [row] = rows;
  return row === undefined ? undefined : { row, included, tag: tagOf(headers) };
}

/**
 * The entity tag of an answer, for If-Match.
 * Proxies that compress answers make it weak, and a weak one never matches. The service compares the state of the resource, which is the same.
 */
export function tagOf(headers: Headers | undefined): string | undefined {
  return headers?.get('ETag')?.replace(/^W\//u, '');
}
