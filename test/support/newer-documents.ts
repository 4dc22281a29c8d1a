// Documents of JSON:API 1.1: the rules that hold in every one, and the document of JSON:API 1.0 that says the same.
import { isDeepStrictEqual } from 'node:util';
import { ATOMIC, CURSORS, INCLUDED, MEDIA_TYPE } from './media-types.ts';

interface ErrorObject {
  readonly code?: unknown;
  readonly source?: Readonly<Record<string, unknown>>;
  readonly links?: Readonly<Record<string, unknown>>;
}

/** A JSON:API document, as far as the rules look at it. */
interface SomeDocument {
  readonly data?: unknown;
  readonly included?: readonly unknown[];
  readonly errors?: readonly ErrorObject[];
  readonly links?: Readonly<Record<string, unknown>>;
  readonly jsonapi?: { readonly version?: unknown };
}

/** True if a document declares JSON:API 1.1. */
export function isNewer(document: unknown): boolean {
  return (document as SomeDocument | null | undefined)?.jsonapi?.version === '1.1';
}

/**
 * Checks a document of JSON:API 1.1, and returns it as JSON:API 1.0 has it. The member `jsonapi` stays as it is.
 * @param mediaType of the answer
 * @throws Error that says which rule is broken
 */
export function asOlder(document: unknown, mediaType: string): object {
  const { links, errors, ...rest } = document as SomeDocument;
  const broken = (what: string): never => {
    throw new Error(`${what} in ${JSON.stringify(document)}`);
  };
  if (!isDeepStrictEqual(rest.jsonapi, { version: '1.1', ...declaredBy(mediaType) }))
    broken(`jsonapi disagrees with ${mediaType}`);
  if (typeof links?.['describedby'] !== 'string' || !links['describedby'].endsWith('/openapi.json'))
    broken('describedby leads nowhere');
  const { self, describedby: _, ...others } = links ?? {};
  if (self !== undefined && !isSelf(self, mediaType)) broken('self is not a link object with href and type');
  if (self === undefined && rest.data !== undefined) broken('no self');
  if (Object.values(others).some((link) => typeof link !== 'string' && link !== null)) broken('a link is not a text');
  const twice = repeatedIn(rest);
  if (twice !== undefined) broken(`${twice} appears twice`);
  const found = (errors ?? []).flatMap((error) => violationOf(error) ?? []);
  if (found.length > 0) broken(found.join(', '));
  const older = self === undefined ? others : { self: (self as { readonly href: string }).href, ...others };
  return {
    ...rest,
    ...(Object.keys(older).length > 0 && { links: older }),
    ...(errors !== undefined && { errors: errors.map(asOlderError) }),
  };
}

/** The members of `jsonapi` that go with the parameters of a media type. */
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

/** A resource object that appears more than once; undefined if none does. Identifiers may repeat what is included. */
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
  if (!type.startsWith(CURSORS) && !type.endsWith(`/docs/errors#${String(code)}`)) return `${type} is no type`;
  if (source === undefined) return undefined;
  const names = Object.keys(source);
  if (names.length !== 1 || !names.every((name) => ['pointer', 'parameter', 'header'].includes(name)))
    return 'a source does not name one thing';
  // Parameters of paths have such names; a query string can have an unknown one of the same name.
  const isOfPath =
    code !== 'invalid-parameter' &&
    typeof source['parameter'] === 'string' &&
    /^(?:id|\w+_id)$/.test(source['parameter']);
  return isOfPath ? 'a source names a part of the path' : undefined;
}

/** The types of the profile Cursor Pagination are there in 1.0 as well. */
function asOlderError({ links, source, ...error }: ErrorObject): object {
  const isKept = String(links?.['type']).startsWith(CURSORS);
  const hasOlderSource = source !== undefined && source['header'] === undefined;
  return { ...error, ...(hasOlderSource && { source }), ...(isKept && { links }) };
}
