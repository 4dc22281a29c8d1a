import type { TextComparison } from '../../application/query/filter.ts';
import { isStorable } from './storable-text.ts';
import { sql, type Sql } from './sql.ts';

/** The condition of a text comparison. */
export function textFilterSql(column: Sql, comparison: TextComparison, value: string): Sql {
  // U+0000, which no text can hold, separates words like the rest of ASCII that is neither letter nor digit.
  const sent = comparison === 'hasWords' ? value.replaceAll('\0', ' ') : value;
  return isStorable(sent) ? CONDITIONS[comparison](column, sent) : never(column);
}

/** False; unknown for an unset value. */
export function never(column: Sql): Sql {
  return sql`(${column} <> ${column})`;
}

// Backslash is the escape character of LIKE when the statement names none.
const CONDITIONS: Readonly<Record<TextComparison, (column: Sql, value: string) => Sql>> = {
  like: (column, value) => sql`(${column} collate "C" like ${completePattern(value)}::text)`,
  likeIgnoringCase: (column, value) =>
    sql`(fold_case(${column}) collate "C" like fold_case(${completePattern(value)}::text))`,
  startsWith: (column, value) => sql`(${column} collate "C" like ${`${escapePattern(value)}%`}::text)`,
  endsWith: (column, value) => sql`(${column} collate "C" like ${`%${escapePattern(value)}`}::text)`,
  hasWords: (column, value) => sql`(words_of(${column}) @> words_of(${value}::text))`,
};

function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

/** An escape at the end stands for itself; LIKE refuses such a pattern. */
function completePattern(pattern: string): string {
  let escapes = 0;
  while (pattern.at(-1 - escapes) === '\\') escapes += 1;
  return escapes % 2 === 0 ? pattern : `${pattern}\\`;
}
