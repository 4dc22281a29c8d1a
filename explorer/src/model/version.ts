import { parseRows, type Included, type Row } from './documents.ts';
import type { Json } from './json.ts';

/** A resource as the user has seen it. */
export interface Version {
  readonly row: Row;
  readonly included: Included;
  /** Its entity tag; undefined if the response had none. */
  readonly tag: string | undefined;
}

/** The version in a response; undefined if it contains no resource. */
export function versionOf(document: Json | undefined, headers: Headers): Version | undefined {
  const { rows, included } = parseRows(document);
  const [row] = rows;
  return row === undefined ? undefined : { row, included, tag: tagOf(headers) };
}

/**
 * The entity tag of a response, as a strong one for If-Match. Proxies that compress responses make it weak, and a weak tag never matches. The
 * service compares the state of the resource, which compression does not change.
 */
export function tagOf(headers: Headers | undefined): string | undefined {
  return headers?.get('ETag')?.replace(/^W\//u, '');
}
