// What is selected of a row: first its columns, then what is made of them. So what is made of a row is made of those that are shown alone.
import { sql } from 'kysely';
import type { Query, RelatedSelection, Selection } from '../../../application/model/query.ts';
import {
  attributeKind,
  relationshipOf,
  type Relationship,
  type ResourceType,
} from '../../../application/model/schema.ts';
import type { Dialect } from '../connection/dialect.ts';
import type { Tables } from '../tables.ts';
import { wireText } from './condition-sql.ts';
import { list, type Sql } from '../fragment.ts';
import { aliasTable, type TableAlias } from './table-alias.ts';

export interface TypedSelection extends Selection, Pick<Query, 'related'> {
  readonly type: ResourceType;
}

/** The columns of a row that its selected parts are made of, to be called `page`. */
export function columnsOf(
  { type, attributes, linkage, related = [] }: TypedSelection,
  row: TableAlias,
): readonly Sql[] {
  const stored = attributes.map((name, index) => sql`${row.attribute(name)} as ${sql.id(`attribute${index}`)}`);
  const keys = [...linkage, ...related.map(({ relationship }) => relationship)].flatMap((name, index) =>
    relationshipOf(type, name).cardinality === 'one'
      ? [sql`${row.foreignKey(name)} as ${sql.id(`foreign${index}`)}`]
      : [],
  );
  return [sql`${row.attribute('id')} as id`, ...stored, ...keys];
}

/**
 * The selected parts of the rows that are called `page`, as `decodeRows` reads them.
 * @param order of these rows
 */
export function selectedOf(selection: TypedSelection, tables: Tables, dialect: Dialect, order?: Sql): Sql {
  const { type, attributes, linkage, related = [] } = selection;
  const texts = attributes.map((name, index) => {
    const kind = attributeKind(type, name);
    const text = wireText(kind, sql.id('page', `attribute${index}`));
    return kind === 'text' ? dialect.readText(text) : text;
  });
  const identifiers = linkage.flatMap((name, index) => {
    if (isToldByRelated(selection, name)) return [];
    const description = relationshipOf(type, name);
    const key = sql.id('page', `foreign${index}`);
    return description.cardinality === 'one' ? [sql`${key}::text`] : [linkedIds(tables, description, sql`page.id`)];
  });
  const objects = related.map((each, index) => {
    const description = relationshipOf(type, each.relationship);
    const linked = aliasTable(tables, description.to, 'related');
    if (description.cardinality === 'many')
      return relatedRows(each, linked, sql`${linked.foreignKey(description.inverse)} = page.id`);
    const key = sql.id('page', `foreign${linkage.length + index}`);
    // Many may be related to the same one, which then stands at the first of them.
    return sql`case when row_number() over (partition by ${key} order by ${order ?? sql`page.id`}) = 1
      then ${relatedRows(each, linked, sql`${linked.attribute('id')} = ${key}`)} end`;
  });
  const named = [...texts, ...identifiers, ...objects].map(
    (column, index) => sql`${column} as ${sql.id(`column${index}`)}`,
  );
  return list([sql`page.id::text as id`, ...named]);
}

/**
 * Whether a relationship needs no linkage of its own: what is read of the related resources has their identifiers. Of a to-one relationship
 * that is not so: a related resource stands at one record alone.
 */
export function isToldByRelated({ type, related = [] }: TypedSelection, name: string): boolean {
  return relationshipOf(type, name).cardinality === 'many' && related.some(({ relationship }) => relationship === name);
}

/** Identifiers as a comma-separated text. */
function linkedIds(tables: Tables, { to, inverse }: Relationship, owner: Sql): Sql {
  const linked = aliasTable(tables, to, 'linked');
  const id = linked.attribute('id');
  return sql`array_to_string(array(select ${id} from ${linked.from} where ${linked.foreignKey(inverse)} = ${owner} order by ${id}), ',')`;
}

/** The selected parts of related rows, each as a list of texts, as a list in JSON. */
function relatedRows({ attributes, linkage }: RelatedSelection, row: TableAlias, condition: Sql): Sql {
  const { type, tables } = row;
  const id = row.attribute('id');
  const texts = attributes.map((name) => wireText(attributeKind(type, name), row.attribute(name)));
  const identifiers = linkage.map((name) => {
    const description = relationshipOf(type, name);
    return description.cardinality === 'one' ? sql`${row.foreignKey(name)}::text` : linkedIds(tables, description, id);
  });
  const parts = list([sql`${id}::text`, ...texts, ...identifiers]);
  return sql`array_to_json(array(select array[${parts}] from ${row.from} where ${condition} order by ${id}))::text`;
}
