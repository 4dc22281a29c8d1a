import { sql } from 'kysely';
import { foldCase } from '../../src/adapters/memory/text-patterns.ts';
import type { Database } from '../../src/adapters/persistence/connection/database.ts';

const BLOCK = 0x1000;

/**
 * The capital letters that the database does not know, so that it leaves them as they are, and those that Node does not know. Case mappings
 * come with the version of Unicode, which is that of Node on one side and that of PostgreSQL or its C library on the other; most versions add
 * letters. Found by asking for every code point. Of all that the storages do only the folding of these letters may differ; a letter that both
 * know but fold to different ones is not among them, and everything else has to agree.
 */
export async function unknownLetters({ kysely }: Database): Promise<ReadonlySet<string>> {
  // The x keeps a leading U+FEFF from being dropped on the way.
  const { rows } = await sql<{ readonly block: number; readonly folded: string }>`
    select code / ${sql.lit(BLOCK)} as block, 'x' || string_agg(fold_case(chr(code)), '' order by code) as folded
    from generate_series(1, x'10ffff'::int) code where code not between x'd800'::int and x'dfff'::int
    group by 1`.execute(kysely);
  const unknown = new Set<string>();
  for (const { block, folded } of rows) {
    const letters = charactersOf(block);
    const [, ...lowered] = [...folded];
    if (lowered.length !== letters.length) throw new Error(`the database folds a letter of block ${block} to several`);
    for (const [index, letter] of letters.entries()) if (isUnknown(letter, lowered[index])) unknown.add(letter);
  }
  return unknown;
}

function isUnknown(letter: string, lowered: string | undefined): boolean {
  if (foldCase(letter) === lowered) return false;
  return lowered === letter || /\p{Unassigned}/u.test(letter);
}

function charactersOf(block: number): readonly string[] {
  return Array.from({ length: BLOCK }, (_, index) => block * BLOCK + index)
    .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code));
}
