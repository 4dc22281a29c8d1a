// A reader that follows the feed of changes as a stream during a run, and resumes it with its last id whenever it ends.
import { setTimeout as pause } from 'node:timers/promises';
import { isConnectionLost, outcomeOf } from '../attempt.ts';
import type { CrashingService } from '../crashing-service.ts';
import { count, FEED } from '../figures.ts';
import type { Random } from '../random.ts';
import { judgeOutcome, pickService, type RunContext } from '../run-context.ts';
import { Violation } from '../violation.ts';
import { openStream, type Frame } from './event-stream.ts';
import { BACKOFF_MILLIS, CATCH_UP_MILLIS, FeedLog } from './feed-log.ts';
import { pagesOf } from './page-reader.ts';
import { judgeEnding, type Ending } from './stream-ending.ts';
import { longestDelay } from './telling-delays.ts';
import { readTold } from './told-change.ts';

export interface StreamHabits {
  readonly name: string;
  /** The time that it stays on the next stream, in milliseconds; undefined: until it ends. */
  readonly stayMillis: () => number | undefined;
  /** The number of changes that it asks for again when it resumes. */
  readonly again: () => number;
}

/** The longest pause between two streams. */
const PAUSE_MILLIS = 200;
/** The pause between two checks for acknowledged writes. */
const LOOK_MILLIS = 50;

export class StreamReader {
  readonly log: FeedLog;
  readonly #context: RunContext;
  readonly #random: Random;
  readonly #habits: StreamHabits;
  /** The stream that is open, with the time of its first frame. */
  #open: { readonly service: CrashingService; readonly since: number } | undefined;

  constructor(context: RunContext, random: Random, habits: StreamHabits) {
    this.#context = context;
    this.#random = random;
    this.#habits = habits;
    this.log = new FeedLog(habits.name, context, pagesOf(context, random));
  }

