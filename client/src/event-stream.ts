// Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation).

export interface StreamEvent {
  readonly kind: 'event';
  readonly name: string;
  readonly data: string;
  /** The last `id` in the stream so far; empty if there was none. */
  readonly id: string;
}

export type StreamItem =
  StreamEvent | { readonly kind: 'retry'; readonly millis: number } | { readonly kind: 'comment' };

/** Parses one stream, whose bytes can be split anywhere. An event without its final blank line is dropped. */
export class EventStreamParser {
  readonly #decoder = new TextDecoder();
  /** The start of an incomplete line. */
  #line = '';
  /** True after a carriage return, which a line feed may still follow. */
  #followsReturn = false;
  #name = '';
  #data: string[] = [];
  #id = '';

  /** Yields the items that these bytes complete. */
  *parse(bytes: Uint8Array): Generator<StreamItem, void, undefined> {
    for (const line of this.#endedBy(this.#decoder.decode(bytes, { stream: true }))) {
      const item = this.#take(line);
      if (item !== undefined) yield item;
    }
  }

  #endedBy(text: string): readonly string[] {
    const rest = this.#followsReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') this.#followsReturn = text.endsWith('\r');
    // Split only when a line ends, so that a long line in many pieces is copied once.
    if (!/[\r\n]/.test(rest)) {
      this.#line += rest;
      return [];
    }
    const lines = (this.#line + rest).split(/\r\n|\r|\n/);
    this.#line = lines.pop() ?? '';
    return lines;
  }

  #take(line: string): StreamItem | undefined {
    if (line === '') return this.#dispatch();
    if (line.startsWith(':')) return { kind: 'comment' };
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') this.#name = value;
    else if (field === 'data') this.#data.push(value);
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) return { kind: 'retry', millis: Number(value) };
    return undefined;
  }

  #dispatch(): StreamItem | undefined {
    const [name, data] = [this.#name || 'message', this.#data];
    this.#name = '';
    this.#data = [];
    return data.length === 0 ? undefined : { kind: 'event', name, data: data.join('\n'), id: this.#id };
  }
}
