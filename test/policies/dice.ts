import fc from 'fast-check';

/** Random choices that a seed repeats. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    // mulberry32
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  }

  /** @param share from 0 to 1 */
  chance(share: number): boolean {
    return this.below(1_000_000) < share * 1_000_000;
  }

  /** @throws Error if there is nothing to choose from */
  oneOf<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new Error('nothing to choose from');
    return items[this.below(items.length)] as Item;
  }

  /** Each item with a probability. */
  some<Item>(items: readonly Item[], share: number): readonly Item[] {
    return items.filter(() => this.chance(share));
  }

  /** Up to `most` items, in any order. */
  few<Item>(items: readonly Item[], most: number): readonly Item[] {
    return items.length === 0 ? [] : Array.from({ length: this.below(most + 1) }, () => this.oneOf(items));
  }

  draw<Item>(arbitrary: fc.Arbitrary<Item>): Item {
    return fc.sample(arbitrary, { seed: this.below(2 ** 31), numRuns: 1 })[0] as Item;
  }
}
