// Which statements are prepared. A server keeps a prepared statement until its connection ends, and clients can ask for any number of
// different ones: so there is an upper bound, and a statement has to be met twice.
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
  /** By text, the one that has not been used for longest first. */
  readonly #names = new Map<string, string>();
  /** Texts that were met once. */
  readonly #met = new Set<string>();
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
    if (known === undefined && (text.length > LONGEST_TEXT || !this.#isMetAgain(text))) return undefined;
    const name = known ?? this.#newName();
    this.#names.delete(text);
    this.#names.set(text, name);
    return name;
  }

  #newName(): string {
    const [oldest] = this.#names.keys();
    if (this.#names.size >= MOST && oldest !== undefined) this.#names.delete(oldest);
    this.#given += 1;
    return `${this.#prefix}_${this.#given}`;
  }

  #isMetAgain(text: string): boolean {
    if (this.#met.delete(text)) return true;
    if (this.#met.size === MOST) this.#met.clear();
    this.#met.add(text);
    return false;
  }
}
