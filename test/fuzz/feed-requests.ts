// Requests for the feed of changes, as pages and as streams.
import fc from 'fast-check';
import { resourceTypes } from '#domain/schema';
import { MEDIA_TYPE } from '../support/media-types.ts';
import { hostileTexts, likelyIds } from './hostile-text.ts';
import type { Header } from './input.ts';

/** As long as a position, so that bodies keep their length. Letters only, so that URL encoding does not change it. */
const PLACEHOLDER = 'pPOSITIONofTHEservice'.padEnd(84, 'x');

/**
 * A position near the beginning of the feed.
 * @throws Error if it is not as long as the placeholder
 */
export async function positionOf(url: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const response = await fetch(`${url}/changes?page[size]=1`, { headers });
  if (!response.ok) throw new Error(await response.text());
  const { meta } = (await response.json()) as { readonly meta: { readonly position: string } };
  if (meta.position.length !== PLACEHOLDER.length) throw new Error(`${meta.position} has another length`);
  return meta.position;
}

/** Replaces the placeholder of a position wherever it occurs in the bytes of a request. */
export function withPosition(bytes: Buffer, position: string): Buffer {
  return bytes.includes(PLACEHOLDER)
    ? Buffer.from(bytes.toString('latin1').replaceAll(PLACEHOLDER, position), 'latin1')
    : bytes;
}

const MADE_UP = ['p', 'pA', `p${'A'.repeat(84)}`, `p${'A'.repeat(199)}`, 'pA=', 'P', 'c'] as const;

const positions = fc.oneof(
  { weight: 6, arbitrary: fc.constant(PLACEHOLDER) },
  { weight: 6, arbitrary: fc.constantFrom('', 'now') },
  { weight: 1, arbitrary: fc.constantFrom(...MADE_UP, 'NOW', `p${'A'.repeat(200)}`) },
  { weight: 1, arbitrary: hostileTexts },
);

type Parameter = readonly [name: string, value: string];

/** Valid parameters of the feed, and positions of any kind. A stream takes no size. */
export const feedParameters: fc.Arbitrary<Parameter> = fc.oneof(
  { weight: 6, arbitrary: positions.map((position): Parameter => ['page[after]', position]) },
  { weight: 1, arbitrary: fc.constantFrom('1', '2', '1000').map((size): Parameter => ['page[size]', size]) },
  { weight: 2, arbitrary: fc.constantFrom(...resourceTypes).map((type): Parameter => ['filter[type]', type]) },
  { weight: 1, arbitrary: likelyIds.map((id): Parameter => ['filter[id]', id]) },
);

const ACCEPTS = [
  'TEXT/EVENT-STREAM',
  'text/*',
  'text/event-stream;q=0',
  'text/event-stream;q=NaN',
  'text/event-stream;charset=utf-8',
  'text/event-stream;q=0.5, */*;q=0.1',
  `text/event-stream, ${MEDIA_TYPE};q=0.5`,
  `text/event-stream;q=0.5, ${MEDIA_TYPE}`,
  `text/event-stream, ${MEDIA_TYPE};ext=x`,
  ',text/event-stream,,',
] as const;

const accept = fc.oneof(
  { weight: 6, arbitrary: fc.constant<readonly Header[]>([['Accept', 'text/event-stream']]) },
  { weight: 3, arbitrary: fc.constantFrom(...ACCEPTS).map((value): readonly Header[] => [['Accept', value]]) },
  { weight: 2, arbitrary: fc.constant<readonly Header[]>([]) },
);

/** Without line ends and zeros, which would end the header. */
const lastIds = fc.oneof(
  { weight: 6, arbitrary: fc.constant(PLACEHOLDER) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...MADE_UP, '', ' ', '0', 'now', 'p%00', 'p\xe9', 'p\t', '__proto__', 'p'.repeat(9000)),
  },
);

const lastEventId = fc.oneof(
  { weight: 5, arbitrary: fc.constant<readonly Header[]>([]) },
  { weight: 4, arbitrary: lastIds.map((id): readonly Header[] => [['Last-Event-ID', id]]) },
  {
    weight: 1,
    arbitrary: fc.tuple(lastIds, lastIds).map((both) => both.map((id): Header => ['last-event-id', id])),
  },
);

/** The headers that ask for a stream, and say where it resumes. */
export const feedHeaders: fc.Arbitrary<readonly Header[]> = fc.tuple(accept, lastEventId).map((parts) => parts.flat());
