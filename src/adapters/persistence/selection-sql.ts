// What is selected of a row: first its columns, then what is made of them. So what is made of a row is made of those that are shown alone.
import type { ResourceRecord, Selection } from '../../application/query/query.ts';
import { attributeKind, relationshipOf, type ResourceType } from '../../application/schema/schema.ts';
import type { Dialect } from './dialect.ts';
import { wireText } from './filter-sql.ts';
import { joinSql, nameSql, sql, type Sql } from './sql.ts';
import { storedRow, type StoredRow } from './stored-row.ts';
import type { Tables } from './tables.ts';

export interface TypedSelection extends Selection {
  readonly type: ResourceType;
}

/** The identifier, the attributes and the linkage, in the order of the selection's members; linkage as comma-separated identifiers. */
export type SelectedRow = readonly (string | null)[];

/** The columns of a row that its selected parts are made of, to be called `page`. */
export function columnsOf({ type, attributes, linkage }: TypedSelection, row: StoredRow): readonly Sql[] {
  const stored = attributes.map((name, index) => sql`${row.attribute(name)} as ${nameSql(`attribute${index}`)}`);
  const keys = linkage.flatMap((name, index) =>
    relationshipOf(type, name).cardinality === 'one'
      ? [sql`${row.foreignKey(name)} as ${nameSql(`linkage${index}`)}`]
      : [],
  );
  return [sql`${row.attribute('id')} as id`, ...stored, ...keys];
}

/** The selected parts of the rows that are called `page`: the columns of a `SelectedRow`. */
export function selectedOf({ type, attributes, linkage }: TypedSelection, tables: Tables, dialect: Dialect): Sql {
  const texts = attributes.map((name, index) => {
    const kind = attributeKind(type, name);
    const text = wireText(kind, nameSql('page', `attribute${index}`));
    return kind === 'text' ? dialect.readText(text) : text;
  });
  const identifiers = linkage.map((name, index) => {
    const { to, cardinality, inverse } = relationshipOf(type, name);
    if (cardinality === 'one') return sql`${nameSql('page', `linkage${index}`)}::text`;
    const linked = storedRow(tables, to, 'linked');
    const id = linked.attribute('id');
    return sql`array_to_string(array(select ${id} from ${linked.from} where ${linked.foreignKey(inverse)} = page.id order by ${id}), ',')`;
  });
  const named = [...texts, ...identifiers].map((column, index) => sql`${column} as ${nameSql(`column${index}`)}`);
  return joinSql([sql`page.id::text as id`, ...named]);
}

/** The records that rows are, whatever columns they have behind those of a `SelectedRow`; a row without an identifier is none. */
export function recordsOf(
  { type, attributes, linkage }: TypedSelection,
  rows: readonly SelectedRow[],
): readonly ResourceRecord[] {
  const records: ResourceRecord[] = [];
  for (const row of rows) {
    const [id] = row;
    if (id === null || id === undefined) continue;
    let column = 1;
    const values: Record<string, string | null> = {};
    for (const name of attributes) values[name] = row[column++] ?? null;
    const related: Record<string, readonly string[]> = {};
    for (const name of linkage) related[name] = identifiers(row[column++] ?? '');
    records.push({ type, id, attributes: values, linkage: related });
  }
  return records;
}

function identifiers(list: string): readonly string[] {
  return list === '' ? [] : list.split(',');
}
