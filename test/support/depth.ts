// The depth of the tests. The gate proves each behavior once, where it can break, with fixed seeds. The campaign proves it on every
// storage, with more runs and new seeds. A part that runs alone runs as the gate does, unless TEST_DEPTH=campaign.

export type Depth = 'gate' | 'campaign';

export const depth: Depth = parseDepth(process.env['TEST_DEPTH'] ?? 'gate');

/** @throws Error for any other text, so that a typo does not silently run the gate instead of the campaign */
export function parseDepth(text: string): Depth {
  if (text === 'gate' || text === 'campaign') return text;
  throw new Error(`TEST_DEPTH must be gate or campaign, not ${text}`);
}

/** Chooses by depth, for example the number of random requests. */
export function atDepth<Value>(values: Readonly<Record<Depth, Value>>): Value {
  return values[depth];
}

/**
 * Returns the seed of a random test: `fixed` in the gate, which must not fail by luck on an unrelated change; a new one in the campaign,
 * printed so that a failure can be repeated with TEST_SEED.
 */
export function seedOf(what: string, fixed: number): number {
  const given = parseSeed(process.env['TEST_SEED'], depth);
  if (depth === 'gate') return fixed;
  const seed = given ?? newSeed();
  process.stdout.write(`seed of ${what}: ${seed}\n`);
  return seed;
}

/** @throws Error if the text is not an integer, or if the depth is the gate, which ignores seeds */
export function parseSeed(text: string | undefined, at: Depth): number | undefined {
  if (text === undefined) return undefined;
  if (at === 'gate') throw new Error('TEST_SEED needs TEST_DEPTH=campaign, because the gate has fixed seeds');
  const seed = Number(text);
  if (!Number.isSafeInteger(seed)) throw new Error(`TEST_SEED must be an integer, not ${text}`);
  return seed;
}

/** Draws a seed, an integer from 0 to 2^31 - 1. */
export function newSeed(): number {
  return Date.now() % 2 ** 31;
}
