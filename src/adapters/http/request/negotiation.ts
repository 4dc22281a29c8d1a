// Content negotiation. The media type of JSON:API 1.0 has no parameters. A client that sends `ext` or `profile` gets JSON:API 1.1.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { ApiError, errorObject } from '../api/errors.ts';
import {
  ATOMIC,
  atomicFormat,
  CURSOR_PROFILE,
  type JsonApiDialect,
  type EVENT_STREAM,
  FORM_TYPE,
  JSON_TYPE,
  MEDIA_TYPE,
  plainDialect,
} from '../api/media-types.ts';
import type { Offer } from '../api/operation-traits.ts';
import { readMediaType, readParameter, readRanges, type MediaRange } from './media-ranges.ts';

/** The kind of body that a request must have; with `none`, a body is ignored. */
export type SentBody = 'document' | 'form' | 'none';

/**
 * Content negotiation (JSON:API 1.1, Server Responsibilities).
 * @returns the dialect of the response
 * @throws ApiError 406 if the client does not accept what the route offers; 415 for a body of the wrong type, or unsupported media type parameters
 */
export function negotiate({ headers }: IncomingMessage, offer: Offer, body: SentBody): JsonApiDialect {
  const taken = acceptedBy(headers.accept, offer);
  if (taken === undefined) throw new ApiError([errorObject('not-acceptable', NOT_ACCEPTABLE[offer])]);
  if (!isSupported(headers['content-type'] ?? '', offer, body)) throw unsupported(offer, body);
  return dialectOf(taken === 'any' ? undefined : taken, headers, offer);
}

const MUST_ALLOW = 'The Accept header must allow';
const NO_DOCUMENT = `${MUST_ALLOW} ${MEDIA_TYPE}, with no parameters except profile`;

const NOT_ACCEPTABLE: Readonly<Record<Offer, string>> = {
  document: NO_DOCUMENT,
  view: NO_DOCUMENT,
  list: NO_DOCUMENT,
  atomic: `${MUST_ALLOW} ${atomicFormat.mediaType}`,
  json: `${MUST_ALLOW} ${JSON_TYPE}`,
  file: '',
};

/** The entry of an Accept header that decides the dialect; `any` if none does, but the offer is acceptable; undefined if it is not. */
function acceptedBy(accept: string | undefined, offer: Offer): MediaRange | 'any' | undefined {
  if (offer === 'file') return takenOf(readRanges(accept), offer) ?? 'any';
  if (offer === 'json' && !accepts(accept, JSON_TYPE)) return undefined;
  const ranges = readRanges(accept);
  if (offer === 'json' || ranges.length === 0) return takenOf(ranges, offer) ?? 'any';
  if (ranges.some(({ type }) => type === MEDIA_TYPE)) return takenOf(ranges, offer);
  const isAny = ranges.some(({ type, weight }) => weight > 0 && ['*/*', 'application/*', JSON_TYPE].includes(type));
  return isAny ? 'any' : undefined;
}

/** The entry with the highest weight that names JSON:API in a supported form. Among equals, the one that asks for most. */
function takenOf(ranges: readonly MediaRange[], offer: Offer): MediaRange | undefined {
  const supported = ranges.filter((range) => range.type === MEDIA_TYPE && range.weight > 0 && isOffered(range, offer));
  const rank = (range: MediaRange): number => (asksForCursors(range, offer) ? 2 : isModern(range.parameters) ? 1 : 0);
  return supported.toSorted((one, other) => other.weight - one.weight || rank(other) - rank(one))[0];
}

/** True if a route supports JSON:API with these media type parameters. */
function isOffered({ parameters }: Pick<MediaRange, 'parameters'>, offer: Offer): boolean {
  const { extensions, isOther } = readParameters(parameters);
  if (isOther) return false;
  return offer === 'atomic' ? extensions.join() === ATOMIC : extensions.length === 0;
}

/** True if a media type has `ext` or `profile` and no other parameter. */
function isModern(parameters: readonly string[]): boolean {
  const { extensions, profiles, isOther } = readParameters(parameters);
  return !isOther && extensions.length + profiles.length > 0;
}

function dialectOf(taken: MediaRange | undefined, headers: IncomingHttpHeaders, offer: Offer): JsonApiDialect {
  if (!(taken !== undefined && isModern(taken.parameters)) && !decidesVersion(headers)) return plainDialect;
  return { version: '1.1', cursors: taken !== undefined && asksForCursors(taken, offer) };
}

/** True if the `Content-Type` of a request asks for JSON:API 1.1. */
export function decidesVersion(headers: IncomingHttpHeaders): boolean {
  const { type, parameters } = readMediaType(headers['content-type'] ?? '');
  return type === MEDIA_TYPE && isModern(parameters);
}

