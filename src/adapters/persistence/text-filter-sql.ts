import type { TextComparison } from '../../application/model/filter.ts';
import { splitWords } from '../../application/model/words.ts';
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

/**
 * Backslash is the escape character of LIKE when the statement names none. Indexes of text are made of folded text: a condition on that,
 * which follows from the condition, finds the rows that come into question. A prefix is a range in the order of code points, which an index
 * finds even when the plan is made before the prefix is known.
 */
const CONDITIONS: Readonly<Record<TextComparison, (column: Sql, value: string) => Sql>> = {
  like: (column, value) => likeSql(column, completePattern(value)),
  likeIgnoringCase: (column, value) => foldedLikeSql(column, completePattern(value)),
  startsWith: startsWithSql,
  endsWith: (column, value) => likeSql(column, `%${escapePattern(value)}`),
  hasWords: hasWordsSql,
};

/**
 * Whatever the words are, an index finds them faster than they are split off again. Where no index can be used, as for texts without some
 * words, most are told from the others by the longest word, which costs a fifth of splitting.
 */
function hasWordsSql(column: Sql, value: string): Sql {
  const longest = splitWords(value).reduce((best, word) => (word.length > best.length ? word : best), '');
  const contains = sql`strpos(fold_case(${column}) collate "C", ${hidden(sql`fold_case(${longest}::text)`)}) > 0`;
  return sql`(${contains} and words_of(${column}) @> ${hidden(sql`words_of(${value}::text)`)})`;
}

function likeSql(column: Sql, pattern: string): Sql {
  const given = sql`${pattern}::text`;
  return sql`(${column} collate "C" like ${isIndexed(pattern) ? hidden(given) : given} and ${foldedLikeSql(column, pattern)})`;
}

function foldedLikeSql(column: Sql, pattern: string): Sql {
  const folded = sql`fold_case(${pattern}::text)`;
  return sql`(fold_case(${column}) collate "C" like ${isIndexed(pattern) ? hidden(folded) : folded})`;
}

/** Whether an index of trigrams finds a pattern for sure, and nothing else does: one with a known beginning is a range, too. */
function isIndexed(pattern: string): boolean {
  return /^[%_].*[a-z0-9]{3}/is.test(pattern);
}

/**
 * A value that the planner does not look into. It would make a new plan for every pattern otherwise, which takes a quarter of a short search,
 * or in the end use the one plan for all values, and so the index, for patterns of which that has to read all.
 */
function hidden(value: Sql): Sql {
  return sql`(select ${value})`;
}

function startsWithSql(column: Sql, prefix: string): Sql {
  const end = afterPrefix(prefix);
  const from = sql`${column} collate "C" >= ${prefix}::text`;
  return end === undefined ? sql`(${from})` : sql`(${from} and ${column} collate "C" < ${end}::text)`;
}

/** The least text that is greater than all that start with a prefix; undefined when there is none. */
function afterPrefix(prefix: string): string | undefined {
  const codePoints = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  for (let last = codePoints.pop(); last !== undefined; last = codePoints.pop())
    if (last < 0x10ffff) return String.fromCodePoint(...codePoints, last === 0xd7ff ? 0xe000 : last + 1);
  return undefined;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

/** An escape at the end stands for itself; LIKE refuses such a pattern. */
function completePattern(pattern: string): string {
  let escapes = 0;
  while (pattern.at(-1 - escapes) === '\\') escapes += 1;
  return escapes % 2 === 0 ? pattern : `${pattern}\\`;
}
