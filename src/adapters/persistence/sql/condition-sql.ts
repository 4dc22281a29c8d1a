// A condition as SQL. Filters have the same three-valued logic: NULL is unknown, and only true matches.
import { sql } from 'kysely';
import type { Comparison } from '#application/model/filter';
import { kinds } from '#domain/kinds';
import { attributeKind, relationshipOf } from '#domain/schema';
import { sqlKinds } from '../tables/kinds.ts';
import { placeholder, type Slot, type Sql } from '../tables/sql-fragment.ts';
import type { Condition } from './filter-condition.ts';
import { aliasTable, relatedRows, type RelatedRows, type TableAlias } from './table-alias.ts';

export function conditionSql(condition: Condition, row: TableAlias): Sql {
  switch (condition.kind) {
    case 'and':
      return joined(condition.conditions, row, sql` and `, sql`true`);
    case 'or':
      return joined(condition.conditions, row, sql` or `, sql`false`);
    case 'not':
      return sql`not ${conditionSql(condition.condition, row)}`;
    case 'related':
      return relatedSql(condition.relationship, condition.condition, row);
    case 'unset':
      return sql`(${row.attribute(condition.attribute)} is null)`;
    case 'constant': {
      const column = row.attribute(condition.attribute);
      return binary(column, condition.truth ? sql`=` : sql`<>`, column);
    }
    case 'in': {
      const { type, comparable } = sqlKinds[attributeKind(row.type, condition.attribute)];
      const column = comparable(row.attribute(condition.attribute));
      return sql`(${column} = any(${placeholder(condition.list)}::${type}[]))`;
    }
    case 'compare': {
      const { type, comparable } = sqlKinds[attributeKind(row.type, condition.attribute)];
      const value = sql`${placeholder(condition.value)}::${type}`;
      return binary(comparable(row.attribute(condition.attribute)), OPERATORS[condition.comparison], value);
    }
    case 'compareTwo':
      return compareTwoSql(condition.attribute, condition.comparison, condition.other, row);
    case 'like': {
      const column = row.attribute(condition.attribute);
      const like = sql`(${column} collate "C" like ${placeholder(condition.pattern)}::text)`;
      // The index is on folded text. It finds candidates, which are then compared exactly.
      return condition.isIndexed ? sql`(${like} and ${foldedLikeSql(column, condition.pattern)})` : like;
    }
    case 'likeFolded': {
      const column = row.attribute(condition.attribute);
      if (condition.isIndexed) return foldedLikeSql(column, condition.pattern);
      // Calls the operator's function, for which PostgreSQL uses no trigram index.
      return sql`"like"(fold_case(${column}) collate "C", ${folded(condition.pattern)})`;
    }
    case 'words':
      return wordsSql(row.attribute(condition.attribute), condition.words, condition.longest);
  }
}

const OPERATORS: Readonly<Record<Comparison, Sql>> = {
  equal: sql`=`,
  greater: sql`>`,
  greaterOrEqual: sql`>=`,
  less: sql`<`,
  lessOrEqual: sql`<=`,
};

function joined(conditions: readonly Condition[], row: TableAlias, separator: Sql, none: Sql): Sql {
  if (conditions.length === 0) return none;
  const parts = conditions.map((each) => conditionSql(each, row));
  return sql`(${sql.join(parts, separator)})`;
}

function binary(left: Sql, operator: Sql, right: Sql): Sql {
  return sql`(${left} ${operator} ${right})`;
}

/** Two numbers are compared as numbers. Other attributes whose kinds are stored differently are compared as text. */
function compareTwoSql(attribute: string, comparison: Comparison, other: string, row: TableAlias): Sql {
  const [name, otherName] = [attributeKind(row.type, attribute), attributeKind(row.type, other)];
  const [kind, otherKind] = [sqlKinds[name], sqlKinds[otherName]];
  const [left, right] = [row.attribute(attribute), row.attribute(other)];
  const operator = OPERATORS[comparison];
  return kind === otherKind || (kinds[name].isNumber && kinds[otherName].isNumber)
    ? binary(kind.comparable(left), operator, kind.comparable(right))
    : binary(sqlKinds.text.comparable(kind.text(left)), operator, sqlKinds.text.comparable(otherKind.text(right)));
}

function relatedSql(relationship: string, condition: Condition, row: TableAlias): Sql {
  const { to, cardinality } = relationshipOf(row.type, relationship);
  const depth = row.depth + 1;
  const alias = `related${depth}`;
  if (cardinality === 'many') {
    const found = relatedRows(row.tables, { type: row.type, relationship }, alias, depth);
    const { from, where } = matchingRows(found, condition);
    return sql`exists (select 1 from ${from} where ${found.relatedTo} = ${row.attribute('id')} and ${where})`;
  }
  const related = aliasTable(row.tables, to, alias, depth);
  const key = row.foreignKey(relationship).unchecked;
  // The foreign key is the identifier of an existing row, so that row need not be read.
  if (needsOnlyIdentifier(condition))
    return sql`(${key} is not null and ${conditionSql(condition, { ...related, attribute: () => key })})`;
  return sql`exists (select 1 from ${related.from} where ${related.attribute('id')} = ${key} and ${conditionSql(condition, related)})`;
}

/** The related rows that match. A link holds the identifier of its related row, so a test of the identifier alone does not read that row. */
export function matchingRows(
  { row, from, fromLinks, id }: RelatedRows,
  condition: Condition,
): { readonly from: Sql; readonly where: Sql } {
  return needsOnlyIdentifier(condition)
    ? { from: fromLinks, where: conditionSql(condition, { ...row, attribute: () => id }) }
    : { from, where: conditionSql(condition, row) };
}

export function needsOnlyIdentifier(condition: Condition): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.every(needsOnlyIdentifier);
    case 'not':
      return needsOnlyIdentifier(condition.condition);
    case 'in':
    case 'unset':
    case 'constant':
    case 'compare':
      return condition.attribute === 'id';
    case 'compareTwo':
    case 'related':
    case 'like':
    case 'likeFolded':
    case 'words':
      return false;
  }
}

function foldedLikeSql(column: Sql, pattern: Slot): Sql {
  return sql`(fold_case(${column}) collate "C" like ${folded(pattern)})`;
}

/** Tests the longest word first, which is cheaper than splitting the text if no index applies. */
function wordsSql(column: Sql, words: Slot, longest: Slot): Sql {
  const contains = sql`strpos(fold_case(${column}) collate "C", ${folded(longest)}) > 0`;
  return sql`(${contains} and words_of(${column}) @> (select words_of(${placeholder(words)}::text)))`;
}

/** Folds the value in a sub-select, which PostgreSQL evaluates once instead of for every row. */
function folded(value: Slot): Sql {
  return sql`(select fold_case(${placeholder(value)}::text))`;
}
