/** Splits one direction of a PostgreSQL connection into messages, however the network has split it. */
export class ProtocolMessages {
  #rest: Buffer = Buffer.alloc(0);
  /** The length of the type that starts every message except a client's first one. */
  #typeBytes: number;

  constructor(from: 'client' | 'server') {
    this.#typeBytes = from === 'client' ? 0 : TYPE_BYTES;
  }

  /**
   * @param data the next bytes
   * @returns the messages that they complete
   */
  read(data: Buffer): readonly Buffer[] {
    this.#rest = Buffer.concat([this.#rest, data]);
    const messages: Buffer[] = [];
    while (this.#rest.length >= this.#typeBytes + LENGTH_BYTES) {
      const end = this.#typeBytes + this.#rest.readInt32BE(this.#typeBytes);
      if (this.#rest.length < end) break;
      messages.push(this.#rest.subarray(0, end));
      this.#rest = this.#rest.subarray(end);
      this.#typeBytes = TYPE_BYTES;
    }
    return messages;
  }
}

/** The type of a message. A client's first message has none; its first byte is not a letter. */
export function typeOf(message: Buffer): string {
  return message.toString('latin1', 0, TYPE_BYTES);
}

const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;
