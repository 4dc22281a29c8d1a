// The end of the feed, shared by all readers who may see the same rows.
import { comparePlaces, isSamePlace, type FeedPlace } from '../model/feed-place.ts';
import type { ChangeFeed, ChangeQuery, KeptChange } from '../ports/change-feed.ts';

/** The changes between two places, judged for a view. */
export interface Window {
  readonly after: FeedPlace;
  readonly changes: readonly KeptChange[];
  readonly place: FeedPlace;
  /** At least this many changes were examined, including those that the view does not show. */
  readonly examined: number;
}

/** The part of a query that depends on the reader's permissions, as made by `ActorFeed.queryFor`. Readers with equal permissions share a view. */
export type LiveView = Pick<ChangeQuery, 'of' | 'rows'>;

/** The maximum number of changes that a look at the end of the feed examines. */
export const AT_ONCE = 1000;
/** The maximum number of changes that a tail keeps in addition to its last window. */
const MOST_KEPT = 1000;

/** A window just read from the storage. */
interface LookedWindow extends Window {
  /** True if no change follows it. */
  readonly isEnd: boolean;
}

type WindowQuery = LiveView & { readonly after: FeedPlace } & Pick<ChangeQuery, 'most' | 'settling'>;

/**
 * Reads the window after a place.
 * @returns undefined if nothing follows
 * @throws FeedOffError, PositionExpiredError, StorageUnavailableError, QueryTimeoutError
 */
export async function lookAfter(feed: ChangeFeed, query: WindowQuery): Promise<LookedWindow | undefined> {
  const { after, most } = query;
  const { changes, place, isEnd } = await feed.look(query);
  if (isSamePlace(place, after)) return undefined;
  return { after, changes, place, isEnd, examined: isEnd ? changes.length : most };
}

/** The latest windows of a view, and the readers waiting for the next one. */
export class Tail {
  readonly #view: LiveView;
  readonly #settling: ChangeQuery['settling'];
  readonly #windows: Window[] = [];
  readonly #waiting = new Set<() => void>();
  #head: FeedPlace | undefined;
  /** True if the last look has succeeded, and no other is under way. While it is false, the storage may have lost the places in a failover. */
  #isConfirmed = true;
  #failure: { readonly error: unknown } | undefined;
  #version = 0;
  #readers = 0;

  constructor(view: LiveView, settling: ChangeQuery['settling']) {
    this.#view = view;
    this.#settling = settling;
  }

  get hasReaders(): boolean {
    return this.#readers > 0;
  }

  join(): void {
    this.#readers += 1;
  }

  leave(): void {
    this.#readers -= 1;
  }

  /** Grows with each new window. */
  get version(): number {
    return this.#version;
  }

  /** The place where the next window begins; undefined until `begin`. */
  get head(): FeedPlace | undefined {
    return this.#head;
  }

  begin(head: FeedPlace): void {
    this.#head = head;
    this.#announce();
  }

  /**
   * Reads the next window. Call it after `begin`, and do not overlap calls.
   * @returns undefined if nothing is new
   */
  async look(feed: ChangeFeed): Promise<LookedWindow | undefined> {
    if (this.#head === undefined) throw new Error('the tail has not begun');
    this.#isConfirmed = false;
    const query = { ...this.#view, after: this.#head, most: AT_ONCE, settling: this.#settling };
    const window = await lookAfter(feed, query);
    this.#isConfirmed = true;
    if (window === undefined) return undefined;
    this.#head = window.place;
    if (this.hasReaders) this.#keep(window);
    else this.#windows.length = 0;
    this.#announce();
    return window;
  }

  #keep(window: Window): void {
    this.#windows.push(window);
    for (let kept = this.#kept(); kept > MOST_KEPT && this.#windows.length > 1; kept = this.#kept())
      this.#windows.shift();
  }

  /** Forgets the windows, because the storage may have lost them in a failover. */
  forget(): void {
    this.#windows.length = 0;
    this.#isConfirmed = false;
  }

  /** The window that begins at a place. */
  windowAfter(place: FeedPlace): Window | undefined {
    return this.#windows.findLast(({ after }) => isSamePlace(after, place));
  }

  isHead(place: FeedPlace): boolean {
    return this.#head !== undefined && isSamePlace(place, this.#head);
  }

  /** The last place after `after`, up to and including `end`, where a window begins or will begin. Undefined while places are not confirmed. */
  boundaryIn(after: FeedPlace, end: FeedPlace): FeedPlace | undefined {
    if (!this.#isConfirmed) return undefined;
    const places = [...this.#windows.map((window) => window.after), ...(this.#head === undefined ? [] : [this.#head])];
    return places.findLast(
      (each) => each.restart === after.restart && comparePlaces(after, each) < 0 && comparePlaces(each, end) <= 0,
    );
  }

  /** @throws the error given to `fail` */
  requireGood(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** @returns a function that stops waiting */
  wait(resume: () => void): () => void {
    this.#waiting.add(resume);
    return () => void this.#waiting.delete(resume);
  }

  /** Resumes all waiting readers. */
  wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resume of waiting) resume();
  }

  /** Ends all readers with an error. */
  fail(error: unknown): void {
    this.#failure = { error };
    this.forget();
    this.#announce();
  }

  #announce(): void {
    this.#version += 1;
    this.wake();
  }

  #kept(): number {
    return this.#windows.reduce((sum, { changes }) => sum + 1 + changes.length, 0);
  }
}

/** A reader's access to a tail. */
export class Watch {
  readonly #tail: Tail;
  readonly #onClose: () => void;
  #isClosed = false;
  #resume = (): void => undefined;

  constructor(tail: Tail, onClose: () => void) {
    this.#tail = tail;
    this.#onClose = onClose;
    tail.join();
  }

  /** Grows with each new window. */
  get version(): number {
    return this.#tail.version;
  }

  /** The window that begins at a place; undefined if none does. */
  windowAfter(place: FeedPlace): Window | undefined {
    return this.#tail.windowAfter(place);
  }

  /** True if the place is the known end of the feed. */
  isHead(place: FeedPlace): boolean {
    return this.#tail.isHead(place);
  }

  /** The last place after `after`, up to and including `end`, where a window begins or will begin. */
  boundaryIn(after: FeedPlace, end: FeedPlace): FeedPlace | undefined {
    return this.#tail.boundaryIn(after, end);
  }

  /**
   * Waits until there is a new window, the reader is woken, or the watch is closed. `close` resumes only the last call.
   * @param version the version that the reader has seen
   * @throws PositionExpiredError, FeedOffError if the feed was restarted or turned off
   */
  async change(version: number): Promise<void> {
    // A failed tail never wakes its readers again.
    this.#tail.requireGood();
    if (this.#isClosed || this.#tail.version !== version) return;
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
    this.#tail.leave();
    this.#resume();
    this.#onClose();
  }
}
