/** What a client of PostgreSQL sent, whole. */
export interface ClientMessage {
  readonly bytes: Buffer;
  /** The statements that it has the server run, each on lines of its own; undefined when it is no question. */
  readonly sql: string | undefined;
}

/** Cuts the bytes of one client into its messages, wherever the network has cut them. What belongs to one question stays together. */
export class ClientMessages {
  #rest: Buffer = Buffer.alloc(0);
  /** The first message has no type. */
  #started = false;
  /** The texts of prepared statements by name. */
  readonly #prepared = new Map<string, string>();

  /** @param data the bytes that have come next; the messages that are whole with them are returned */
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
      // Parse has a name and a text, Bind the name of a portal and that of a statement.
      if (type === 'P') this.#prepared.set(first, second);
      if (type === 'B') texts.push(this.#prepared.get(second) ?? '');
      start = end;
    }
    return texts.length === 0 ? undefined : texts.join('\n');
  }

  /** Where the first message ends; undefined when that has not come yet. */
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
/** Parse, Bind, Describe, Execute, Close: steps towards a Sync. */
const STEPS = new Set(['P', 'B', 'D', 'E', 'C']);
