/** Random numbers that a seed repeats. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Another generator, whose numbers do not depend on how many this one is asked for afterwards. */
  fork(): Random {
    return new Random(Math.floor(this.#next() * 2 ** 32));
  }

  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  /** A number from `low` to `high`. */
  between(low: number, high: number): number {
    return low + this.#next() * (high - low);
  }

  /** One of the items. Undefined when there is none. */
  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }

  /** Up to `most` of the items, in random order, each once. */
  some<Item>(items: readonly Item[], most: number): readonly Item[] {
    const ranked = items.map((item) => ({ item, rank: this.#next() }));
    return ranked
      .sort((one, other) => one.rank - other.rank)
      .slice(0, this.below(Math.min(most, items.length) + 1))
      .map(({ item }) => item);
  }

  /** Mulberry32: from 0 to below 1. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
