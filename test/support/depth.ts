// How much the tests prove. The gate proves each behavior once, where it can break, with fixed seeds. The campaign proves it on every
// storage, with more runs and new seeds. A part that runs alone runs as the gate does, unless TEST_DEPTH=campaign.

export type Depth = 'gate' | 'campaign';

export const depth: Depth = process.env['TEST_DEPTH'] === 'campaign' ? 'campaign' : 'gate';

/** Chooses by depth, for example the number of random requests. */
export function atDepth<Value>(values: Readonly<Record<Depth, Value>>): Value {
  return values[depth];
}

/**
 * Returns the seed of a random test: `fixed` in the gate, which must not fail by luck on an unrelated change; a new one in the campaign,
 * printed so that a failure can be repeated with TEST_SEED.
 */
export function seedOf(what: string, fixed: number): number {
  if (depth === 'gate') return fixed;
  const given = process.env['TEST_SEED'];
  const seed = given === undefined ? newSeed() : Number(given);
  if (!Number.isSafeInteger(seed)) throw new Error(`TEST_SEED must be an integer, not ${String(given)}`);
  process.stdout.write(`seed of ${what}: ${seed}\n`);
  return seed;
}

/** Draws a seed, an integer from 0 to 2^31 - 1. */
export function newSeed(): number {
  return Date.now() % 2 ** 31;
}
