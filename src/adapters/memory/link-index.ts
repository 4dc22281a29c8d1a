import { compareIdentifiers } from '../../domain/identifier.ts';

/** The inverse of a to-one relationship: which rows refer to each row. */
export class LinkIndex {
  readonly #sources = new Map<string, Set<string>>();

  /** The rows that refer to a row: identifiers, ascending. */
  of(target: string): readonly string[] {
    const sources = this.#sources.get(target);
    return sources === undefined ? [] : [...sources].sort(compareIdentifiers);
  }

  /** How many rows refer to a row. */
  countOf(target: string): number {
    return this.#sources.get(target)?.size ?? 0;
  }

  /** Updates the index for a row that refers to another one than before; `null` is none. */
  move(source: string, from: string | null, to: string | null): void {
    if (from !== null) this.#remove(source, from);
    if (to !== null) this.#add(source, to);
  }

  #remove(source: string, target: string): void {
    const sources = this.#sources.get(target);
    sources?.delete(source);
    if (sources?.size === 0) this.#sources.delete(target);
  }

  #add(source: string, target: string): void {
    const sources = this.#sources.get(target);
    if (sources === undefined) this.#sources.set(target, new Set([source]));
    else sources.add(source);
  }
}
