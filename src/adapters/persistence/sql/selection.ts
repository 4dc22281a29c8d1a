// The columns of the two selects of a query: the inner one reads stored columns, the outer one formats them, so that only the
// rows of the page are formatted.
import { sql } from 'kysely';
import type { Parent, Query, RelatedSelection, Selection } from '#application/model/query';
import { attributeKind, relationshipOf, type ResourceType } from '#domain/schema';
import type { Dialect } from '../tables/dialect.ts';
import { readableText, sqlKinds } from '../tables/kinds.ts';
import { commaSeparated, type Sql } from '../tables/sql-fragment.ts';
import type { Tables } from '../tables/tables.ts';
import { boundedRows, type BoundShape, type BoundShapes } from './bounded-rows.ts';
import { conditionSql } from './condition-sql.ts';
import type { ConditionByType } from './filter-condition.ts';
import { aliasTable, relatedRows, type ForeignKey, type RelatedRows, type TableAlias } from './table-alias.ts';

export interface TypedSelection extends Selection, Pick<Query, 'version' | 'related' | 'longestLinkage'> {
  readonly type: ResourceType;
}

/** A selection with conditions in place of filters. */
export interface SelectionShape extends Omit<TypedSelection, 'bounds' | 'related'> {
  readonly bounds?: BoundShapes | undefined;
  readonly related?: readonly RelatedShape[];
  readonly reachable?: ConditionByType | undefined;
}

export interface RelatedShape extends Omit<RelatedSelection, 'bounds'> {
  readonly bounds?: BoundShapes | undefined;
}

/** The columns of the inner select, whose alias has to be `page`. */
export function innerColumns(
  { type, attributes, linkage, version = false, related = [] }: SelectionShape,
  row: TableAlias,
): readonly Sql[] {
  const stored = attributes.map((name, index) => sql`${row.attribute(name)} as ${sql.id(`attribute${index}`)}`);
  const keys = [...linkage, ...related.map(({ relationship }) => relationship)].flatMap((name, index) =>
    relationshipOf(type, name).cardinality === 'one'
      ? [sql`${row.foreignKey(name).unchecked} as ${sql.id(`foreign${index}`)}`]
      : [],
  );
  const versions = version ? [sql`${row.version} as version`] : [];
  return [sql`${row.attribute('id')} as id`, ...stored, ...keys, ...versions];
}

/**
 * The columns of the outer select, as `decodeRows` reads them.
 * @param order the order of the rows
 */
export function outerColumns(selection: SelectionShape, tables: Tables, dialect: Dialect, order: Sql): Sql {
  const { type, attributes, linkage, bounds = {}, longestLinkage, version = false } = selection;
  const { related = [], reachable = {} } = selection;
  const context = { tables, reachable };
  const texts = attributes.map((name, index) => {
    return readableText(attributeKind(type, name), sql.id('page', `attribute${index}`), dialect);
  });
  const identifiers = linkage.flatMap((name, index) => {
    const relationship = relationshipOf(type, name);
    if (relationship.cardinality === 'one')
      return [linkedId(context, { to: relationship.to, unchecked: sql.id('page', `foreign${index}`) })];
    const isImplied = isImpliedByRelated(selection, name);
    const columns = linkageColumns(context, { type, relationship: name }, sql`page.id`, bounds[name], longestLinkage);
    return isImplied ? columns.slice(1) : columns;
  });
  const objects = related.map((each, index) => {
    const { relationship } = each;
    const { to, cardinality } = relationshipOf(type, relationship);
    if (cardinality === 'many') {
      const linked = relatedRows(tables, { type, relationship }, 'related');
      return rowsAsJson({ ...each, longestLinkage }, linked, sql`page.id`, bounds[relationship], context);
    }
    const row = aliasTable(tables, to, 'related');
    const [key, id] = [sql.id('page', `foreign${linkage.length + index}`), row.attribute('id')];
    const target = rowsAsJson(
      { ...each, most: undefined, longestLinkage },
      { row, from: row.from, fromLinks: row.from, id, relatedTo: id },
      key,
      undefined,
      context,
    );
    // Several rows can be related to the same one, which only the first of them carries.
    return sql`case when row_number() over (partition by ${key} order by ${order}) = 1
      then ${target} end`;
  });
  const named = [...texts, ...identifiers, ...objects].map(
    (column, index) => sql`${column} as ${sql.id(`column${index}`)}`,
  );
  const versions = version ? [sql`page.version::text as version`] : [];
  return commaSeparated([sql`page.id::text as id`, ...named, ...versions]);
}

