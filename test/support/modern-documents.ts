// The rules for every document of JSON:API 1.1, and the conversion to JSON:API 1.0.
import { isDeepStrictEqual } from 'node:util';
import { ATOMIC, CURSORS, INCLUDED, MEDIA_TYPE } from './media-types.ts';

interface ErrorObject {
  readonly code?: unknown;
  readonly source?: Readonly<Record<string, unknown>>;
  readonly links?: Readonly<Record<string, unknown>>;
}

/** The parts of a JSON:API document that the rules inspect. */
interface SomeDocument {
  readonly data?: unknown;
  readonly included?: readonly unknown[];
  readonly errors?: readonly ErrorObject[];
  readonly links?: Readonly<Record<string, unknown>>;
  readonly jsonapi?: { readonly version?: unknown };
}

/** True if a document declares JSON:API 1.1. */
export function isModern(document: unknown): boolean {
  return (document as SomeDocument | null | undefined)?.jsonapi?.version === '1.1';
}

/**
 * Checks a document of JSON:API 1.1, and converts all of it but `jsonapi` to JSON:API 1.0.
 * @param mediaType of the response
 * @throws Error that names the broken rule
 */
export function asPlain(document: unknown, mediaType: string): object {
  const { links, errors, ...rest } = document as SomeDocument;
  const broken = (what: string): never => {
    throw new Error(`${what} in ${JSON.stringify(document)}`);
  };
  if (!isDeepStrictEqual(rest.jsonapi, { version: '1.1', ...declaredBy(mediaType) }))
    broken(`jsonapi disagrees with ${mediaType}`);
  if (typeof links?.['describedby'] !== 'string' || !links['describedby'].endsWith('/openapi.json'))
    broken('describedby is not the OpenAPI document');
  const { self, describedby: _, ...others } = links ?? {};
  if (self !== undefined && !isSelf(self, mediaType)) broken('self is not a link object with href and type');
  if (self === undefined && rest.data !== undefined) broken('no self');
  if (Object.values(others).some((link) => typeof link !== 'string' && link !== null)) broken('a link is not a string');
  const twice = repeatedIn(rest);
  if (twice !== undefined) broken(`${twice} appears twice`);
  const found = (errors ?? []).flatMap((error) => violationOf(error) ?? []);
  if (found.length > 0) broken(found.join(', '));
  const plain = self === undefined ? others : { self: (self as { readonly href: string }).href, ...others };
  return {
    ...rest,
    ...(Object.keys(plain).length > 0 && { links: plain }),
    ...(errors !== undefined && { errors: errors.map(asPlainError) }),
  };
}

/** The members of `jsonapi` that match the parameters of a media type. */
function declaredBy(mediaType: string): object {
  const parameters = mediaType.slice(MEDIA_TYPE.length);
  if (parameters === '') return {};
  const [, name = '', value = ''] = /^;(ext|profile)="([^"]+)"$/.exec(parameters) ?? [];
  const known = name === 'ext' ? [ATOMIC] : [INCLUDED, CURSORS];
  const uris = value.split(' ');
  // In a fixed order, each once.
  return isDeepStrictEqual(
    uris,
    known.filter((uri) => uris.includes(uri)),
  )
    ? { [name]: uris }
    : { unknown: mediaType };
}

function isSelf(link: unknown, mediaType: string): boolean {
  const { href, type } = link as { readonly href?: unknown; readonly type?: unknown };
  return typeof href === 'string' && isDeepStrictEqual(link, { href, type }) && type === mediaType;
}

/** The first resource object that repeats another; undefined if none does. Identifiers may repeat included resources. */
function repeatedIn({ data, included = [] }: SomeDocument): string | undefined {
  const objects = [...(Array.isArray(data) ? (data as readonly unknown[]) : [data]), ...included].filter(isResource);
  const seen = new Set<string>();
  for (const { type, id } of objects) {
    const name = `${type} ${id}`;
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

interface Resource {
  readonly type: string;
  readonly id: string;
}

function isResource(value: unknown): value is Resource {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['attributes', 'relationships', 'links'].some((name) => Object.hasOwn(value, name))
  );
}

/** The first rule that an error breaks; undefined if it breaks none. */
function violationOf({ code, source, links }: ErrorObject): string | undefined {
  const type = links?.['type'];
  if (!isDeepStrictEqual(Object.keys(links ?? {}), ['type']) || typeof type !== 'string') return 'an error has no type';
  if (!type.startsWith(CURSORS) && !type.endsWith(`/docs/errors#${String(code)}`)) return `${type} is a wrong type`;
  if (source === undefined) return undefined;
  const names = Object.keys(source);
  if (names.length !== 1 || !names.every((name) => ['pointer', 'parameter', 'header'].includes(name)))
    return 'a source does not name exactly one thing';
  // Path parameters have such names, and so can an unknown query parameter.
  const isOfPath =
    code !== 'invalid-parameter' &&
    typeof source['parameter'] === 'string' &&
    /^(?:id|\w+_id)$/.test(source['parameter']);
  return isOfPath ? 'a source names a path parameter' : undefined;
}

/** The types of Cursor Pagination exist in 1.0 as well. */
function asPlainError({ links, source, ...error }: ErrorObject): object {
  const isKept = String(links?.['type']).startsWith(CURSORS);
  const hasPlainSource = source !== undefined && source['header'] === undefined;
  return { ...error, ...(hasPlainSource && { source }), ...(isKept && { links }) };
}
