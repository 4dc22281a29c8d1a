import type { Journal } from './journal.ts';

/**
 * Rows in the order of their identifiers: these grow, and a map keeps the order of insertion. A removed row leaves its place empty until the
 * transaction is final, so that undoing the removal restores the order.
 */
export class Table<Row extends { readonly id: string }> {
  readonly #rows = new Map<string, Row | undefined>();
  #lastId = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** A new identifier. Like an SQL sequence, it never returns one again. */
  nextId(): string {
    this.#lastId += 1;
    return String(this.#lastId);
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  /** All rows, by identifier. */
  *all(): Generator<Row, void, undefined> {
    for (const row of this.#rows.values()) if (row !== undefined) yield row;
  }

  /** The rows from position `start`, counted from 0, to before `end`; reads no further. */
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

  /** Adds a row, or replaces the one with its identifier. */
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
