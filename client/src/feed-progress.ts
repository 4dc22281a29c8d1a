import type { ChangeObject } from './change.ts';
import type { StreamEvent } from './event-stream.ts';
import { isOfType } from './feed-filter.ts';

/** A change, and the position after it. */
export interface FeedItem {
  /** Undefined if the feed was only read up to the position, without a change for the reader. */
  readonly change?: ChangeObject;
  readonly position: string;
}

/** The reader learns its position after this many changes of other types, or this much time. */
const PASSED_CHANGES = 1000;
const PASSED_MILLIS = 30_000;
/** The most changes that are remembered because they may be told again. */
const MOST_REMEMBERED = 10_000;

/**
 * How far a stream was read, across cuts. Several frames can have one `id`: while an order to read a type again waits in the service, those
 * behind it have the position before it. After a cut there, they are told again.
 */
export class FeedProgress {
  readonly #types: readonly string[] | undefined;
  #position: string;
  /** The last position that the reader knows. At first it knows none: the one where the stream begins tells it that the stream is open. */
  #shown = '';
  #passed = 0;
  #shownAt = performance.now();
  /** The ids of the changes that came with this position. */
  #since = new Set<string>();
  /** The ids of changes from before the last cut that may be told again. */
  #again = new Set<string>();

  /** @param after where the reader starts */
  constructor(after: string, types: readonly string[] | undefined) {
    this.#position = after;
    this.#types = types;
  }

  /** Where a stream resumes. */
  get position(): string {
    return this.#position;
  }

  /** Call it before the stream resumes. */
  resume(): void {
    this.#again = new Set([...this.#again, ...this.#since].slice(-MOST_REMEMBERED));
    this.#since = new Set();
  }

  /** @returns what the reader learns from an event; undefined: nothing */
  take({ name, data, id }: StreamEvent): FeedItem | undefined {
    if (id !== '' && id !== this.#position) {
      this.#position = id;
      this.#since.clear();
    }
    if (name === 'position') return this.#pass();
    if (name !== 'change' && name !== 'refetch') return undefined;
    const change = JSON.parse(data) as ChangeObject;
    this.#remember(change.id);
    const isAgain = this.#again.delete(change.id);
    if (isAgain || !isOfType(change, this.#types)) {
      this.#passed += 1;
      return this.due();
    }
    this.#show();
    return { change, position: this.#position };
  }

  /** The position, if it is time that the reader learns it. */
  due(): FeedItem | undefined {
    const isDue = this.#passed >= PASSED_CHANGES || performance.now() - this.#shownAt >= PASSED_MILLIS;
    return isDue ? this.#pass() : undefined;
  }

  #remember(id: string): void {
    this.#since.add(id);
    const [oldest = id] = this.#since;
    if (this.#since.size > MOST_REMEMBERED) this.#since.delete(oldest);
  }

  #pass(): FeedItem | undefined {
    if (this.#position === this.#shown) return undefined;
    this.#show();
    return { position: this.#position };
  }

  #show(): void {
    this.#shown = this.#position;
    this.#passed = 0;
    this.#shownAt = performance.now();
  }
}
