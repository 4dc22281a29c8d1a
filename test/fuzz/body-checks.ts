// Checks the body of a successful answer by its media type.
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'csv-parse/sync';
import { itemOf, type FeedObject } from '../policies/feed-pages.ts';
import { checkDocument } from '../support/check-document.ts';
import { checkOrder, readFrames } from '../support/event-frames.ts';
import { EVENT_STREAM } from '../support/event-stream.ts';
import { ATOMIC_TYPE, CURSOR_TYPE, MEDIA_TYPE } from '../support/media-types.ts';
import { profilesIn } from './profiles.ts';
import { checkSets, type SetDocument } from './set-checks.ts';

/** @throws Error that says what is wrong with the text */
export type BodyCheck = (text: string, status: number) => void;

/** Without parameters, and with those that a request can ask for. */
const JSON_API = [MEDIA_TYPE, CURSOR_TYPE, ATOMIC_TYPE];

/** The check for a media type; undefined where the service never answers with it. */
export function bodyCheck(mediaType: string, status: number): BodyCheck | undefined {
  const profiles = profilesIn(mediaType);
  if (JSON_API.includes(mediaType) || profiles !== undefined)
    return (text) => {
      const document = JSON.parse(text) as SetDocument & { readonly jsonapi?: unknown };
      const known = JSON_API.includes(mediaType) ? document : asPlain(document, profiles ?? []);
      checkDocument(known, status, JSON_API.includes(mediaType) ? mediaType : MEDIA_TYPE);
      if (status < 300 && mediaType !== ATOMIC_TYPE) checkSets(document);
    };
  return status === 200 && Object.hasOwn(files, mediaType) ? files[mediaType] : undefined;
}

/** Checks the profiles of a document with included sets, and returns it as a JSON:API 1.0 document. */
function asPlain(document: { readonly jsonapi?: unknown }, profile: readonly string[]): unknown {
  if (!isDeepStrictEqual(document.jsonapi, { version: '1.1', profile }))
    throw new Error('jsonapi names other profiles');
  return { ...document, jsonapi: { version: '1.0' } };
}

/** Only exports can be empty: no line is a valid NDJSON file. */
export function mayBeEmpty(check: BodyCheck): boolean {
  return check === checkLines;
}

const files: Readonly<Record<string, BodyCheck>> = {
  [EVENT_STREAM]: checkEvents,
  'application/json': (text) => void JSON.parse(text),
  'application/x-ndjson': checkLines,
  // Throws for broken quotes, and for a line with more or fewer cells than the first.
  'text/csv; charset=utf-8; header=present': (text) => void parse(text),
  'text/html; charset=utf-8': checkPage,
  'text/css; charset=utf-8': () => undefined,
  'text/javascript; charset=utf-8': () => undefined,
  'image/svg+xml': () => undefined,
};

/** The last frame may be cut. */
function checkEvents(text: string): void {
  const { frames } = readFrames(text);
  checkOrder(frames);
  for (const frame of frames) {
    if (frame.kind !== 'change' && frame.kind !== 'refetch') continue;
    const { told } = itemOf(frame.object as FeedObject);
    if ((frame.kind === 'refetch') !== (told === undefined)) throw new Error(`wrong event: ${JSON.stringify(frame)}`);
  }
}

function checkLines(text: string): void {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Error('the last line has no end');
  const data: unknown = lines.map((line) => JSON.parse(line) as unknown);
  checkDocument({ data, jsonapi: { version: '1.0' } }, 200);
}

/** Nothing that a client sent can have become a script: pages load theirs from files. */
function checkPage(text: string): void {
  if (/<script(?![^>]* src=)|\son\w+\s*=|javascript:/i.test(text)) throw new Error('an inline script');
}
