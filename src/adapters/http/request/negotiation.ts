// Content negotiation, JSON:API 1.0: the media type has no parameters, in either direction. JSON:API 1.1 has `ext` and `profile`.
import type { IncomingMessage } from 'node:http';
import { ApiError, errorObject } from '../api/errors.ts';
import {
  ATOMIC,
  atomicFormat,
  CURSOR_PROFILE,
  type EVENT_STREAM,
  INCLUDED_PROFILE,
  JSON_TYPE,
  MEDIA_TYPE,
} from '../api/media-types.ts';
import type { Offer } from '../api/operation-traits.ts';

/**
 * Content negotiation (JSON:API 1.0, Server Responsibilities).
 * @throws ApiError 406 when the client does not accept what is offered; 415 for media type parameters, or another type of a body that is read
 */
export function negotiate({ headers }: IncomingMessage, offer: Offer, readsBody: boolean): void {
  const profiles = PROFILES[offer];
  const isAcceptable = (range: MediaRange): boolean =>
    isBare(range) || profiles?.some((each) => names(range, each)) === true;
  if (profiles !== undefined && !acceptsDocument(headers.accept, isAcceptable)) {
    const detail = `The service answers with ${MEDIA_TYPE}; the Accept header must allow it without media type parameters`;
    throw new ApiError([errorObject('not-acceptable', detail)]);
  }
  if (offer === 'json' && !accepts(headers.accept, JSON_TYPE)) {
    throw new ApiError([errorObject('not-acceptable', `This is ${JSON_TYPE}; the Accept header must allow it`)]);
  }
  if (offer === 'atomic' && !acceptsDocument(headers.accept, ({ parameters }) => hasExtension(parameters, ATOMIC))) {
    const detail = `The service answers with ${atomicFormat.mediaType}; the Accept header must allow it with this parameter`;
    throw new ApiError([errorObject('not-acceptable', detail)]);
  }
  if (isSupported(headers['content-type'] ?? '', offer, readsBody)) return;
  const detail =
    offer === 'atomic'
      ? `Content-Type must be ${atomicFormat.mediaType}`
      : `Content-Type must be exactly ${MEDIA_TYPE}, without parameters`;
  throw new ApiError([errorObject('unsupported-media-type', detail)]);
}

function isSupported(contentType: string, offer: Offer, readsBody: boolean): boolean {
  const { type, parameters } = readMediaType(contentType);
  const isJsonApi = type === MEDIA_TYPE;
  if (offer === 'atomic') return isJsonApi && hasExtension(parameters, ATOMIC);
  return isJsonApi ? parameters.length === 0 : !readsBody;
}

/**
 * True if an Accept header allows a JSON:API document. If it names JSON:API, one of those entries must have no parameters (`q` is a weight;
 * 0 excludes); otherwise a wildcard or plain JSON will do.
 * @param isAcceptable whether an entry that names JSON:API will do
 */
function acceptsDocument(accept: string | undefined, isAcceptable: (range: MediaRange) => boolean = isBare): boolean {
  const ranges = readRanges(accept);
  if (ranges.length === 0) return true;
  const exact = ranges.filter(({ type }) => type === MEDIA_TYPE);
  if (exact.length > 0) return exact.some((range) => range.weight > 0 && isAcceptable(range));
  return ranges.some(({ type, weight }) => weight > 0 && ['*/*', 'application/*', JSON_TYPE].includes(type));
}

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
 * True if an Accept header ranks a type above JSON:API (RFC 9110, 12.5.1). False if it names JSON:API only with
 * parameters, which the standard requires to be refused.
 */
export function prefers(accept: string | undefined, type: OtherType): boolean {
  const ranges = readRanges(accept);
  const named = ranges.filter(({ type }) => type === MEDIA_TYPE);
  if (named.length > 0 && named.every(({ parameters }) => parameters.length > 0)) return false;
  const weightOf = (types: readonly string[]): number =>
    types
      .map((type) => ranges.find((range) => range.type === type && isBare(range))?.weight)
      .find((weight) => weight !== undefined) ?? 0;
  return weightOf([type, 'text/*', '*/*']) > weightOf([MEDIA_TYPE, 'application/json', 'application/*', '*/*']);
}

interface MediaType {
  /** In lower case. */
  readonly type: string;
  /** As sent, without empty ones (RFC 9110, 5.6.6). */
  readonly parameters: readonly string[];
}

