import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { startWriters } from '../support/steady-writers.ts';
import type { Cluster, Killed } from './cluster.ts';
import { startReaders, type SteadyReaders } from './steady-readers.ts';

/** The cost of one failover. Times are in ms. */
export interface Figures {
  readonly toPromotion: number;
  /** From the promotion to the first acknowledged write, and until every writer has had one. */
  readonly toFirstWrite: number;
  readonly toAllWriters: number;
  /** The longest time without an acknowledged write. */
  readonly longestPause: number;
  readonly acknowledged: number;
  readonly lost: number;
  readonly doneTwice: number;
  /** Answers to writes that were repeated. */
  readonly refused: number;
  /** Reads that began while there was no primary. */
  readonly reads: number;
  readonly readsAnswered: number;
  readonly slowestRead: number;
}

const WRITERS = 8;
/** Writes before the primary is killed, and after all writers write again. */
const WRITES_AROUND = 300;
const LOOK_MILLIS = 5;

/** Kills the primary under load, and waits until all writes go on. */
export async function oneFailover(
  cluster: Cluster,
  url: string,
  { label, what }: { readonly label: string; readonly what: Killed },
): Promise<Figures> {
  const writers = startWriters(url, WRITERS, label);
  const readers = startReaders(url);
  const { written } = writers;
  const pauses = watchPauses(written);
  await eventually('writes are under way', () => written.size > WRITES_AROUND);
  const kill = await cluster.killPrimary(what);
  while (!(await cluster.hasSuccessor(kill))) await pause(5);
  const promoted = Date.now();
  const before = written.size;
  await eventually('a write is good', () => written.size > before);
  const firstWrite = Date.now();
  await eventually('all writers write', () => writersOf([...written].slice(before)).size === WRITERS);
  const allWriters = Date.now();
  const wanted = written.size + WRITES_AROUND;
  await eventually('writes go on', () => written.size > wanted);
  const longestPause = pauses.stop();
  await Promise.all([writers.stop(), readers.stop()]);
  const stored = await cluster.namesOf(label);
  return {
    toPromotion: promoted - kill.at,
    toFirstWrite: firstWrite - promoted,
    toAllWriters: allWriters - promoted,
    longestPause,
    acknowledged: written.size,
    lost: [...written].filter((name) => !stored.has(name)).length,
    doneTwice: [...stored.values()].filter((times) => times > 1).length,
    refused: writers.failures,
    ...readFigures(readers, kill.at, promoted),
  };
}

/** @returns `stop` returns the longest time in which the set has not grown, in ms */
function watchPauses(growing: ReadonlySet<unknown>): { stop(): number } {
  let size = 0;
  let grownAt = Date.now();
  let longest = 0;
  const look = (): void => {
    if (growing.size === size) return;
    longest = Math.max(longest, Date.now() - grownAt);
    [size, grownAt] = [growing.size, Date.now()];
  };
  const timer = setInterval(look, LOOK_MILLIS);
  return {
    stop: () => {
      clearInterval(timer);
      return longest;
    },
  };
}

/** Names are a label, the writer's number and a count. */
function writersOf(names: readonly string[]): ReadonlySet<string | undefined> {
  return new Set(names.map((name) => name.split(' ').at(-2)));
}

function readFigures(
  { reads }: SteadyReaders,
  from: number,
  to: number,
): Pick<Figures, 'reads' | 'readsAnswered' | 'slowestRead'> {
  const without = reads.filter(({ at }) => at > from && at < to);
  return {
    reads: without.length,
    readsAnswered: without.filter(({ status }) => status === 200).length,
    slowestRead: Math.max(0, ...without.map(({ millis }) => millis)),
  };
}