/**
 * True if the related rows already carry the linkage of a relationship. Those of a to-one relationship do not: a row related to
 * several is carried by one of them only.
 */
export function isImpliedByRelated(
  {
    type,
    related = [],
  }: { readonly type: ResourceType; readonly related?: readonly Pick<RelatedShape, 'relationship'>[] },
  name: string,
): boolean {
  return relationshipOf(type, name).cardinality === 'many' && related.some(({ relationship }) => relationship === name);
}

/** The tables and conditions for reading linkage. */
interface LinkContext {
  readonly tables: Tables;
  readonly reachable: ConditionByType;
}

function whereReachable({ reachable }: LinkContext, row: TableAlias, condition: Sql): Sql {
  const reached = reachable[row.type];
  return reached === undefined ? condition : sql`${condition} and ${conditionSql(reached, row)}`;
}

/** The identifier of the target of a to-one relationship, by its foreign key. */
function linkedId(context: LinkContext, { to, unchecked: key }: ForeignKey): Sql {
  if (context.reachable[to] === undefined) return sql`${key}::text`;
  const linked = aliasTable(context.tables, to, 'linked');
  const id = linked.attribute('id');
  return sql`(select ${id}::text from ${linked.from} where ${whereReachable(context, linked, sql`${id} = ${key}`)})`;
}

/** The linkage of a to-many relationship of the row `id`. With a bound, the members with their sort keys, then the total if the bound asks for it. */
function linkageColumns(
  context: LinkContext,
  parent: Omit<Parent, 'id'>,
  id: Sql,
  bound: BoundShape | undefined,
  longest: number | undefined,
): readonly Sql[] {
  if (bound === undefined) return [linkedIds(context, parent, id, longest)];
  const { reachable } = context;
  const linked = relatedRows(context.tables, parent, 'linked');
  const { member, keys, matching, cut, counted } = boundedRows(linked, id, bound, { reachable, most: longest });
  const parts = commaSeparated([sql`${member.attribute('id')}::text`, ...keys]);
  const total = sql`(select count(*) ${counted})::text`;
  return [sql`array_to_json(array(select array[${parts}] ${matching} ${cut}))::text`, ...(bound.total ? [total] : [])];
}

/** The identifiers in a to-many relationship of the row `id`, separated by commas. */
function linkedIds(context: LinkContext, parent: Omit<Parent, 'id'>, id: Sql, longest: number | undefined): Sql {
  const { row, from, fromLinks, id: linkedId, relatedTo } = relatedRows(context.tables, parent, 'linked');
  const where = whereReachable(context, row, sql`${relatedTo} = ${id}`);
  const tables = context.reachable[row.type] === undefined ? fromLinks : from;
  return sql`array_to_string(array(select ${linkedId} from ${tables} where ${where} order by ${linkedId}${oneMoreThan(longest)}), ',')`;
}

/** Limits the rows to one more than allowed, which shows if there are too many. */
function oneMoreThan(most: number | undefined): Sql {
  return most === undefined ? sql`` : sql` limit ${sql.lit(most + 1)}`;
}

/**
 * Related rows as a JSON array of arrays of strings.
 * @param parent the identifier of the row that they are related to
 */
function rowsAsJson(
  { attributes, linkage, bounds = {}, most, longestLinkage }: RelatedShape & Pick<Query, 'longestLinkage'>,
  related: RelatedRows,
  parent: Sql,
  bound: BoundShape | undefined,
  context: LinkContext,
): Sql {
  const { row, from, id: order, relatedTo } = related;
  const { type } = row;
  const id = row.attribute('id');
  const texts = attributes.map((name) => sqlKinds[attributeKind(type, name)].text(row.attribute(name)));
  const identifiers = linkage.flatMap((relationship) =>
    relationshipOf(type, relationship).cardinality === 'one'
      ? [linkedId(context, row.foreignKey(relationship))]
      : linkageColumns(context, { type, relationship }, id, bounds[relationship], longestLinkage),
  );
  const parts = [sql`${id}::text`, ...texts, ...identifiers];
  if (bound !== undefined) {
    const options = { reachable: context.reachable, most, readsRows: true };
    const { keys, matching, cut } = boundedRows(related, parent, bound, options);
    return sql`array_to_json(array(select array[${commaSeparated([...parts, ...keys])}] ${matching} ${cut}))::text`;
  }
  const where = whereReachable(context, row, sql`${relatedTo} = ${parent}`);
  return sql`array_to_json(array(select array[${commaSeparated(parts)}] from ${from} where ${where} order by ${order}${oneMoreThan(most)}))::text`;
}
