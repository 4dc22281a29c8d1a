/** What a client of PostgreSQL sent, whole. */
export interface ClientMessage {
  readonly bytes: Buffer;
  /** What it asks for; undefined when it is no question. */
  readonly sql: string | undefined;
}

/** Cuts the bytes of one client into its messages, wherever the network has cut them. What belongs to one question stays together. */
export class ClientMessages {
  #rest: Buffer = Buffer.alloc(0);
  /** The first message has no type. */
  #started = false;

  /** @param data the bytes that have come next; the messages that are whole with them are returned */
  read(data: Buffer): readonly ClientMessage[] {
    this.#rest = Buffer.concat([this.#rest, data]);
    const messages: ClientMessage[] = [];
    for (let end = this.#end(); end !== undefined; end = this.#end()) {
      const bytes = this.#rest.subarray(0, end);
      messages.push({ bytes, sql: this.#started ? sqlOf(bytes) : undefined });
      this.#rest = this.#rest.subarray(end);
      this.#started = true;
    }
    return messages;
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

/** Of Query the text; of Parse the name, the text and what follows. */
function sqlOf(bytes: Buffer): string | undefined {
  const type = bytes.toString('latin1', 0, 1);
  return type === 'Q' || type === 'P' ? bytes.toString('utf8', 1 + LENGTH_BYTES) : undefined;
}
