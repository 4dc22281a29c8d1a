// The columns of the two selects of a query: the inner one reads stored columns, the outer one formats them, so that only the
// rows of the page are formatted.
import { sql } from 'kysely';
import type { Query, RelatedSelection, Selection } from '#application/model/query';
import { attributeKind, relationshipOf, type Relationship, type ResourceType } from '#domain/schema';
import type { Dialect } from '../tables/dialect.ts';
import { readableText, sqlKinds } from '../tables/kinds.ts';
import { commaSeparated, type Sql } from '../tables/sql-fragment.ts';
import { columnOf, type Tables } from '../tables/tables.ts';

export interface TypedSelection extends Selection, Pick<Query, 'version' | 'related' | 'longestLinkage'> {
  readonly type: ResourceType;
}

/** The columns of the inner select, whose alias has to be `page`. */
export function innerColumns(
  { type, attributes, linkage, version = false, related = [] }: TypedSelection,
  row: TableAlias,
): readonly Sql[] {
  const stored = attributes.map((name, index) => sql`${row.attribute(name)} as ${sql.id(`attribute${index}`)}`);
  const keys = [...linkage, ...related.map(({ relationship }) => relationship)].flatMap((name, index) =>
    relationshipOf(type, name).cardinality === 'one'
      ? [sql`${row.foreignKey(name)} as ${sql.id(`foreign${index}`)}`]
      : [],
  );
  const versions = version ? [sql`${row.version} as version`] : [];
  return [sql`${row.attribute('id')} as id`, ...stored, ...keys, ...versions];
}

/**
 * The columns of the outer select, as `decodeRows` reads them.
 * @param order of the rows
 */
export function outerColumns(selection: TypedSelection, tables: Tables, dialect: Dialect, order: Sql): Sql {
  const { type, attributes, linkage, longestLinkage, version = false, related = [] } = selection;
  const texts = attributes.map((name, index) => {
    return readableText(attributeKind(type, name), sql.id('page', `attribute${index}`), dialect);
  });
  const identifiers = linkage.flatMap((name, index) => {
    if (isImpliedByRelated(selection, name)) return [];
    const relationship = relationshipOf(type, name);
    const key = sql.id('page', `foreign${index}`);
    return relationship.cardinality === 'one'
      ? [sql`${key}::text`]
      : [linkedIds(tables, relationship, sql`page.id`, longestLinkage)];
  });
  const objects = related.map((each, index) => {
    const { to, cardinality, inverse } = relationshipOf(type, each.relationship);
    const linked = aliasTable(tables, to, 'related');
    const rowsWhere = (condition: Sql, most?: number): Sql =>
      relatedRows({ ...each, most, longestLinkage }, linked, condition);
    if (cardinality === 'many') return rowsWhere(sql`${linked.foreignKey(inverse)} = page.id`, each.most);
    const key = sql.id('page', `foreign${linkage.length + index}`);
    // Several rows can be related to the same one: only the first of them carries it.
    return sql`case when row_number() over (partition by ${key} order by ${order}) = 1
      then ${rowsWhere(sql`${linked.attribute('id')} = ${key}`)} end`;
  });
  const named = [...texts, ...identifiers, ...objects].map(
    (column, index) => sql`${column} as ${sql.id(`column${index}`)}`,
  );
  const versions = version ? [sql`page.version::text as version`] : [];
  return commaSeparated([sql`page.id::text as id`, ...named, ...versions]);
}

/**
 * Whether the related rows already carry the linkage of a relationship. Those of a to-one relationship do not: a row related to
 * several is carried by one of them only.
 */
export function isImpliedByRelated({ type, related = [] }: TypedSelection, name: string): boolean {
  return relationshipOf(type, name).cardinality === 'many' && related.some(({ relationship }) => relationship === name);
}

/** The identifiers to which a to-many relationship of the row `id` leads, separated by commas. */
function linkedIds(tables: Tables, { to, inverse }: Relationship, id: Sql, longest: number | undefined): Sql {
  const linked = aliasTable(tables, to, 'linked');
  const linkedId = linked.attribute('id');
  return sql`array_to_string(array(select ${linkedId} from ${linked.from} where ${linked.foreignKey(inverse)} = ${id} order by ${linkedId}${oneMoreThan(longest)}), ',')`;
}

/** The limit that shows whether there is more than allowed. */
function oneMoreThan(most: number | undefined): Sql {
  return most === undefined ? sql`` : sql` limit ${sql.lit(most + 1)}`;
}

/** Related rows as a JSON array of arrays of strings. */
function relatedRows(
  { attributes, linkage, most, longestLinkage }: RelatedSelection & Pick<Query, 'longestLinkage'>,
  row: TableAlias,
  condition: Sql,
): Sql {
  const { type, tables } = row;
  const id = row.attribute('id');
  const texts = attributes.map((name) => sqlKinds[attributeKind(type, name)].text(row.attribute(name)));
  const identifiers = linkage.map((name) => {
    const relationship = relationshipOf(type, name);
    return relationship.cardinality === 'one'
      ? sql`${row.foreignKey(name)}::text`
      : linkedIds(tables, relationship, id, longestLinkage);
  });
  const parts = commaSeparated([sql`${id}::text`, ...texts, ...identifiers]);
  return sql`array_to_json(array(select array[${parts}] from ${row.from} where ${condition} order by ${id}${oneMoreThan(most)}))::text`;
}

/** The table of a resource type under an alias. */
export interface TableAlias {
  readonly tables: Tables;
  readonly type: ResourceType;
  /** How many `related` conditions enclose it; makes its alias unique. */
  readonly depth: number;
  /** `table as alias`. */
  readonly from: Sql;
  /** The column of the version. */
  readonly version: Sql;
  /** The column of an attribute. */
  attribute(name: string): Sql;
  /** Whether an attribute can be unset. */
  isNullable(attribute: string): boolean;
  /** The column of a to-one relationship. */
  foreignKey(relationship: string): Sql;
}

const VERSION = 'version';

/** @param alias unique within the statement */
export function aliasTable(tables: Tables, type: ResourceType, alias: string, depth = 0): TableAlias {
  const { name, columns, foreignKeys, nullable } = tables[type];
  return {
    tables,
    type,
    depth,
    from: sql`${sql.table(name)} as ${sql.id(alias)}`,
    version: sql.id(alias, VERSION),
    attribute: (attribute) => sql.id(alias, columnOf(columns, attribute)),
    isNullable: (attribute) => nullable.has(attribute),
    foreignKey: (relationship) => sql.id(alias, columnOf(foreignKeys, relationship)),
  };
}
