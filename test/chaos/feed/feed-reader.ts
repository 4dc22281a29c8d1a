// The readers that follow the feed of changes during a run and keep everything they receive.
import type { Random } from '../random.ts';
import type { RunContext } from '../run-context.ts';
import type { FeedLog } from './feed-log.ts';
import { PageReader } from './page-reader.ts';
import { StreamReader } from './stream-reader.ts';

export interface FeedReader {
  readonly log: FeedLog;
  /** Follows the feed until aborted. */
  run(signal: AbortSignal): Promise<void>;
  /** Follows the feed up to its end. */
  catchUp(): Promise<void>;
}

/**
 * Two readers of pages: one takes seven changes at a time, the other a random number at random moments. Two readers of streams: one stays on a stream until
 * it ends, the other leaves after a few seconds at most, and often requests some changes again.
 */
export function feedReaders(context: RunContext, random: Random): readonly FeedReader[] {
  const [one, other, patient, restless] = [random.fork(), random.fork(), random.fork(), random.fork()];
  return [
    new PageReader(context, one, {
      name: 'the reader of seven',
      size: () => 7,
      pauseMillis: (isEnd) => (isEnd ? one.between(0, 50) : 0),
    }),
    new PageReader(context, other, {
      name: 'the random reader',
      size: () => 1 + other.below(other.below(4) === 0 ? 1000 : 30),
      pauseMillis: (isEnd) => (isEnd || other.below(4) === 0 ? other.between(0, 500) : 0),
    }),
    new StreamReader(context, patient, { name: 'the patient stream', stayMillis: () => undefined, again: () => 0 }),
    new StreamReader(context, restless, {
      name: 'the restless stream',
      stayMillis: () => restless.between(0, 4000),
      again: () => (restless.below(2) === 0 ? restless.below(20) : 0),
    }),
  ];
}
