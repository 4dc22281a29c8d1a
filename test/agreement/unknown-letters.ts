import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { foldCase } from '#application/model/text-comparisons';

const BLOCK = 0x1000;

/**
 * Capital letters that the database or Node does not know, and so does not fold, found by folding every code point. Case mappings come
 * with a version of Unicode: that of Node, and that of PostgreSQL or its C library. Most versions add letters. The storages may differ
 * only in folding these; letters that both know but fold differently are not among them.
 */
export async function unknownLetters({ kysely }: Database): Promise<ReadonlySet<string>> {
  // The x keeps the driver from dropping a leading U+FEFF.
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
