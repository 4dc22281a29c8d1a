// Which statements of one connection are prepared. The server keeps a prepared statement until the connection ends or it is told otherwise,
// and clients can ask for any number of different ones: so there is an upper bound, and a statement has to be met twice.

import { randomBytes } from 'node:crypto';

/** More would cost the server memory: some ten to a hundred kilobytes each. */
const LARGEST_COUNT = 100;
/** Longer ones, such as those of long filters, are rarely met again. */
const LONGEST_TEXT = 8192;

/**
 * The beginning of all names that this process gives. A pooler may hand the session of one client to another one: no name must ever stand for the
 * statement of somebody else there.
 */
const PROCESS = randomBytes(6).toString('hex');
let connections = 0;

/** The name of a statement on a connection. */
export interface PreparedName {
  readonly name: string;
  /** Whether the server has been told already what it stands for. */
  readonly isKnown: boolean;
}

export class PreparedStatements {
  /** Names by text, the one that has not been used for longest first. */
  readonly #names = new Map<string, PreparedName>();
  /** Texts that were met once. */
  readonly #met = new Set<string>();
  readonly #series: string;
  #dropped: string[] = [];
  #count = 0;

  constructor() {
    connections += 1;
    this.#series = `${PROCESS}_${connections}`;
  }

  /** The name under which a statement is sent now, and so known from then on; undefined: it is sent without one. */
  nameOf(text: string): PreparedName | undefined {
    const prepared = this.#names.get(text);
    if (prepared !== undefined) {
      this.#names.delete(text);
      this.#names.set(text, prepared);
      return prepared;
    }
    if (text.length > LONGEST_TEXT || !this.#isMetAgain(text)) return undefined;
    // No name is used twice, so that one that was given up in vain does no harm.
    this.#count += 1;
    const name = `${this.#series}_${this.#count}`;
    this.#names.set(text, { name, isKnown: true });
    if (this.#names.size > LARGEST_COUNT) this.#dropOldest();
    return { name, isKnown: false };
  }

  /** Gives up the name of a statement that may not have become known. */
  drop(text: string): void {
    const prepared = this.#names.get(text);
    if (prepared === undefined) return;
    this.#names.delete(text);
    this.#dropped.push(prepared.name);
  }

  /** Gives up names that the server has not been told to forget after all. */
  takeBack(names: readonly string[]): void {
    this.#dropped.push(...names);
  }

  /** Gives up all names. */
  dropAll(): void {
    for (const text of [...this.#names.keys()]) this.drop(text);
  }

  /** The names that have been given up since the last call, for the server to forget. */
  takeDropped(): readonly string[] {
    const dropped = this.#dropped;
    this.#dropped = [];
    return dropped;
  }

  #isMetAgain(text: string): boolean {
    if (this.#met.delete(text)) return true;
    if (this.#met.size === LARGEST_COUNT) this.#met.clear();
    this.#met.add(text);
    return false;
  }

  #dropOldest(): void {
    for (const text of this.#names.keys()) {
      this.drop(text);
      return;
    }
  }
}
