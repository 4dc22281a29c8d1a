// The feed of changes has texts that differ in each run. The documentation shows them shortened, the same in every run.

/** The time of every change in the documentation. */
const AT = '2026-11-25T09:30:00.123Z';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * Shortens the positions and the ids of changes in a document, the same text always to the same one, and its entity tags; sets its times.
 * @param text of the document
 */
export function shortened(text: string): string {
  const known = new Map<string, string>();
  return text
    .replaceAll(/\b[cp][\w-]{40,199}(?![\w-])/g, (found) => {
      const short = known.get(found) ?? `${found.slice(0, 1)}${LETTERS.charAt(known.size)}…`;
      known.set(found, short);
      return short;
    })
    .replaceAll(/"at":"[^"]+"/g, `"at":"${AT}"`)
    .replaceAll(/(?<=\\")[\w-]{22}(?=\.)/g, 'Q…');
}
