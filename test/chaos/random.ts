/** A seeded random number generator. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns an independent generator: its sequence does not depend on later calls to this one. */
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

  /** One of the items; undefined when there are none. */
  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }

  /** Up to `max` distinct items in random order. */
  sample<Item>(items: readonly Item[], max: number): readonly Item[] {
    const ranked = items.map((item) => ({ item, rank: this.#next() }));
    return ranked
      .sort((one, other) => one.rank - other.rank)
      .slice(0, this.below(Math.min(max, items.length) + 1))
      .map(({ item }) => item);
  }

  /** Mulberry32: a number in [0, 1). */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
