// The end of the feed, watched once for all readers of a process that follow it. Readers that may see the same rows share every look at the storage.
import { setTimeout as pause } from 'node:timers/promises';
import { comparePlaces, isSamePlace, type FeedPlace } from '../model/feed-place.ts';
import { QueryTimeoutError, StorageUnavailableError } from '../model/errors.ts';
import type { ChangeFeed, ChangeQuery, KeptChange } from '../ports/change-feed.ts';

/** The changes between two places, judged for a view. */
export interface Window {
  readonly after: FeedPlace;
  readonly changes: readonly KeptChange[];
  readonly place: FeedPlace;
}

/** What readers of equal permissions may learn: the part of a query that `ActorFeed.queryFor` makes. */
export type View = Pick<ChangeQuery, 'of' | 'rows'>;

/** In milliseconds. */
export interface LiveTimes {
  /** Between two looks at the storage. */
  readonly poll: number;
  /** The least time between two looks, even if this process writes. */
  readonly rest: number;
  /** Readers get their turn at least so often, even if nothing changes. */
  readonly beat: number;
  /** Between two looks while the storage is away. */
  readonly away: number;
}

const TIMES: LiveTimes = { poll: 100, rest: 50, beat: 1000, away: 500 };

/** The most changes that one look examines, and that a tail keeps. */
export const AT_ONCE = 1000;

/** Polls the storage while anybody reads: one look for all who may see every row, and one for each other view if there is something new. */
export class LiveFeed {
  readonly #feed: ChangeFeed;
  readonly #times: LiveTimes;
  /** The end of the feed for all who may see every row. Undefined while nobody reads. */
  #open: Tail | undefined;
  /** By view. */
  readonly #judged = new Map<string, Tail>();
  #watches = 0;
  /** Ends the pause between two looks. */
  #hurry = new AbortController();

  constructor(feed: ChangeFeed, times: LiveTimes = TIMES) {
    this.#feed = feed;
    this.#times = times;
  }

  /** Says that this process has just committed changes, so that they are told soon. */
  noticeChanges(): void {
    if (this.#watches > 0) this.#hurry.abort();
  }

  /** Begins to watch the end of the feed. Call `close` in the end. */
  watch(view: View): Watch {
    this.#watches += 1;
    if (this.#open === undefined) {
      this.#open = new Tail({});
      void this.#run(this.#open);
    }
    const tail = view.rows === undefined || Object.keys(view.rows).length === 0 ? this.#open : this.#tailOf(view);
    return new Watch(tail, () => {
      this.#watches -= 1;
      if (this.#watches === 0) this.#forget();
    });
  }

  #tailOf(view: View): Tail {
    const key = JSON.stringify(view);
    const known = this.#judged.get(key);
    if (known !== undefined) return known;
    const tail = new Tail(view);
    this.#judged.set(key, tail);
    return tail;
  }

  /** The next reader begins anew. */
  #forget(): void {
    this.#open = undefined;
    this.#judged.clear();
    this.#hurry.abort();
  }

