import type { Journal } from './journal.ts';

/**
 * Rows by identifier, in ascending order: identifiers grow, and a map keeps the order of insertion. A removed row leaves its place empty until
 * the transaction is final, so that taking the removal back puts the row where it was.
 */
export class Table<Row extends { readonly id: string }> {
  readonly #rows = new Map<string, Row | undefined>();
  #lastId = 0;
  #size = 0;

  /** The number of rows. */
  get size(): number {
    return this.#size;
  }

  /** An identifier that no row has or had; one that is not used is lost, as with an SQL sequence. */
  nextId(): string {
    this.#lastId += 1;
    return String(this.#lastId);
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  /** All rows by identifier, ascending. */
  *all(): Generator<Row, void, undefined> {
    for (const row of this.#rows.values()) if (row !== undefined) yield row;
  }

  /** The rows from one position, counted from 0, to before another; reads no further. */
  slice(start: number, end: number): readonly Row[] {
    const rows: Row[] = [];
    let position = 0;
    for (const row of this.all()) {
      if (position >= end) break;
      if (position >= start) rows.push(row);
      position += 1;
    }
    return rows;
  }

  /** Stores a row in the place of the one with its identifier, or as a new one. */
  put(row: Row, journal: Journal): void {
    const before = this.#rows.get(row.id);
    this.#rows.set(row.id, row);
    if (before === undefined) this.#size += 1;
    journal.note(() => {
      if (before === undefined) {
        this.#rows.delete(row.id);
        this.#size -= 1;
      } else this.#rows.set(row.id, before);
    });
  }

  remove(id: string, journal: Journal): void {
    const before = this.#rows.get(id);
    if (before === undefined) return;
    this.#rows.set(id, undefined);
    this.#size -= 1;
    journal.note(
      () => {
        this.#rows.set(id, before);
        this.#size += 1;
      },
      () => this.#rows.delete(id),
    );
  }
}