/** The version of JSON:API that a request asks for, before its route is known. */
export function versionAsked(headers: IncomingHttpHeaders): JsonApiDialect['version'] {
  const ranges = readRanges(headers.accept);
  const taken = (['list', 'atomic'] as const)
    .map((offer) => takenOf(ranges, offer))
    .find((range) => range !== undefined);
  return dialectOf(taken, headers, 'list').version;
}

function isSupported(contentType: string, offer: Offer, body: SentBody): boolean {
  const { type, parameters } = readMediaType(contentType);
  if (body === 'form') return type === FORM_TYPE && parameters.every(isUtf8Charset);
  const isJsonApi = type === MEDIA_TYPE;
  if (offer === 'atomic') return isJsonApi && isOffered({ parameters }, offer);
  return isJsonApi ? isOffered({ parameters }, offer) : body === 'none';
}

function isUtf8Charset(parameter: string): boolean {
  const { name, value } = readParameter(parameter);
  return name === 'charset' && value.toLowerCase() === 'utf-8';
}

function unsupported(offer: Offer, body: SentBody): ApiError {
  if (body === 'form') {
    const detail = `Content-Type must be ${FORM_TYPE} for QUERY`;
    return new ApiError([errorObject('unsupported-media-type', detail)], ACCEPT_QUERY);
  }
  const detail =
    offer === 'atomic'
      ? `Content-Type must be ${atomicFormat.mediaType}`
      : `Content-Type must be ${MEDIA_TYPE}, with no parameters except profile`;
  return new ApiError([errorObject('unsupported-media-type', detail)]);
}

/** Names the media type that QUERY takes as a body (RFC 10008). */
export const ACCEPT_QUERY = { 'Accept-Query': `"${FORM_TYPE}"` };

/**
 * True if an Accept header allows another media type, which has no parameters: the most specific range that names it decides (RFC 9110, 12.5.1).
 * @example accepts('application/json;q=0, *\/*', 'application/json') // false
 */
function accepts(accept: string | undefined, mediaType: string): boolean {
  const ranges = readRanges(accept);
  if (ranges.length === 0) return true;
  const [group = ''] = mediaType.split('/');
  const decisive = [mediaType, `${group}/*`, '*/*']
    .map((name) => ranges.filter(({ type, parameters }) => type === name && parameters.length === 0))
    .find((named) => named.length > 0);
  return decisive?.some(({ weight }) => weight > 0) ?? false;
}

/** The other media types that a route can return. */
export type OtherType = 'text/html' | typeof EVENT_STREAM;

/**
 * True if an Accept header ranks a type above JSON:API (RFC 9110, 12.5.1). False if it names JSON:API only in
 * unsupported forms, which JSON:API requires the service to refuse.
 */
export function prefers(accept: string | undefined, type: OtherType): boolean {
  const ranges = readRanges(accept);
  const named = ranges.filter((range) => range.type === MEDIA_TYPE);
  const supported = named.filter((range) => isOffered(range, 'document'));
  if (named.length > 0 && supported.length === 0) return false;
  const weightOf = (types: readonly string[]): number =>
    types
      .map((each) => ranges.find((range) => range.type === each && isBare(range))?.weight)
      .find((weight) => weight !== undefined) ?? 0;
  const ofDocument =
    supported.length > 0
      ? Math.max(...supported.map(({ weight }) => weight))
      : weightOf(['application/json', 'application/*', '*/*']);
  return weightOf([type, 'text/*', '*/*']) > ofDocument;
}

function isBare({ parameters }: MediaRange): boolean {
  return parameters.length === 0;
}

/** The URIs in `ext` and `profile`; empty values count as absent. `isOther` is true if there is another parameter, or one twice. */
function readParameters(parameters: readonly string[]): {
  readonly extensions: readonly string[];
  readonly profiles: readonly string[];
  readonly isOther: boolean;
} {
  const read = parameters.map(readParameter);
  const urisIn = (wanted: string): readonly string[] =>
    read.filter(({ name }) => name === wanted).flatMap(({ value }) => value.split(' ').filter((uri) => uri !== ''));
  const names = read.map(({ name }) => name);
  const isOther = names.some((name) => name !== 'ext' && name !== 'profile') || new Set(names).size < names.length;
  return { extensions: urisIn('ext'), profiles: urisIn('profile'), isOther };
}

/** True if a media type asks for cursor pages, on a route that has them. Accepts the URI with `http` or `https`, with or without a final slash. */
function asksForCursors({ parameters }: MediaRange, offer: Offer): boolean {
  const { profiles } = readParameters(parameters);
  return (
    offer === 'list' && profiles.some((uri) => uri.replace(/^http:/, 'https:').replace(/\/?$/, '/') === CURSOR_PROFILE)
  );
}
