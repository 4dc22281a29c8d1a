// A filter as an SQL condition. SQL's three-valued logic is the filter's: NULL is unknown, and `where` takes only what is true.
// Text compares by code point whatever the collation of the database, hence `collate "C"` everywhere.
import type { Comparison, Filter, Operand } from '../../application/model/filter.ts';
import { attributeKind, relationshipOf, type AttributeKind } from '../../application/model/schema.ts';
import { relatedRow, type StoredRow } from './stored-row.ts';
import { isStorable, unstorableBound } from './storable-text.ts';
import { never, textFilterSql } from './text-filter-sql.ts';
import { identifiersSql, joinSql, sql, type Sql } from './sql.ts';

/** The condition on a row that says the same as the filter. */
export function filterSql(filter: Filter, row: StoredRow): Sql {
  switch (filter.kind) {
    case 'and':
      return allOf(filter.filters.map((each) => filterSql(each, row)));
    case 'or':
      return anyOf(filter.filters.map((each) => filterSql(each, row)));
    case 'not':
      return sql`not ${filterSql(filter.filter, row)}`;
    case 'related':
      return relatedSql(filter.relationship, filter.filter, row);
    case 'unset':
      return sql`(${row.attribute(filter.attribute)} is null)`;
    case 'in':
      return inSql(filter.attribute, filter.values, row);
    case 'compare':
      return compareSql(filter.attribute, filter.comparison, filter.operand, row);
    case 'text':
      return textFilterSql(row.attribute(filter.attribute), filter.comparison, filter.value);
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

const OPERATORS: Readonly<Record<Comparison, Sql>> = {
  equal: sql`=`,
  greater: sql`>`,
  greaterOrEqual: sql`>=`,
  less: sql`<`,
  lessOrEqual: sql`<=`,
};

/** How the values of each kind are stored. */
export const SQL_TYPES: Readonly<Record<AttributeKind, Sql>> = {
  identifier: sql`bigint`,
  date: sql`date`,
  text: sql`text`,
};

/** A value as a parameter of its kind. */
const PARAMETERS: Readonly<Record<AttributeKind, (value: string) => Sql>> = {
  identifier: (value) => (fitsBigint(value) ? sql`${value}::bigint` : sql`${besideBigint(value)}::numeric`),
  date: (value) => sql`${value}::date`,
  text: (value) => sql`${value}::text`,
};

const LISTS: Readonly<Record<AttributeKind, (values: readonly string[]) => Sql>> = {
  identifier: identifiersSql,
  date: (values) => sql`${values}::date[]`,
  text: (values) => sql`${values}::text[]`,
};

/** Which values of a list a stored value can equal at all. */
const STORABLE: Readonly<Record<AttributeKind, (value: string) => boolean>> = {
  identifier: fitsBigint,
  date: () => true,
  text: isStorable,
};

function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql`(${joinSql(conditions, ' and ')})`;
}

function anyOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`false` : sql`(${joinSql(conditions, ' or ')})`;
}

function inSql(attribute: string, values: readonly string[], row: StoredRow): Sql {
  if (values.length === 0) return sql`false`;
  const kind = attributeKind(row.type, attribute);
  const column = comparable(kind, row.attribute(attribute));
  const storable = values.filter(STORABLE[kind]);
  // An empty array compares with nothing, so that an unset value would not be unknown.
  return storable.length === 0 ? never(column) : sql`(${column} = any(${LISTS[kind](storable)}))`;
}

function compareSql(attribute: string, comparison: Comparison, operand: Operand, row: StoredRow): Sql {
  const kind = attributeKind(row.type, attribute);
  const column = row.attribute(attribute);
  if (operand.kind === 'attribute') {
    const otherKind = attributeKind(row.type, operand.attribute);
    const other = row.attribute(operand.attribute);
    return kind === otherKind
      ? binary(comparable(kind, column), comparison, comparable(kind, other))
      : binary(comparable('text', wireText(kind, column)), comparison, comparable('text', wireText(otherKind, other)));
  }
  const left = comparable(kind, column);
  if (kind !== 'text' || isStorable(operand.value)) return binary(left, comparison, PARAMETERS[kind](operand.value));
  return binary(left, BESIDES[comparison], PARAMETERS.text(unstorableBound(operand.value)));
}

/** How stored text compares with the bound of a text that cannot be stored; nothing equals it: see `unstorableBound`. */
const BESIDES: Readonly<Record<Comparison, Comparison | 'never'>> = {
  equal: 'never',
  greater: 'greaterOrEqual',
  greaterOrEqual: 'greaterOrEqual',
  less: 'less',
  lessOrEqual: 'less',
};

function binary(left: Sql, comparison: Comparison | 'never', right: Sql): Sql {
  return comparison === 'never' ? never(left) : sql`(${left} ${OPERATORS[comparison]} ${right})`;
}

function relatedSql(relationship: string, filter: Filter, row: StoredRow): Sql {
  const { to, cardinality, inverse } = relationshipOf(row.type, relationship);
  const related = relatedRow(row, to);
  if (cardinality === 'many')
    return sql`exists (select 1 from ${related.from} where ${related.foreignKey(inverse)} = ${row.attribute('id')} and ${filterSql(filter, related)})`;
  const key = row.foreignKey(relationship);
  if (asksOnlyForIdentifier(filter)) {
    // The foreign key is the identifier of a row that exists, so that row need not be looked at.
    const pointed = { ...related, attribute: () => key };
    return sql`(${key} is not null and ${filterSql(filter, pointed)})`;
  }
  return sql`exists (select 1 from ${related.from} where ${related.attribute('id')} = ${key} and ${filterSql(filter, related)})`;
}

function asksOnlyForIdentifier(filter: Filter): boolean {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.every(asksOnlyForIdentifier);
    case 'not':
      return asksOnlyForIdentifier(filter.filter);
    case 'in':
    case 'unset':
      return filter.attribute === 'id';
    case 'compare':
      return filter.attribute === 'id' && filter.operand.kind === 'value';
    case 'related':
    case 'text':
      return false;
  }
}

function fitsBigint(value: string): boolean {
  return value.length <= 20 && BigInt.asIntN(64, BigInt(value)) === BigInt(value);
}

/** Stands for any integer that is no `bigint`: there are more digits in the world than `numeric` takes. */
function besideBigint(value: string): string {
  return value.startsWith('-') ? '-9223372036854775809' : '9223372036854775808';
}
