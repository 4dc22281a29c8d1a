// Which statements of one connection are prepared. The server keeps a prepared statement until the connection ends or it is told otherwise,
// and clients can ask for any number of different ones: so there is an upper bound, and a statement has to be met twice.

/** More would cost the server memory: some ten to a hundred kilobytes each. */
const LARGEST_COUNT = 100;
/** Longer ones, such as those of long filters, are rarely met again. */
const LONGEST_TEXT = 8192;

let nextSeries = 1;

export class PreparedStatements {
  /** Names by text, the one that has not been used for longest first. */
  readonly #names = new Map<string, string>();
  /** Texts that were met once. */
  readonly #met = new Set<string>();
  /** Set apart from those of earlier instances for the same connection. */
  readonly #series: string;
  #dropped: readonly string[];
  #count = 0;

  /** @param outdated what the connection has prepared so far, to be given up */
  constructor(outdated: readonly string[]) {
    this.#dropped = outdated;
    this.#series = `s${nextSeries}`;
    nextSeries += 1;
  }

  /** The name under which a statement is prepared; undefined: it is sent without one, and is parsed and planned each time. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined) {
      this.#names.delete(text);
      this.#names.set(text, name);
      return name;
    }
    if (text.length > LONGEST_TEXT || !this.#isMetAgain(text)) return undefined;
    this.#count += 1;
    const added = `${this.#series}_${this.#count}`;
    this.#names.set(text, added);
    if (this.#names.size > LARGEST_COUNT) this.#dropOldest();
    return added;
  }

  /** The names that have made room since the last call, to be given up. */
  takeDropped(): readonly string[] {
    const dropped = this.#dropped;
    if (dropped.length > 0) this.#dropped = [];
    return dropped;
  }

  #isMetAgain(text: string): boolean {
    if (this.#met.delete(text)) return true;
    if (this.#met.size === LARGEST_COUNT) this.#met.clear();
    this.#met.add(text);
    return false;
  }

  #dropOldest(): void {
    for (const [text, name] of this.#names) {
      this.#names.delete(text);
      this.#dropped = [...this.#dropped, name];
      return;
    }
  }
}
