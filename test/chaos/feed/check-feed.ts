import { count, FEED } from '../figures.ts';
import type { Random } from '../random.ts';
import type { RunContext } from '../run-context.ts';
import type { Stored } from '../stored.ts';
import type { FeedLog } from './feed-log.ts';
import type { FeedReader } from './feed-reader.ts';
import { readKeptChanges } from './kept-changes.ts';
import { PageReader } from './page-reader.ts';
import { judgeDelays } from './telling-delays.ts';
import { traceOf, type ToldChange } from './told-change.ts';
import { compareReaders, verifyContent, verifyWrites } from './verify-feed.ts';

/** The number of positions of each reader to request again. */
const POSITIONS = 20;
const MOST_AT_ONCE = 1000;

export interface FeedRun {
  readonly context: RunContext;
  /** The readers that have followed the feed since the beginning. */
  readonly readers: readonly FeedReader[];
  readonly random: Random;
  /** The pool of the primary. */
  readonly url: string;
}

/**
 * Reads the feed to its end, and compares the changes of all readers with the writes and the stored rows.
 * @returns a sentence for each difference
 */
export async function checkFeed(run: FeedRun, stored: Stored): Promise<readonly string[]> {
  const { context, readers, random, url } = run;
  for (const reader of readers) await reader.log.noting(() => reader.catchUp());
  const { told } = await readAll(context, random);
  const entries = context.ledger.entries;
  const problems = [
    ...verifyContent(told, await readKeptChanges(url), stored),
    ...readers.flatMap(({ log }) => compareReaders(log.name, log.told, told)),
    ...verifyWrites(entries, told),
    ...judgeDelays(context.figures.delays, context.uptime),
  ];
  for (const { log } of readers) problems.push(...(await checkPositions(log, told, random)));
  const { feed } = context.figures;
  count(feed, FEED.kept, told.length);
  count(feed, FEED.acknowledged, context.ledger.acknowledged.length);
  const inDoubt = entries.filter(({ acknowledged, isInDoubt }) => isInDoubt && acknowledged === undefined);
  const traces = new Set(told.map(traceOf));
  count(feed, FEED.inDoubt, inDoubt.length);
  count(feed, FEED.inDoubtTold, inDoubt.filter(({ trace }) => traces.has(trace)).length);
  return problems;
}

/**
 * Checks a run whose writes are not in the ledger: the changes in the feed must give the stored rows.
 * @returns a sentence for each difference
 */
export async function checkFoldedFeed(
  { context, random, url }: Omit<FeedRun, 'readers'>,
  stored: Stored,
): Promise<readonly string[]> {
  const { told } = await readAll(context, random);
  count(context.figures.feed, FEED.kept, told.length);
  return verifyContent(told, await readKeptChanges(url), stored);
}

/** A reader that started with the oldest change, and has reached the end. */
async function readAll(context: RunContext, random: Random): Promise<FeedLog> {
  const habits = { name: 'a reader from the oldest', size: () => MOST_AT_ONCE, pauseMillis: () => 0 };
  const reader = new PageReader(context, random.fork(), habits);
  await reader.catchUp();
  return reader.log;
}

/** Checks that a position returns everything after it, and that one lost in a failover is refused. */
async function checkPositions(log: FeedLog, all: readonly ToldChange[], random: Random): Promise<readonly string[]> {
  const problems: string[] = [];
  for (let time = 0; time < POSITIONS; time += 1) {
    const index = random.below(all.length);
    const cursor = log.told[index]?.cursor;
    if (cursor === undefined) continue;
    const outcome = await log.ask(cursor, 7);
    const ids: readonly unknown[] | undefined =
      outcome.kind === 'acknowledged'
        ? outcome.response.document.data.map(({ id }: { readonly id: unknown }) => id)
        : undefined;
    const expected = all.slice(index + 1, index + 8).map(({ id }) => id);
    if (ids?.join() !== expected.join())
      problems.push(`behind position ${index} of ${log.name} is ${ids?.join() ?? JSON.stringify(outcome)}`);
  }
  for (const { text, cursor } of random.sample(log.lost, POSITIONS)) {
    const outcome = await log.ask(cursor, 1);
    if (outcome.kind !== 'refused' || outcome.reason !== 'other-history')
      problems.push(`a lost position of ${log.name} is not refused: ${text}`);
  }
  return problems;
}
