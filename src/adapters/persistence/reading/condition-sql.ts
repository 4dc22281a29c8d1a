// A condition as SQL. SQL's three-valued logic is the filter's: NULL is unknown, and `where` takes only what is true.
// Text compares by code point whatever the collation of the database, hence `collate "C"` everywhere.
import { sql } from 'kysely';
import type { Comparison } from '../../../application/model/filter.ts';
import { attributeKind, relationshipOf, type AttributeKind } from '../../../application/model/schema.ts';
import type { Condition } from './condition.ts';
import { placeholder, type Slot, type Sql } from '../fragment.ts';
import { aliasRelated, type TableAlias } from './table-alias.ts';

/** The condition on a row. */
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
    case 'constant':
      return binary(
        row.attribute(condition.attribute),
        condition.truth ? sql`=` : sql`<>`,
        row.attribute(condition.attribute),
      );
    case 'in': {
      const kind = attributeKind(row.type, condition.attribute);
      return sql`(${comparable(kind, row.attribute(condition.attribute))} = any(${placeholder(condition.list)}::${SQL_TYPES[kind]}[]))`;
    }
    case 'compare': {
      const kind = attributeKind(row.type, condition.attribute);
      const value = sql`${placeholder(condition.value)}::${SQL_TYPES[kind]}`;
      return binary(comparable(kind, row.attribute(condition.attribute)), OPERATORS[condition.comparison], value);
    }
    case 'compareTwo':
      return compareTwoSql(condition.attribute, condition.comparison, condition.other, row);
    case 'like': {
      const column = row.attribute(condition.attribute);
      const like = sql`(${column} collate "C" like ${placeholder(condition.pattern)}::text)`;
      // Indexes are of folded text: what they find for the folded pattern comes into question.
      return condition.isIndexed ? sql`(${like} and ${foldedLikeSql(column, condition.pattern)})` : like;
    }
    case 'likeFolded': {
      const column = row.attribute(condition.attribute);
      return condition.isIndexed ? foldedLikeSql(column, condition.pattern) : foldedLikeCall(column, condition.pattern);
    }
    case 'words':
      return wordsSql(row.attribute(condition.attribute), condition.words, condition.longest);
  }
}

/** An expression by which the values of an attribute compare and sort. */
export function comparable(kind: AttributeKind, column: Sql): Sql {
  return kind === 'text' ? sql`${column} collate "C"` : column;
}

/** The text of a value as clients see it. */
export function wireText(kind: AttributeKind, column: Sql): Sql {
  return WIRE_TEXT[kind](column);
}

const WIRE_TEXT: Readonly<Record<AttributeKind, (column: Sql) => Sql>> = {
  identifier: (column) => sql`${column}::text`,
  date: (column) => sql`to_char(${column}, 'YYYY-MM-DD')`,
  text: (column) => column,
};

/** How the values of each kind are stored. */
export const SQL_TYPES: Readonly<Record<AttributeKind, Sql>> = {
  identifier: sql`bigint`,
  date: sql`date`,
  text: sql`text`,
};

const OPERATORS: Readonly<Record<Comparison, Sql>> = {
  equal: sql`=`,
  greater: sql`>`,
  greaterOrEqual: sql`>=`,
  less: sql`<`,
  lessOrEqual: sql`<=`,
};

function joined(conditions: readonly Condition[], row: TableAlias, separator: Sql, none: Sql): Sql {
  if (conditions.length === 0) return none;
  return sql`(${sql.join(
    conditions.map((each) => conditionSql(each, row)),
    separator,
  )})`;
}

function binary(left: Sql, operator: Sql, right: Sql): Sql {
  return sql`(${left} ${operator} ${right})`;
}

/** What is made of a value alone, once, instead of for every row. */
function once(value: Sql): Sql {
  return sql`(select ${value})`;
}

function compareTwoSql(attribute: string, comparison: Comparison, other: string, row: TableAlias): Sql {
  const [kind, otherKind] = [attributeKind(row.type, attribute), attributeKind(row.type, other)];
  const [left, right] = [row.attribute(attribute), row.attribute(other)];
  return kind === otherKind
    ? binary(comparable(kind, left), OPERATORS[comparison], comparable(kind, right))
    : binary(
        comparable('text', wireText(kind, left)),
        OPERATORS[comparison],
        comparable('text', wireText(otherKind, right)),
      );
}

function relatedSql(relationship: string, condition: Condition, row: TableAlias): Sql {
  const { to, cardinality, inverse } = relationshipOf(row.type, relationship);
  const related = aliasRelated(row, to);
  if (cardinality === 'many')
    return sql`exists (select 1 from ${related.from} where ${related.foreignKey(inverse)} = ${row.attribute('id')} and ${conditionSql(condition, related)})`;
  const key = row.foreignKey(relationship);
  // The foreign key is the identifier of a row that exists, so that row need not be looked at.
  if (asksOnlyForIdentifier(condition))
    return sql`(${key} is not null and ${conditionSql(condition, { ...related, attribute: () => key })})`;
  return sql`exists (select 1 from ${related.from} where ${related.attribute('id')} = ${key} and ${conditionSql(condition, related)})`;
}

function asksOnlyForIdentifier(condition: Condition): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.every(asksOnlyForIdentifier);
    case 'not':
      return asksOnlyForIdentifier(condition.condition);
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

/** The same by the function behind the operator, for which no index is used. */
function foldedLikeCall(column: Sql, pattern: Slot): Sql {
  return sql`"like"(fold_case(${column}) collate "C", ${folded(pattern)})`;
}

function folded(text: Slot): Sql {
  return once(sql`fold_case(${placeholder(text)}::text)`);
}

/** Tests the longest word first: cheaper than splitting the text where no index applies. */
function wordsSql(column: Sql, words: Slot, longest: Slot): Sql {
  const contains = sql`strpos(fold_case(${column}) collate "C", ${folded(longest)}) > 0`;
  return sql`(${contains} and words_of(${column}) @> ${once(sql`words_of(${placeholder(words)}::text)`)})`;
}
