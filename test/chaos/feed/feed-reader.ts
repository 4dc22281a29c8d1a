// A reader that follows the feed of changes during a run, and keeps everything that it receives.
import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from '../attempt.ts';
import { count, FEED } from '../figures.ts';
import type { Random } from '../random.ts';
import { sendToAny, type RunContext } from '../run-context.ts';
import { Violation } from '../violation.ts';
import { readTold, traceOf, type ToldChange } from './told-change.ts';

export interface ReaderHabits {
  readonly name: string;
  /** The size of the next page. */
  readonly size: () => number;
  /** The wait before the next page, in milliseconds. */
  readonly pauseMillis: (isEnd: boolean) => number;
}

const BACKOFF_MILLIS = 50;
/** The longest time to reach the end once everything runs. */
const CATCH_UP_MILLIS = 120_000;

export class FeedReader {
  readonly name: string;
  readonly #context: RunContext;
  readonly #random: Random;
  readonly #habits: ReaderHabits;
  readonly #told: ToldChange[] = [];
  readonly #lost: ToldChange[] = [];
  readonly #ids = new Set<string>();
  #traces = new Set<string>();
  #position = '';
  /** The number of acknowledged writes that it has looked for. */
  #looked = 0;
  /** The losses that it has noticed. */
  #losses = 0;

  constructor(context: RunContext, random: Random, habits: ReaderHabits) {
    this.name = habits.name;
    this.#context = context;
    this.#random = random;
    this.#habits = habits;
  }

  /** The changes received, in order, without the lost ones. */
  get told(): readonly ToldChange[] {
    return this.#told;
  }

  /** The changes received at positions that a failover lost. */
  get lost(): readonly ToldChange[] {
    return this.#lost;
  }

  /** Pulls pages until aborted. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const isEnd = await this.#pullNoting();
      await pause(isEnd === undefined ? BACKOFF_MILLIS : this.#habits.pauseMillis(isEnd));
    }
  }

  /** Pulls pages up to the end. */
  async catchUp(): Promise<void> {
    for (const end = performance.now() + CATCH_UP_MILLIS; ;) {
      const isEnd = await this.#pullNoting();
      if (isEnd === true) return;
      if (performance.now() > end) throw new Error(`${this.name} has not reached the end of the feed`);
      if (isEnd === undefined) await pause(BACKOFF_MILLIS);
    }
  }

  /** Requests the changes after a position, without keeping them. */
  ask(position: string, size: number): Promise<Outcome> {
    const path = `/changes?page[size]=${size}&page[after]=${position}`;
    return sendToAny(this.#context, { method: 'GET', path }, this.#random);
  }

  /** @returns true if the end was reached; undefined if there was no response to continue from */
  async #pullNoting(): Promise<boolean | undefined> {
    try {
      return await this.#pull();
    } catch (error) {
      this.#context.figures.addViolation(this.name, error);
      return undefined;
    }
  }

  async #pull(): Promise<boolean | undefined> {
    const { figures } = this.#context;
    const sent = performance.now();
    const outcome = await this.ask(this.#position, this.#habits.size());
    if (outcome.kind === 'acknowledged') {
      const { data, links, meta } = outcome.response.document;
      count(figures.feed, FEED.pages);
      this.#position = meta.position;
      for (const each of data) this.#learn(readTold(each));
      if (links.next === null) this.#requireAcknowledged(sent);
      return links.next === null;
    }
    if (outcome.kind !== 'refused' || outcome.status === 503) return undefined;
    if (outcome.reason !== 'other-history') throw new Violation(`/changes: ${JSON.stringify(outcome)}`);
    count(figures.feed, FEED.lostPositions);
    await this.#goBack();
    return undefined;
  }

  #learn(change: ToldChange): void {
    if (this.#ids.has(change.id)) throw new Violation(`was told twice of ${change.text}`);
    count(this.#context.figures.feed, FEED.told);
    this.#told.push(change);
    this.#ids.add(change.id);
    this.#traces.add(traceOf(change));
  }

  /** A request sent after a write was acknowledged must show this write, if it reaches the end. */
  #requireAcknowledged(sent: number): void {
    const { acknowledged } = this.#context.ledger;
    for (; this.#looked < acknowledged.length; this.#looked += 1) {
      const entry = acknowledged[this.#looked];
      if (entry?.acknowledged === undefined || entry.acknowledged >= sent) return;
      if (!this.#traces.has(entry.trace))
        this.#context.figures.addViolation(this.name, `the feed ends without ${entry.trace}, which was acknowledged`);
    }
  }

  /** Returns to the last position that is still valid. All positions before it must be valid. */
  async #goBack(): Promise<void> {
    let [good, bad] = [0, this.#told.length];
    while (good < bad) {
      const middle = Math.floor((good + bad + 1) / 2);
      if (await this.#isGood(this.#told[middle - 1]?.cursor ?? '')) good = middle;
      else bad = middle - 1;
    }
    const lost = this.#told.splice(good);
    this.#lost.push(...lost);
    count(this.#context.figures.feed, FEED.lost, lost.length);
    for (const { id } of lost) this.#ids.delete(id);
    this.#traces = new Set(this.#told.map(traceOf));
    this.#position = this.#told.at(-1)?.cursor ?? '';
    const { losses } = this.#context.ledger;
    if (losses === this.#losses)
      throw new Violation(`a position is refused although nothing was lost, and ${lost.length} changes behind another`);
    this.#losses = losses;
  }

  async #isGood(position: string): Promise<boolean> {
    for (;;) {
      const outcome = await this.ask(position, 1);
      if (outcome.kind === 'acknowledged') return true;
      if (outcome.kind === 'refused' && outcome.status === 410) return false;
      await pause(BACKOFF_MILLIS);
    }
  }
}

/** Two readers: one takes seven changes at a time, the other a random number at random moments. */
export function feedReaders(context: RunContext, random: Random): readonly FeedReader[] {
  const [one, other] = [random.fork(), random.fork()];
  return [
    new FeedReader(context, one, {
      name: 'the reader of seven',
      size: () => 7,
      pauseMillis: (isEnd) => (isEnd ? one.between(0, 50) : 0),
    }),
    new FeedReader(context, other, {
      name: 'the random reader',
      size: () => 1 + other.below(other.below(4) === 0 ? 1000 : 30),
      pauseMillis: (isEnd) => (isEnd || other.below(4) === 0 ? other.between(0, 500) : 0),
    }),
  ];
}
