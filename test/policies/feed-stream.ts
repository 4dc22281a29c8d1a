// One client of the stream, which reconnects with the last `id` whenever its connection ends.
import { setTimeout as pause } from 'node:timers/promises';
import type { EventStream } from '../support/event-stream.ts';
import type { Connection, Received } from './feed-connection.ts';
import { FeedFault, targetOf, type Feed, type Query } from './feed-pages.ts';

/** How a stream is read. */
export interface Manner {
  readonly query: Query;
  /** True if it is cut at random. */
  readonly resumes?: boolean;
  readonly isSlow?: boolean;
}

const SLOW_MILLIS = 50;

class OpenConnection implements Connection {
  readonly after: string | undefined;
  readonly openedAt = performance.now();
  readonly received: Received[] = [];
  stream: EventStream | undefined;
  isCut = false;

  constructor(after: string | undefined) {
    this.after = after;
  }

  get text(): string {
    return this.stream?.text ?? '';
  }

  cut(): void {
    this.isCut = true;
    this.stream?.close();
  }
}

export class FollowedStream {
  readonly manner: Manner;
  readonly #feed: Feed;
  readonly #connections: OpenConnection[] = [];
  #failure: { readonly error: unknown } | undefined;
  #isHurried = false;
  #version = 0;
  #resume: () => void = () => undefined;

  constructor(feed: Feed, manner: Manner) {
    this.#feed = feed;
    this.manner = manner;
  }

  /** For reports of faults. */
  get name(): string {
    return `a stream ${JSON.stringify(this.manner)}`;
  }

  get connections(): readonly Connection[] {
    return this.#connections;
  }

  /** The first `id`; empty if none has arrived. */
  get firstId(): string {
    return this.#ids.at(0) ?? '';
  }

  /** The last `id`; empty if none has arrived. */
  get lastId(): string {
    return this.#ids.at(-1) ?? '';
  }

  get #ids(): readonly string[] {
    return this.#connections.flatMap(({ received }) => received.flatMap(({ event: { id } }) => id ?? []));
  }

  /** Grows with each frame, and when the stream fails. */
  get version(): number {
    return this.#version;
  }

  /** Connects, with the last `id` if there is one. */
  connect(): void {
    const { lastId } = this;
    const { 'page[after]': asked = '' } = this.manner.query;
    const after = lastId === '' ? (asked.startsWith('p') ? asked : undefined) : lastId;
    const connection = new OpenConnection(after);
    this.#connections.push(connection);
    void this.#read(connection, lastId === '' ? {} : { 'Last-Event-ID': lastId });
  }

  /** Resolves when the stream has sent its first position. */
  async begun(): Promise<void> {
    while (this.lastId === '') {
      this.requireGood();
      await this.change(this.#version, Infinity);
    }
  }

  /** Cuts the connection and connects again, unless it has not begun. */
  resume(): void {
    if (this.lastId === '') return;
    this.close();
    this.connect();
  }

  /** Stops reading slowly. */
  hurry(): void {
    this.#isHurried = true;
  }

  /**
   * Waits for the next frame, or the failure of the stream.
   * @param version seen before
   * @param deadline as `performance.now()`
   * @returns false if nothing has arrived by then
   */
  async change(version: number, deadline: number): Promise<boolean> {
    const hasCome = (): boolean => this.#version !== version || this.#failure !== undefined;
    if (hasCome()) return true;
    const left = deadline - performance.now();
    const timer = Number.isFinite(left) ? setTimeout(() => this.#resume(), left) : undefined;
    await new Promise<void>((resolve) => (this.#resume = resolve));
    clearTimeout(timer);
    return hasCome();
  }

  /** @throws FeedFault if the stream has failed */
  requireGood(): void {
    if (this.#failure !== undefined) throw new FeedFault(`${this.name}: ${String(this.#failure.error)}`);
  }

  close(): void {
    for (const connection of this.#connections) connection.cut();
  }

  async #read(connection: OpenConnection, headers: Readonly<Record<string, string>>): Promise<void> {
    const { service, actor } = this.#feed;
    const request = { method: 'GET', route: '/changes', target: targetOf(this.manner.query), headers };
    try {
      const stream = await service.follow(request, actor);
      connection.stream = stream;
      if (connection.isCut) stream.close();
      for await (const event of stream) {
        if (connection.isCut) return;
        connection.received.push({ event, at: performance.now() });
        this.#notice();
        if (this.manner.isSlow === true && !this.#isHurried) await pause(SLOW_MILLIS);
      }
      if (connection.isCut) return;
      const isWhole = await stream.ended;
      if (!isWhole || connection.received.at(-1)?.event.event !== 'end') throw new Error('it was cut off');
      this.connect();
    } catch (error) {
      if (connection.isCut) return;
      this.#failure = { error };
      this.#notice();
    }
  }

  #notice(): void {
    this.#version += 1;
    this.#resume();
  }
}
