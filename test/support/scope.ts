// The scope of the suites: every type on every storage; or, with TEST_TYPE, types that were added, in memory and on one server. So the
// test of the tutorial proves the type that it adds; the ordinary run proves the others.

/** The types that TEST_TYPE names, separated by commas; undefined for all. */
export const onlyTypes = process.env['TEST_TYPE']?.split(',');

/** True if the suites cover a type. */
export function isInScope({ type }: { readonly type: string }): boolean {
  return onlyTypes === undefined || onlyTypes.includes(type);
}

/**
 * Leaves out what is about other types.
 * @throws Error if nothing is left
 */
export function inScope<Item extends { readonly type: string }>(items: readonly Item[]): readonly Item[] {
  const chosen = items.filter(isInScope);
  if (chosen.length === 0) throw new Error(`TEST_TYPE=${String(onlyTypes)} leaves nothing to test`);
  return chosen;
}
