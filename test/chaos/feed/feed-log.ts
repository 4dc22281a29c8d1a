// The changes that a reader of the feed has received, and its recovery after a failover has lost some of them.
import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from '../attempt.ts';
import { count, FEED } from '../figures.ts';
import type { RunContext } from '../run-context.ts';
import { Violation } from '../violation.ts';
import { traceOf, type ToldChange } from './told-change.ts';

/** Requests a page of the changes after a position. */
type AskChanges = (position: string, size: number) => Promise<Outcome>;

/** Receives the times at which a write was acknowledged and its change reached the reader, from `performance.now()`. */
type HandleTold = (acknowledged: number, told: number) => void;

/** The pause before repeating a request that got no response. */
export const BACKOFF_MILLIS = 50;
/** The maximum time for a reader to reach the end when everything is running. */
export const CATCH_UP_MILLIS = 120_000;

export class FeedLog {
  readonly name: string;
  /** Requests the changes after a position, without keeping them. */
  readonly ask: AskChanges;
  /** The position where the reader continues; empty before the oldest change. */
  position = '';
  readonly #context: Pick<RunContext, 'figures' | 'ledger'>;
  readonly #told: ToldChange[] = [];
  readonly #lost: ToldChange[] = [];
  readonly #ids = new Set<string>();
  /** The time at which each trace first reached the reader. */
  #traces = new Map<string, number>();
  /** The number of changes before the position. Those after it will arrive again. */
  #before = 0;
  /** The number of acknowledged writes that it has looked for. */
  #looked = 0;
  /** The losses that the reader has noticed. */
  #losses = 0;

  constructor(name: string, context: Pick<RunContext, 'figures' | 'ledger'>, ask: AskChanges) {
    this.name = name;
    this.ask = ask;
    this.#context = context;
  }

  /** The changes received, in order, without the lost ones. */
  get told(): readonly ToldChange[] {
    return this.#told;
  }

  /** The changes received at positions that a failover lost. */
  get lost(): readonly ToldChange[] {
    return this.#lost;
  }

  /**
   * Moves the position back, so that the last changes must arrive again.
   * @param times the number of changes
   */
  repeat(times: number): void {
    if (times === 0) return;
    this.#before = Math.max(0, this.#told.length - times);
    this.position = this.#told[this.#before - 1]?.cursor ?? '';
  }

  /**
   * Keeps a change. If it arrives again, it must be the same as before.
   * @returns false if it differs because a failover has lost acknowledged writes: call `goBack`
   * @throws Violation if a change arrives at a different position, or twice
   */
  learn(change: ToldChange): boolean {
    const { figures, ledger } = this.#context;
    const known = this.#told[this.#before];
    if (known !== undefined) {
      if (known.text !== change.text || known.cursor !== change.cursor) {
        if (ledger.losses !== this.#losses) return false;
        throw new Violation(`was told ${change.text} at ${change.cursor} instead of ${known.text} at ${known.cursor}`);
      }
      count(figures.feed, FEED.again);
      this.#before += 1;
      return true;
    }
    if (this.#ids.has(change.id)) throw new Violation(`was told twice of ${change.text}`);
    count(figures.feed, FEED.told);
    this.#told.push(change);
    this.#before += 1;
    this.#ids.add(change.id);
    const trace = traceOf(change);
    if (!this.#traces.has(trace)) this.#traces.set(trace, performance.now());
    return true;
  }

  /**
   * Looks for acknowledged writes that it has not looked for yet, and adds a violation for each missing one.
   * @param before writes acknowledged before this time must have arrived
   * @param what the text of the violation, without the write
   */
  requireAcknowledged(before: number, what: string, handleTold?: HandleTold): void {
    const { figures, ledger } = this.#context;
    for (; this.#looked < ledger.acknowledged.length; this.#looked += 1) {
      const { trace, acknowledged = Infinity } = ledger.acknowledged[this.#looked] ?? { trace: '' };
      const told = this.#traces.get(trace);
      if (told !== undefined) handleTold?.(acknowledged, told);
      else if (acknowledged >= before) return;
      else figures.addViolation(this.name, `${what} ${trace}, which was acknowledged`);
    }
  }

  /**
   * Returns to the last position that is still valid. All positions before it must be valid. Does nothing if aborted before it is found.
   * @throws Violation if no acknowledged write was lost
   */
  async goBack(signal?: AbortSignal): Promise<void> {
    let [good, bad] = [0, this.#told.length];
    while (good < bad) {
      const middle = Math.floor((good + bad + 1) / 2);
      const isGood = await this.#isGood(this.#told[middle - 1]?.cursor ?? '', signal);
      if (isGood === undefined) return;
      if (isGood) good = middle;
      else bad = middle - 1;
    }
    const lost = this.#told.splice(good);
    this.#lost.push(...lost);
    this.#before = good;
    this.position = this.#told.at(-1)?.cursor ?? '';
    count(this.#context.figures.feed, FEED.lost, lost.length);
    for (const { id } of lost) this.#ids.delete(id);
    const traces = this.#told.map(traceOf);
    this.#traces = new Map(traces.map((trace) => [trace, this.#traces.get(trace) ?? 0]));
    const { losses } = this.#context.ledger;
    if (losses === this.#losses)
      throw new Violation(`a position is refused although nothing was lost; ${lost.length} changes follow a valid one`);
    this.#losses = losses;
  }

  /** Runs a step of the reader, whose errors are violations. */
  async noting<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await run();
    } catch (error) {
      this.#context.figures.addViolation(this.name, error);
      return undefined;
    }
  }

  /** @returns undefined if aborted */
  async #isGood(position: string, signal: AbortSignal | undefined): Promise<boolean | undefined> {
    for (;;) {
      const outcome = await this.ask(position, 1);
      if (outcome.kind === 'acknowledged') return true;
      if (outcome.kind === 'refused' && outcome.status === 410) return false;
      if (signal?.aborted === true) return undefined;
      await pause(BACKOFF_MILLIS);
    }
  }
}
