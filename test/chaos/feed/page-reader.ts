// A reader that pulls pages of the feed of changes during a run.
import { setTimeout as pause } from 'node:timers/promises';
import { count, FEED } from '../figures.ts';
import type { Random } from '../random.ts';
import { sendToAny, type RunContext } from '../run-context.ts';
import { Violation } from '../violation.ts';
import { BACKOFF_MILLIS, CATCH_UP_MILLIS, FeedLog } from './feed-log.ts';
import { readTold } from './told-change.ts';

export interface PageHabits {
  readonly name: string;
  /** The size of the next page. */
  readonly size: () => number;
  /** The wait before the next page, in milliseconds. */
  readonly pauseMillis: (isEnd: boolean) => number;
}

export class PageReader {
  readonly log: FeedLog;
  readonly #context: RunContext;
  readonly #habits: PageHabits;

  constructor(context: RunContext, random: Random, habits: PageHabits) {
    this.#context = context;
    this.#habits = habits;
    this.log = new FeedLog(habits.name, context, pagesOf(context, random));
  }

  /** Pulls pages until aborted. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const isEnd = await this.log.noting(() => this.#pull(signal));
      await pause(isEnd === undefined ? BACKOFF_MILLIS : this.#habits.pauseMillis(isEnd));
    }
  }

  /** Pulls pages up to the end. */
  async catchUp(): Promise<void> {
    for (const end = performance.now() + CATCH_UP_MILLIS; ;) {
      const isEnd = await this.log.noting(() => this.#pull());
      if (isEnd === true) return;
      if (performance.now() > end) throw new Error(`${this.log.name} has not reached the end of the feed`);
      if (isEnd === undefined) await pause(BACKOFF_MILLIS);
    }
  }

  /** @returns true if the end was reached; undefined if there was no response to continue from */
  async #pull(signal?: AbortSignal): Promise<boolean | undefined> {
    const { log } = this;
    const { figures } = this.#context;
    const sent = performance.now();
    const outcome = await log.ask(log.position, this.#habits.size());
    if (outcome.kind === 'acknowledged') {
      const { data, links, meta } = outcome.response.document;
      count(figures.feed, FEED.pages);
      log.position = meta.position;
      for (const each of data) log.learn(readTold(each));
      // A request sent after a write was acknowledged must show this write.
      if (links.next === null) log.requireAcknowledged(sent, 'the feed ends without');
      return links.next === null;
    }
    if (outcome.kind !== 'refused' || outcome.status === 503) return undefined;
    if (outcome.reason !== 'other-history') throw new Violation(`/changes: ${JSON.stringify(outcome)}`);
    count(figures.feed, FEED.lostPositions);
    await log.goBack(signal);
    return undefined;
  }
}

/** Requests pages of the feed from any service. */
export function pagesOf(context: RunContext, random: Random): FeedLog['ask'] {
  return (position, size) => {
    const path = `/changes?page[size]=${size}&page[after]=${position}`;
    return sendToAny(context, { method: 'GET', path }, random);
  };
}
