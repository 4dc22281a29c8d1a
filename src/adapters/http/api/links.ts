import type { Resource } from './resource-description.ts';

/** Makes a link from a path. */
export type LinkTo = (path: string) => string;

/** @param publicUrl prefix of every link; undefined: links are paths. The Host header is never used: a client could forge it */
export function linksBelow(publicUrl: string | undefined): LinkTo {
  const prefix = publicUrl?.replace(/\/+$/, '') ?? '';
  return (path) => prefix + path;
}

export function resourcePath(resource: Pick<Resource, 'path'>, { id }: { readonly id: string }): string {
  return `${resource.path}/${id}`;
}

export interface RelationshipLinks {
  readonly self: string;
  readonly related: string;
}

/** @param resource link of the resource that has the relationship */
export function relationshipLinks(resource: string, name: string): RelationshipLinks {
  return { self: `${resource}/relationships/${name}`, related: `${resource}/${name}` };
}

/**
 * Encodes parameters for a link; the inverse of `readQueryString`. Escapes the characters that RFC 3986 forbids in a query and those with a meaning
 * in a form (`& = + # %`).
 * @example writeQueryString([{ name: 'page[number]', value: '2' }, { name: 'sort', value: '-id' }]); // 'page%5Bnumber%5D=2&sort=-id'
 */
export function writeQueryString(parameters: readonly { readonly name: string; readonly value: string }[]): string {
  return parameters.map(({ name, value }) => `${encode(name)}=${encode(value)}`).join('&');
}

// encodeURIComponent keeps the unreserved characters and ! ' ( ) *; RFC 3986 also allows these in a query.
const READABLE = /%(?:24|2C|2F|3A|3B|3F|40)/g;

function encode(text: string): string {
  return encodeURIComponent(text).replace(READABLE, decodeURIComponent);
}
