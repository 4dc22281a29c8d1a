// Which statements are prepared. A server keeps a prepared statement until its connection ends, and clients can ask for any number of
// different ones: so there is an upper bound, and a statement has to be met twice.
import { LRUCache } from 'lru-cache';
import { randomBytes } from 'node:crypto';

/** More would cost the server memory: some ten to a hundred kilobytes each. */
const MOST = 100;
/** Longer ones, such as those of long filters, are rarely met again. */
const LONGEST_TEXT = 8192;

/** Of this process alone: a pooler may hand the server's side of a connection to another one. */
const PROCESS = randomBytes(6).toString('hex');
let connections = 0;

/** The names under which one connection prepares statements. No name is ever given twice, by any connection. */
export class StatementNames {
  readonly #names = new LRUCache<string, string>({ max: MOST });
  /** Texts that were met once. */
  readonly #met = new LRUCache<string, true>({ max: MOST });
  readonly #prefix: string;
  #given = 0;

  constructor() {
    connections += 1;
    this.#prefix = `${PROCESS}_${connections}`;
  }

  /** How many names have been given so far: what is forgotten here the server still keeps. */
  get given(): number {
    return this.#given;
  }

  /** The name of a statement; undefined: it is sent without one. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (text.length > LONGEST_TEXT || !this.#isMetAgain(text)) return undefined;
    this.#given += 1;
    const name = `${this.#prefix}_${this.#given}`;
    this.#names.set(text, name);
    return name;
  }

  #isMetAgain(text: string): boolean {
    if (this.#met.delete(text)) return true;
    this.#met.set(text, true);
    return false;
  }
}
