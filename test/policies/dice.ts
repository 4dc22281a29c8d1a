import fc from 'fast-check';
import { Random } from '../chaos/random.ts';

/** Random choices that a seed repeats. */
export class Dice {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return this.#random.below(end);
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
