import { ProtocolMessages, typeOf } from './protocol-messages.ts';

/** A complete message of a PostgreSQL client, or all of an extended query up to its Sync. */
export interface ClientMessage {
  readonly bytes: Buffer;
  /** The statements it executes, separated by newlines; undefined if it executes none. */
  readonly sql: string | undefined;
}

/** Splits a client's byte stream into messages, however the network has split it. An extended query stays in one piece. */
export class ClientMessages {
  readonly #messages = new ProtocolMessages('client');
  /** The parts of an extended query whose Sync has not arrived yet. */
  #parts: Buffer[] = [];
  /** The texts of prepared statements by name. */
  readonly #prepared = new Map<string, string>();

  /**
   * @param data the next bytes
   * @returns the messages that they complete
   */
  read(data: Buffer): readonly ClientMessage[] {
    const complete: ClientMessage[] = [];
    for (const message of this.#messages.read(data)) {
      this.#parts.push(message);
      if (STEPS.has(typeOf(message))) continue;
      complete.push({ bytes: Buffer.concat(this.#parts), sql: this.#sqlOf(this.#parts) });
      this.#parts = [];
    }
    return complete;
  }

  #sqlOf(messages: readonly Buffer[]): string | undefined {
    const texts: string[] = [];
    for (const message of messages) {
      const type = typeOf(message);
      const [first = '', second = ''] = message.toString('utf8', HEAD_BYTES).split('\0', 2);
      if (type === 'Q') texts.push(first);
      // Parse has a statement name and a text, Bind a portal name and a statement name.
      if (type === 'P') this.#prepared.set(first, second);
      if (type === 'B') texts.push(this.#prepared.get(second) ?? '');
    }
    return texts.length === 0 ? undefined : texts.join('\n');
  }
}

/** Type and length. */
const HEAD_BYTES = 5;
/** Parse, Bind, Describe, Execute, Close: followed by a Sync. */
const STEPS = new Set(['P', 'B', 'D', 'E', 'C']);