function readMediaType(text: string): MediaType {
  const [type = '', ...parameters] = splitOutsideQuotes(text, ';').map((part) => part.trim());
  return { type: type.toLowerCase(), parameters: parameters.filter((parameter) => parameter !== '') };
}

/** An entry of an Accept header. Its parameters do not include the weight. */
interface MediaRange extends MediaType {
  readonly weight: number;
}

/** Ignores empty list elements (RFC 9110, 5.6.1). */
function readRanges(accept = ''): readonly MediaRange[] {
  return splitOutsideQuotes(accept, ',')
    .filter((element) => element.trim() !== '')
    .map(readRange);
}

function isBare({ parameters }: MediaRange): boolean {
  return parameters.length === 0;
}

function readRange(text: string): MediaRange {
  const { type, parameters } = readMediaType(text);
  const isWeight = (parameter: string): boolean => /^q\s*=/i.test(parameter);
  const sent = parameters.find(isWeight);
  const weight = sent === undefined ? 1 : Number(sent.slice(sent.indexOf('=') + 1));
  return { type, weight, parameters: parameters.filter((parameter) => !isWeight(parameter)) };
}

/** True if the parameters name exactly this extension. Profiles are ignored. */
function hasExtension(parameters: readonly string[], extension: string): boolean {
  const named = parameters.map(readParameter).filter(({ name }) => name !== 'profile');
  const [first] = named;
  return named.length === 1 && first?.name === 'ext' && first.value.trim() === extension;
}

function readParameter(text: string): { readonly name: string; readonly value: string } {
  const { name = '', quoted, token = '' } = PARAMETER.exec(text)?.groups ?? {};
  return { name: name.toLowerCase(), value: quoted?.replace(/\\(.)/g, '$1') ?? token };
}

/** A URI is not a token, but some clients do not quote it. */
const PARAMETER = /^(?<name>[^\s="]+)\s*=\s*(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<token>[^\s"]*))$/;

/** Splits at separators outside quoted strings. */
function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let quoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (quoted && character === '\\') at += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && character === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

type Profile = keyof AskedProfiles;

/** The profiles that a client asks for. */
export interface AskedProfiles {
  readonly cursors: boolean;
  readonly included: boolean;
}

export const NO_PROFILES: AskedProfiles = { cursors: false, included: false };

/** The profiles that documents can be requested with; undefined for other forms. */
const PROFILES: Readonly<Record<Offer, readonly Profile[] | undefined>> = {
  document: [],
  view: ['included'],
  list: ['included', 'cursors'],
  atomic: undefined,
  json: undefined,
  file: undefined,
};

/** The supported profiles in the highest-ranked entry of an Accept header that has some; none if it ranks JSON:API without profiles higher. */
export function askedProfiles(accept: string | undefined, offer: Offer): AskedProfiles {
  const [first, ...others] = PROFILES[offer] ?? [];
  if (first === undefined || accept === undefined) return NO_PROFILES;
  const ranges = readRanges(accept).filter(({ type, weight }) => type === MEDIA_TYPE && weight > 0);
  const known = ranges.filter((range) => [first, ...others].some((each) => names(range, each)));
  const highest = (among: readonly MediaRange[]): number => Math.max(0, ...among.map(({ weight }) => weight));
  const asked = highest(known);
  if (asked === 0 || asked < highest(ranges.filter(isBare))) return NO_PROFILES;
  const taken = known.find(({ weight }) => weight === asked);
  const isAsked = (profile: Profile): boolean => taken !== undefined && names(taken, profile);
  return { cursors: isAsked('cursors'), included: isAsked('included') };
}

/** True if an entry of an Accept header is JSON:API with this profile and no other parameter. */
function names({ type, parameters }: MediaRange, profile: Profile): boolean {
  const [only] = parameters;
  if (type !== MEDIA_TYPE || only === undefined || parameters.length > 1) return false;
  const [, value] = /^profile\s*=\s*(.*)$/is.exec(only) ?? [];
  return value !== undefined && unquoted(value).split(' ').some(URIS[profile]);
}

const URIS: Readonly<Record<Profile, (uri: string) => boolean>> = {
  // With `http` or `https`, and with or without the slash at the end.
  cursors: (uri) => uri.replace(/^http:/, 'https:').replace(/\/?$/, '/') === CURSOR_PROFILE,
  included: (uri) => uri === INCLUDED_PROFILE,
};

function unquoted(value: string): string {
  const quoted = /^"(.*)"$/s.exec(value)?.[1];
  return quoted === undefined ? value : quoted.replaceAll(/\\(.)/gs, '$1');
}
