// Checks the body of a successful answer by its media type.
import { parse } from 'csv-parse/sync';
import { itemOf, type FeedObject } from '../policies/feed-pages.ts';
import { checkDocument } from '../support/check-document.ts';
import { checkOrder, readFrames } from '../support/event-frames.ts';
import { EVENT_STREAM } from '../support/event-stream.ts';
import { ATOMIC_TYPE } from '../support/media-types.ts';
import { DOCUMENT_TYPES } from './profiles.ts';
import { checkSets, type SetDocument } from './set-checks.ts';

/** @throws Error that says what is wrong with the text */
export type BodyCheck = (text: string, status: number) => void;

/** The check for a media type; undefined where the service never answers with it. */
export function bodyCheck(mediaType: string, status: number): BodyCheck | undefined {
  if (DOCUMENT_TYPES.includes(mediaType))
    return (text) => {
      const document = JSON.parse(text) as SetDocument;
      checkDocument(document, status, mediaType);
      if (status < 300 && mediaType !== ATOMIC_TYPE) checkSets(document);
    };
  const isPage = mediaType === PAGE_TYPE && status === 404;
  return (status === 200 || isPage) && Object.hasOwn(files, mediaType) ? files[mediaType] : undefined;
}

/** Only exports can be empty: no line is a valid NDJSON file. */
export function mayBeEmpty(check: BodyCheck): boolean {
  return check === checkLines;
}

const PAGE_TYPE = 'text/html; charset=utf-8';

const files: Readonly<Record<string, BodyCheck>> = {
  [EVENT_STREAM]: checkEvents,
  'application/json': (text) => void JSON.parse(text),
  'application/x-ndjson': checkLines,
  // Throws for broken quotes, and for a line with more or fewer cells than the first.
  'text/csv; charset=utf-8; header=present': (text) => void parse(text),
  [PAGE_TYPE]: checkPage,
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
