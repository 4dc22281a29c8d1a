// What the suites are about: every type on every storage; or, with TEST_TYPE, one type that was added, in memory and on one server. So the
// test of the tutorial proves the type that it adds; the ordinary run proves the others.

/** The type that TEST_TYPE names; undefined for all. */
export const onlyType = process.env['TEST_TYPE'];

/**
 * Leaves out what is about other types.
 * @throws Error if nothing is left
 */
export function inScope<Item extends { readonly type: string }>(items: readonly Item[]): readonly Item[] {
  const chosen = items.filter(({ type }) => onlyType === undefined || type === onlyType);
  if (chosen.length === 0) throw new Error(`TEST_TYPE=${String(onlyType)} leaves nothing to test`);
  return chosen;
}
