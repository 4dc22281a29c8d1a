// Watches the end of the feed for all readers of a process. Readers who may see the same rows share every look at the storage.
import { CollisionError, QueryTimeoutError, StorageUnavailableError } from '../model/errors.ts';
import { isSamePlace, type FeedPlace } from '../model/feed-place.ts';
import type { ChangeFeed } from '../ports/change-feed.ts';
import { Tail, Watch, type LiveView } from './feed-tail.ts';

/** In milliseconds. */
export interface LiveTimes {
  /** The time between two looks at the storage. */
  readonly poll: number;
  /** The least time between two looks, even if this process writes. */
  readonly rest: number;
  /** Readers are woken this often, even if nothing changes or the storage does not respond. */
  readonly beat: number;
  /** The time between two looks while the storage is unavailable. */
  readonly away: number;
}

const TIMES: LiveTimes = { poll: 100, rest: 50, beat: 1000, away: 500 };

/** Polls the storage while there are readers. One look serves all whose rows need no judgement; if it finds changes, each other view gets its own. */
export class LiveFeed {
  readonly #feed: ChangeFeed;
  readonly #times: LiveTimes;
  /** The pollers that have not been started yet. */
  readonly #begun: Poller[] = [];
  #run = (): void => undefined;
  /** Undefined without readers. */
  #poller: Poller | undefined;

  constructor(feed: ChangeFeed, times: LiveTimes = TIMES) {
    this.#feed = feed;
    this.#times = times;
    void this.#runAll();
  }

  /** Call it after this process has committed changes, so that the next look comes sooner. */
  noticeChanges(): void {
    this.#poller?.hurry();
  }

  /** Begins to watch the end of the feed. Close the result when done. */
  watch(view: LiveView): Watch {
    return (this.#poller ?? this.#start()).watch(view);
  }

  #start(): Poller {
    const poller = new Poller(this.#feed, this.#times, () => {
      // The next reader starts a new poller.
      this.#poller = undefined;
    });
    this.#poller = poller;
    this.#begun.push(poller);
    this.#run();
    return poller;
  }

  /** Runs the pollers. Called once, outside of requests, so that looks do not count towards the cost of the request that starts a poller. */
  async #runAll(): Promise<never> {
    for (;;) {
      await new Promise<void>((resolve) => (this.#run = resolve));
      for (const poller of this.#begun.splice(0)) void poller.run();
    }
  }
}

/** Looks at the storage until the last reader has left, or the feed is restarted or turned off. */
class Poller {
  readonly #feed: ChangeFeed;
  readonly #times: LiveTimes;
  readonly #onEnd: () => void;
  /** The tail of readers whose rows need no judgement. Only its looks settle the feed. */
  readonly #unjudged = new Tail({}, 'try');
  /** The other tails, by view. */
  readonly #judged = new Map<string, Tail>();
  /** The tails with a look under way. */
  readonly #looking = new Set<Tail>();
  #watches = 0;
  #isOver = false;
  #beat: NodeJS.Timeout | undefined;
  /** True if the next look must come sooner. */
  #isHurried = false;
  /** Ends the pause between two looks early. */
  #endPause = (): void => undefined;

  /** @param onEnd called when the poller ends */
  constructor(feed: ChangeFeed, times: LiveTimes, onEnd: () => void) {
    this.#feed = feed;
    this.#times = times;
    this.#onEnd = onEnd;
  }

  watch(view: LiveView): Watch {
    this.#watches += 1;
    const isJudged = view.rows !== undefined && Object.keys(view.rows).length > 0;
    return new Watch(isJudged ? this.#tailOf(view) : this.#unjudged, () => {
      this.#watches -= 1;
      if (this.#watches === 0) this.#end();
    });
  }

  hurry(): void {
    this.#isHurried = true;
    this.#endPause();
  }

  async run(): Promise<void> {
    // Its only reader may have gone already.
    if (!this.#isOver) this.#beat = setInterval(() => this.#wakeAll(), this.#times.beat);
    while (!this.#isOver) {
      const start = performance.now();
      const wait = await this.#poll();
      await this.#rest(start, wait);
    }
  }

  #wakeAll(): void {
    for (const tail of this.#tails()) tail.wake();
  }

  #tailOf(view: LiveView): Tail {
    const key = JSON.stringify(view);
    const known = this.#judged.get(key);
    if (known !== undefined) return known;
    const tail = new Tail(view, 'skip');
    this.#judged.set(key, tail);
    return tail;
  }

  #tails(): readonly Tail[] {
    return [this.#unjudged, ...this.#judged.values()];
  }

  /** @returns the time until the next poll */
  async #poll(): Promise<number> {
    try {
      const hasMore = await this.#lookUnjudged();
      this.#judge(this.#unjudged.head);
      return hasMore ? 0 : this.#times.poll;
    } catch (error) {
      if (isAway(error)) {
        for (const tail of this.#tails()) tail.forget();
        return this.#times.away;
      }
      for (const tail of this.#tails()) tail.fail(error);
      this.#end();
      return 0;
    }
  }

  /** @returns true if more is known to follow */
  async #lookUnjudged(): Promise<boolean> {
    if (this.#unjudged.head !== undefined) return (await this.#unjudged.look(this.#feed))?.isEnd === false;
    this.#unjudged.begin(await this.#feed.end());
    return false;
  }

  /** Advances the other views independently, so that a slow condition delays only its own readers. */
  #judge(head: FeedPlace | undefined): void {
    for (const [key, tail] of this.#judged) {
      if (!tail.hasReaders) this.#judged.delete(key);
      else if (tail.head === undefined && head !== undefined) tail.begin(head);
      else if (!this.#looking.has(tail)) void this.#catchUp(key, tail);
    }
  }

  async #catchUp(key: string, tail: Tail): Promise<void> {
    this.#looking.add(tail);
    try {
      while (!this.#isOver && this.#isBehind(tail)) if ((await tail.look(this.#feed)) === undefined) return;
    } catch (error) {
      // The next poll tries again.
      if (isAway(error)) return tail.forget();
      if (this.#judged.get(key) === tail) this.#judged.delete(key);
      tail.fail(error);
    } finally {
      this.#looking.delete(tail);
    }
  }

  /** True unless a view has read exactly as far as the unjudged tail. It may be ahead, and a failover may have replaced what it has read there. */
  #isBehind({ head }: Tail): boolean {
    const end = this.#unjudged.head;
    return head !== undefined && end !== undefined && !isSamePlace(head, end);
  }

  /** Waits until the next look. A write of this process shortens the wait, but not below `rest`. */
  async #rest(start: number, wait: number): Promise<void> {
    if (wait === 0) return;
    const left = (millis: number): number => Math.max(0, start + millis - performance.now());
    if (!this.#isHurried) await this.#pause(left(wait));
    if (this.#isOver) return;
    this.#isHurried = false;
    // A write also ends this pause, but the next look comes no sooner.
    while (left(this.#times.rest) > 0) await this.#pause(left(this.#times.rest));
  }

  async #pause(millis: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, millis);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#beat);
    this.hurry();
    this.#onEnd();
  }
}

/** True if a later look may succeed. */
export function isAway(error: unknown): boolean {
  return (
    error instanceof StorageUnavailableError || error instanceof QueryTimeoutError || error instanceof CollisionError
  );
}
