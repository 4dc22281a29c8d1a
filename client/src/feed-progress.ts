import type { ChangeObject } from './change.ts';
import type { StreamEvent } from './event-stream.ts';
import { isOfType } from './feed-filter.ts';

/** A change, and the position after it. */
export interface FeedItem {
  /** Undefined if there was no change for the reader up to this position. */
  readonly change?: ChangeObject;
  readonly position: string;
}

/** The reader gets a position after this many changes of other types, or after this much time. */
const PASSED_CHANGES = 1000;
const PASSED_MILLIS = 30_000;
/** The maximum number of changes remembered because they may arrive again. */
const MOST_REMEMBERED = 10_000;

/**
 * The progress of a reader across lost connections. Several frames can have the same `id`: while the service delays a `refetch`, the frames
 * after it have the position before it. If the connection is lost there, they arrive again.
 */
export class FeedProgress {
  readonly #types: readonly string[] | undefined;
  #position: string;
  /** The last position given to the reader. Empty at first, so that the reader gets the initial position and can tell that the stream is open. */
  #shown = '';
  #passed = 0;
  #shownAt = performance.now();
  /** The ids of the changes received with this position. */
  #since = new Set<string>();
  /** The ids of changes received before the connection was lost, which may arrive again. */
  #again = new Set<string>();

  /** @param after the position where the reader starts */
  constructor(after: string, types: readonly string[] | undefined) {
    this.#position = after;
    this.#types = types;
  }

  /** The position from which a stream resumes. */
  get position(): string {
    return this.#position;
  }

  /** Call it before the stream resumes. */
  resume(): void {
    this.#again = new Set([...this.#again, ...this.#since].slice(-MOST_REMEMBERED));
    this.#since = new Set();
  }

  /** @returns the item that an event gives the reader, if any */
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

  /** The position, if it is time to give it to the reader. */
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
