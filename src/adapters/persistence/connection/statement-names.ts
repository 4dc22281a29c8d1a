// Which statements are prepared: those sent twice, up to a limit. A server keeps a prepared statement until its connection
// ends, and clients can cause any number of different ones.
import { LRUCache } from 'lru-cache';
import { randomBytes } from 'node:crypto';

/** Each takes ten to a hundred kilobytes of the server's memory. */
const MAX_STATEMENTS = 100;
/** Longer ones, such as those of long filters, are rarely repeated. */
const MAX_LENGTH = 8192;

/** Unique to this process: a pooler may hand the server's end of a connection to another one. */
const PROCESS_ID = randomBytes(6).toString('hex');
let connections = 0;

/** The names under which one connection prepares statements. No name is used twice, by any connection. */
export class StatementNames {
  readonly #names = new LRUCache<string, string>({ max: MAX_STATEMENTS });
  readonly #seenOnce = new LRUCache<string, true>({ max: MAX_STATEMENTS });
  readonly #prefix: string;
  #given = 0;

  constructor() {
    connections += 1;
    this.#prefix = `${PROCESS_ID}_${connections}`;
  }

  /** How many names have been given, forgotten ones included: the server still keeps their statements. */
  get given(): number {
    return this.#given;
  }

  /** Undefined for a statement that is not to be prepared. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (text.length > MAX_LENGTH || !this.#isRepeated(text)) return undefined;
    this.#given += 1;
    const name = `${this.#prefix}_${this.#given}`;
    this.#names.set(text, name);
    return name;
  }

  #isRepeated(text: string): boolean {
    if (this.#seenOnce.delete(text)) return true;
    this.#seenOnce.set(text, true);
    return false;
  }
}
