/** A complete message of a PostgreSQL client, or all of an extended query up to its Sync. */
export interface ClientMessage {
  readonly bytes: Buffer;
  /** The statements it executes, separated by newlines; undefined if it executes none. */
  readonly sql: string | undefined;
}

/** Splits a client's byte stream into messages, however the network has split it. An extended query stays in one piece. */
export class ClientMessages {
  #rest: Buffer = Buffer.alloc(0);
  /** The first message has no type byte. */
  #started = false;
  /** The texts of prepared statements by name. */
  readonly #prepared = new Map<string, string>();

  /**
   * @param data the next bytes
   * @returns the messages that they complete
   */
  read(data: Buffer): readonly ClientMessage[] {
    this.#rest = Buffer.concat([this.#rest, data]);
    const messages: ClientMessage[] = [];
    for (let end = this.#end(); end !== undefined; end = this.#end()) {
      const bytes = this.#rest.subarray(0, end);
      messages.push({ bytes, sql: this.#started ? this.#sqlOf(bytes) : undefined });
      this.#rest = this.#rest.subarray(end);
      this.#started = true;
    }
    return messages;
  }

  #sqlOf(bytes: Buffer): string | undefined {
    const texts: string[] = [];
    for (let start = 0; start < bytes.length;) {
      const type = bytes.toString('latin1', start, start + 1);
      const end = start + 1 + bytes.readInt32BE(start + 1);
      const [first = '', second = ''] = bytes.toString('utf8', start + 1 + LENGTH_BYTES, end).split('\0', 2);
      if (type === 'Q') texts.push(first);
      // Parse has a statement name and a text, Bind a portal name and a statement name.
      if (type === 'P') this.#prepared.set(first, second);
      if (type === 'B') texts.push(this.#prepared.get(second) ?? '');
      start = end;
    }
    return texts.length === 0 ? undefined : texts.join('\n');
  }

  /** The end of the first message; undefined while it is incomplete. */
  #end(): number | undefined {
    const typeBytes = this.#started ? 1 : 0;
    for (let start = 0; ;) {
      if (this.#rest.length < start + typeBytes + LENGTH_BYTES) return undefined;
      const type = this.#rest.toString('latin1', start, start + typeBytes);
      start += typeBytes + this.#rest.readInt32BE(start + typeBytes);
      if (this.#rest.length < start) return undefined;
      if (!STEPS.has(type)) return start;
    }
  }
}

const LENGTH_BYTES = 4;
/** Parse, Bind, Describe, Execute, Close: followed by a Sync. */
const STEPS = new Set(['P', 'B', 'D', 'E', 'C']);
