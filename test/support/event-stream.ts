// A client of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) that is stricter than browsers.
import { once } from 'node:events';
import { request, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { text as bodyOf } from 'node:stream/consumers';
import type { ShownChange } from '../contract/api/feed.ts';

export interface StreamEvent {
  readonly event: string;
  /** Undefined if the frame has none. */
  readonly id: string | undefined;
  /** Parsed JSON. */
  readonly data: unknown;
}

interface StreamOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

export const EVENT_STREAM = 'text/event-stream';

/**
 * Opens a stream on a connection of its own. Close it when done.
 * @throws Error with status and body if the answer is not a stream
 */
export async function openStream(url: string, { headers = {} }: StreamOptions = {}): Promise<EventStream> {
  const sent = request(url, { headers: { Accept: EVENT_STREAM, ...headers }, agent: false });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200 || response.headers['content-type'] !== EVENT_STREAM)
    throw new Error(`not a stream: ${response.statusCode} ${await bodyOf(response)}`);
  return new EventStream(sent, response);
}

/** The events of a stream, in the order received. Reads continuously unless it is paused. */
export class EventStream implements AsyncIterable<StreamEvent> {
  readonly headers: IncomingHttpHeaders;
  /** All events so far. */
  readonly received: StreamEvent[] = [];
  /** The number of comments so far. */
  comments = 0;
  /** The pause before reconnecting that the stream has asked for, in milliseconds. */
  retry: number | undefined;
  /** The last `id` of a frame: where to resume. */
  lastId = '';
  /** Everything received. */
  text = '';
  /** Resolves when the connection is closed, to true if the response was complete. */
  readonly ended: Promise<boolean>;
  readonly #request: ClientRequest;
  readonly #response: IncomingMessage;
  /** Called when anything has been received. */
  readonly #waiting = new Set<() => void>();
  #taken = 0;
  #unfinishedLine = '';
  #frame: Fields = NO_FIELDS;
  #isOver = false;
  #failure: Error | undefined;

  constructor(sent: ClientRequest, response: IncomingMessage) {
    this.#request = sent;
    this.#response = response;
    this.headers = response.headers;
    // `ended` reports a connection that was cut.
    sent.on('error', () => undefined);
    response.on('error', () => undefined);
    response.setEncoding('utf8').on('data', (chunk: string) => this.#receive(chunk));
    this.ended = new Promise((resolve) => {
      response.once('close', () => {
        this.#isOver = true;
        this.#notify();
        resolve(response.complete);
      });
    });
  }

  /**
   * The next event not taken yet.
   * @returns undefined if the stream has ended
   * @throws Error if the service sent something that it must not
   */
  async next(): Promise<StreamEvent | undefined> {
    while (this.#taken === this.received.length && !this.#isOver && this.#failure === undefined)
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    if (this.#failure !== undefined) throw this.#failure;
    const event = this.received[this.#taken];
    if (event !== undefined) this.#taken += 1;
    return event;
  }

  /**
   * The next event of a kind, skipping others.
   * @throws Error if the stream ends first
   */
  async nextOf(kind: string): Promise<StreamEvent> {
    for await (const event of this) if (event.event === kind) return event;
    throw new Error(`no ${kind} came, but ${JSON.stringify(this.received)}`);
  }

  /** The next changes and types to read again, skipping positions. */
  async nextChanges(count: number): Promise<readonly ShownChange[]> {
    const changes: ShownChange[] = [];
    while (changes.length < count) {
      const event = await this.next();
      if (event === undefined || event.event === 'end')
        throw new Error(`${changes.length} of ${count} changes came: ${JSON.stringify(this.received)}`);
      if (event.event !== 'position') changes.push(event.data as ShownChange);
    }
    return changes;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<StreamEvent, void> {
    for (let event = await this.next(); event !== undefined; event = await this.next()) yield event;
  }

  /** What has arrived at the connection, even if it is paused. */
  get bytesRead(): number {
    return this.#response.socket.bytesRead;
  }

  /** Takes nothing more from the connection until `resume`. */
  pause(): void {
    this.#response.pause();
  }

  resume(): void {
    this.#response.resume();
  }

  /** Cuts the connection. */
  close(): void {
    this.#request.destroy();
  }

  #receive(chunk: string): void {
    this.text += chunk;
    const lines = (this.#unfinishedLine + chunk).split('\n');
    this.#unfinishedLine = lines.pop() ?? '';
    try {
      for (const line of lines) this.#readLine(line);
    } catch (error) {
      this.#failure = error as Error;
    }
    this.#notify();
  }

  #readLine(line: string): void {
    if (line === '') return this.#finishFrame();
    if (line.startsWith(':')) {
      this.comments += 1;
      return;
    }
    const [, name = '', value = ''] = /^(id|event|data|retry): ([^\r]*)$/.exec(line) ?? [];
    if (name === 'retry') this.retry = Number(value);
    else if (name === 'id' || name === 'event' || name === 'data') this.#frame = { ...this.#frame, [name]: value };
    else throw new Error(`not a field of a frame: ${line}`);
  }

  #finishFrame(): void {
    const { event, id, data } = this.#frame;
    this.#frame = NO_FIELDS;
    if (data === undefined) return;
    if (id !== undefined) this.lastId = id;
    this.received.push({ event, id, data: JSON.parse(data) as unknown });
  }

  #notify(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resume of waiting) resume();
  }
}

interface Fields {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: string | undefined;
}

const NO_FIELDS: Fields = { event: 'message', id: undefined, data: undefined };
