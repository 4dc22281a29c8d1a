// Documents of JSON:API 1.1 whose media type has schemas for 1.0. The root of the description states the differences.
import { isObject, textOf, type Json, type JsonObject } from './described-api.ts';

const CURSOR_ERRORS = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';

/** True if the headers of a request ask for JSON:API 1.1. */
export function asksForModern(headers: Readonly<Record<string, string>>): boolean {
  return ['Accept', 'Content-Type'].some((name) => /;\s*(?:ext|profile)=/.test(headers[name] ?? ''));
}

/** The rules for documents of JSON:API 1.1 that this one breaks. */
export function modernFaults({ links = {}, errors = [] }: JsonObject, mediaType: string): readonly string[] {
  const { self, describedby } = links as JsonObject;
  const described = typeof describedby === 'string' && describedby.endsWith('/openapi.json');
  const isLinkObject = self === undefined || (isObject(self) && self['type'] === mediaType);
  const faulty = (errors as readonly JsonObject[]).filter((error) => !hasType(error));
  return [
    ...(described ? [] : ['links.describedby is not this description']),
    ...(isLinkObject ? [] : ['links.self is not an object with the media type of the response']),
    ...faulty.map(({ code }) => `links.type of ${textOf(code)} is not the page about it`),
  ];
}

function hasType({ code, links = {} }: JsonObject): boolean {
  const { type = '' } = links as JsonObject;
  return typeof type === 'string' && (type.endsWith(`/docs/errors#${textOf(code)}`) || type.startsWith(CURSOR_ERRORS));
}

/** The same document in JSON:API 1.0, as far as the description states the differences. */
export function plainOf({ links = {}, errors, jsonapi, ...others }: JsonObject): JsonObject {
  const { self, describedby: _, ...kept } = links as JsonObject;
  const plainLinks = { ...(self !== undefined && { self: isObject(self) ? (self['href'] ?? null) : self }), ...kept };
  return {
    ...others,
    ...(errors !== undefined && { errors: (errors as readonly JsonObject[]).map(plainError) }),
    ...(Object.keys(plainLinks).length > 0 && { links: plainLinks }),
    ...(isObject(jsonapi ?? null) && { jsonapi: { version: '1.0' } }),
  };
}

function plainError({ links, source = {}, ...error }: JsonObject): JsonObject {
  const { type = '' } = (links ?? {}) as JsonObject;
  const isOfCursors = typeof type === 'string' && type.startsWith(CURSOR_ERRORS);
  const { header: _, ...places } = source as Readonly<Record<string, Json>>;
  return {
    ...error,
    ...(Object.keys(places).length > 0 && { source: places }),
    ...(isOfCursors && { links: links ?? null }),
  };
}