  async #run(open: Tail): Promise<void> {
    let beatAt = performance.now();
    while (this.#open === open) {
      const start = performance.now();
      let wait = this.#times.poll;
      try {
        await this.#look(open);
        if (this.#tails(open).some(({ isBehind }) => isBehind)) wait = 0;
      } catch (error) {
        if (isAway(error)) wait = this.#times.away;
        else this.#fail(open, error);
      }
      const isBeat = performance.now() - beatAt >= this.#times.beat;
      if (isBeat) beatAt = performance.now();
      for (const tail of this.#tails(open)) tail.wake(isBeat);
      await this.#rest(start, wait);
    }
  }

  #tails(open: Tail): readonly Tail[] {
    return [open, ...this.#judged.values()];
  }

  async #look(open: Tail): Promise<void> {
    const isNew = await open.look(this.#feed);
    await Promise.all(
      [...this.#judged].map(async ([key, tail]) => {
        if (tail.readers === 0) this.#judged.delete(key);
        else if (isNew || tail.isBehind) await tail.look(this.#feed);
      }),
    );
  }

  /** Waits for the next look: less if this process writes, but then the rest at least. */
  async #rest(start: number, wait: number): Promise<void> {
    if (wait === 0) return;
    const left = (millis: number): number => Math.max(0, start + millis - performance.now());
    await pause(left(wait), undefined, { signal: this.#hurry.signal }).catch(() => undefined);
    this.#hurry = new AbortController();
    await pause(left(this.#times.rest));
  }

  /** Ends all readers. */
  #fail(open: Tail, error: unknown): void {
    for (const tail of this.#tails(open)) {
      tail.fail(error);
      tail.wake(true);
    }
    this.#forget();
  }
}

/** The storage does not answer now; it may do so soon. */
export function isAway(error: unknown): boolean {
  return error instanceof StorageUnavailableError || error instanceof QueryTimeoutError;
}

/** The last windows of a view. */
class Tail {
  readonly #view: View;
  readonly #windows: Window[] = [];
  readonly #waiting = new Set<() => void>();
  #head: FeedPlace | undefined;
  #failure: { readonly error: unknown } | undefined;
  /** True if windows were added since readers were woken. */
  #isFresh = false;
  /** True if more is known to follow the last window, or nothing is known yet. */
  isBehind = true;
  readers = 0;
  /** Grows with each window. */
  version = 0;

  constructor(view: View) {
    this.#view = view;
  }

  /** @returns whether anything was new */
  async look(feed: ChangeFeed): Promise<boolean> {
    this.isBehind = true;
    const after = this.#head;
    if (after === undefined) {
      const { place } = await feed.look({ after, most: 0, waits: false });
      this.#head = place;
      this.isBehind = false;
      this.#add();
      return true;
    }
    const { changes, place, isEnd } = await feed.look({ ...this.#view, after, most: AT_ONCE, waits: false });
    this.isBehind = !isEnd;
    if (isSamePlace(place, after)) return false;
    this.#windows.push({ after, changes, place });
    this.#head = place;
    for (let kept = this.#kept(); kept > AT_ONCE && this.#windows.length > 1; kept = this.#kept())
      this.#windows.shift();
    this.#add();
    return true;
  }

  /** The window that begins at a place. */
  windowAfter(place: FeedPlace): Window | undefined {
    return this.#windows.findLast(({ after }) => isSamePlace(after, place));
  }

  isHead(place: FeedPlace): boolean {
    return this.#head !== undefined && isSamePlace(place, this.#head);
  }

  /** The last place after one and up to another from which windows go on. */
  boundaryIn(after: FeedPlace, end: FeedPlace): FeedPlace | undefined {
    const places = [...this.#windows.map((window) => window.after), ...(this.#head === undefined ? [] : [this.#head])];
    return places.findLast((each) => comparePlaces(after, each) < 0 && comparePlaces(each, end) <= 0);
  }

  /** @throws the error that has ended all readers */
  requireGood(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** @returns stops waiting */
  wait(resume: () => void): () => void {
    this.#waiting.add(resume);
    return () => void this.#waiting.delete(resume);
  }

  /** Gives readers their turn if there is something new. */
  wake(isBeat: boolean): void {
    if (!this.#isFresh && !isBeat) return;
    this.#isFresh = false;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resume of waiting) resume();
  }

  fail(error: unknown): void {
    this.#failure = { error };
    this.#add();
  }

  #add(): void {
    this.version += 1;
    this.#isFresh = true;
  }

  #kept(): number {
    return this.#windows.reduce((sum, { changes }) => sum + 1 + changes.length, 0);
  }
}

/** A reader's access to the end of the feed. */
export class Watch {
  readonly #tail: Tail;
  readonly #onClose: () => void;
  #isClosed = false;
  #resume = (): void => undefined;

  constructor(tail: Tail, onClose: () => void) {
    this.#tail = tail;
    this.#onClose = onClose;
    tail.readers += 1;
  }

  /** Grows when something is new. */
  get version(): number {
    return this.#tail.version;
  }

  /** The window that begins at a place; undefined if none does. */
  windowAfter(place: FeedPlace): Window | undefined {
    return this.#tail.windowAfter(place);
  }

  /** True if the place is the end, as far as it is known. */
  isHead(place: FeedPlace): boolean {
    return this.#tail.isHead(place);
  }

  /** The last place after one and up to another where a window begins, or will begin. */
  boundaryIn(after: FeedPlace, end: FeedPlace): FeedPlace | undefined {
    return this.#tail.boundaryIn(after, end);
  }

  /**
   * Waits until something is new, or the reader gets its turn, or the watch is closed.
   * @param version seen before
   * @throws PositionExpiredError, FeedOffError if the feed is another one now
   */
  async change(version: number): Promise<void> {
    if (!this.#isClosed && this.#tail.version === version)
      await new Promise<void>((resolve) => {
        const stopWaiting = this.#tail.wait(resolve);
        this.#resume = () => {
          stopWaiting();
          resolve();
        };
      });
    this.#tail.requireGood();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#tail.readers -= 1;
    this.#resume();
    this.#onClose();
  }
}