  /** Follows streams until aborted. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#keepFollowing(signal), this.#keepLooking(signal)]);
  }

  /** Follows streams until a page shows that the end is reached. */
  async catchUp(): Promise<void> {
    const reached = new AbortController();
    const following = this.run(reached.signal);
    try {
      for (const end = performance.now() + CATCH_UP_MILLIS; !(await this.#isAtEnd()); await pause(BACKOFF_MILLIS))
        if (performance.now() > end) throw new Error(`${this.log.name} has not reached the end of the feed`);
    } finally {
      reached.abort();
      await following;
    }
  }

  async #isAtEnd(): Promise<boolean> {
    const outcome = await this.log.ask(this.log.position, 1);
    return outcome.kind === 'acknowledged' && outcome.response.document.data.length === 0;
  }

  async #keepFollowing(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.log.noting(() => this.#follow(signal));
      await pause(this.#random.between(0, PAUSE_MILLIS), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Opens a stream, and follows it until it ends. */
  async #follow(signal: AbortSignal): Promise<void> {
    this.log.repeat(this.#habits.again());
    const service = pickService(this.#context, this.#random);
    const { kills } = service;
    const leaving = new AbortController();
    const left = AbortSignal.any([signal, leaving.signal]);
    const frames = await this.#request(service, left);
    if (frames === undefined) return;
    const stayMillis = this.#habits.stayMillis();
    const timer = stayMillis === undefined ? undefined : setTimeout(() => leaving.abort(), stayMillis);
    try {
      const ending = await this.#take(service, frames, left);
      const { figures, ledger } = this.#context;
      if (ending.kind === 'told' || ending.kind === 'cut')
        count(figures.feed, ending.kind === 'cut' ? FEED.cut : FEED.ended);
      judgeEnding(ending, { wasKilled: service.kills > kills, wasLost: ledger.losses > 0 });
      this.#open = undefined;
      if (ending.kind === 'contradicted') await this.log.goBack(signal);
    } finally {
      clearTimeout(timer);
      this.#open = undefined;
    }
  }

  /** @returns undefined if there is no stream now, or the reader has left */
  async #request(service: CrashingService, left: AbortSignal): Promise<AsyncIterable<Frame> | undefined> {
    const { position } = this.log;
    const isInHeader = position !== '' && this.#random.below(2) === 0;
    const path = isInHeader ? '/changes' : `/changes?page[after]=${position}`;
    const headers: Readonly<Record<string, string>> = isInHeader ? { 'Last-Event-ID': position } : {};
    const request = { method: 'GET', path, headers } as const;
    const sent = performance.now();
    const opening = openStream(`${service.client.url}${path}`, headers, left);
    try {
      const outcome = await outcomeOf(
        `a stream of ${path}`,
        opening.then(({ response }) => response),
      );
      judgeOutcome(this.#context, { service, request, sent, outcome });
      if (outcome.kind === 'acknowledged') return (await opening).frames;
      if (outcome.kind !== 'refused' || outcome.status === 503) return undefined;
      if (outcome.reason !== 'other-history') throw new Violation(`a stream of ${path}: ${JSON.stringify(outcome)}`);
    } catch (error) {
      if (left.aborted) return undefined;
      throw error;
    }
    count(this.#context.figures.feed, FEED.lostPositions);
    await this.log.goBack(left);
    return undefined;
  }

  async #take(service: CrashingService, frames: AsyncIterable<Frame>, left: AbortSignal): Promise<Ending> {
    const from = this.log.position;
    let code: string | undefined;
    try {
      for await (const frame of frames) {
        if (code !== undefined) throw new Violation(`a frame follows the end: ${JSON.stringify(frame)}`);
        if (this.#open === undefined) this.#begin(service, frame, from);
        else if (frame.event === 'end') code = JSON.parse(frame.data).code;
        else if (!this.#learn(frame)) return { kind: 'contradicted' };
      }
    } catch (error) {
      if (error instanceof Violation) throw error;
      if (left.aborted) return { kind: 'left' };
      if (!isConnectionLost(error)) throw error;
      if (code === undefined) return { kind: 'cut' };
    }
    return code === undefined ? { kind: 'closed' } : { kind: 'told', code };
  }

  /** The first frame has the place where the stream begins. */
  #begin(service: CrashingService, { event, id }: Frame, from: string): void {
    if (event !== 'position' || id === undefined) throw new Violation(`a stream begins with ${event}`);
    if (from !== '' && id !== from) throw new Violation(`a stream should resume after ${from}, but begins after ${id}`);
    count(this.#context.figures.feed, FEED.streams);
    this.log.position = id;
    this.#open = { service, since: performance.now() };
  }

  /** @returns false if a failover has lost changes that it had received */
  #learn({ event, id, data }: Frame): boolean {
    if (id === undefined || (event !== 'change' && event !== 'position'))
      throw new Violation(`a stream has an event ${event} with the id ${id}`);
    if (event === 'change') {
      const change = readTold(JSON.parse(data));
      if (id !== change.cursor) throw new Violation(`the frame of ${change.text} has the id ${id}`);
      if (!this.log.learn(change)) return false;
    }
    this.log.position = id;
    return true;
  }

  /** Requires that acknowledged writes arrive soon, as long as everything is up. */
  async #keepLooking(signal: AbortSignal): Promise<void> {
    for (; !signal.aborted; await pause(LOOK_MILLIS)) {
      const { figures, uptime } = this.#context;
      const since = this.#upSince();
      if (since === undefined) continue;
      const longest = longestDelay(uptime);
      const due = performance.now() - longest;
      const what = `no stream delivered within ${Math.round(longest)} ms:`;
      this.log.requireAcknowledged(due < since ? -Infinity : due, what, (acknowledged, told) => {
        // The others arrived on another stream or after an outage.
        if (acknowledged >= since) figures.delays.push(Math.max(0, told - acknowledged));
      });
    }
  }

  /** The time since which a stream has been open and everything up. After an outage of the database, the service may need time to recover. */
  #upSince(): number | undefined {
    const { uptime } = this.#context;
    const up = this.#open && uptime.of(this.#open.service);
    if (this.#open === undefined || up === undefined) return undefined;
    return this.#open.since > up.since ? this.#open.since : up.since + uptime.recoveryMillis;
  }
}
