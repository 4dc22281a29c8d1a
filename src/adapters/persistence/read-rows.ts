// From the rows of a selection to records.
import type { Found, ResourceRecord } from '../../application/query/query.ts';
import { relationshipOf } from '../../application/schema/schema.ts';
import { isToldByRelated, type TypedSelection } from './selection-sql.ts';

/**
 * The identifier, the attributes, the linkage and the related rows, in the order of the selection's members. Linkage is comma-separated
 * identifiers, and missing where the related rows tell it; related rows are a list of `RelatedRow` in JSON, or `null`.
 */
export type SelectedRow = readonly (string | null)[];

type RelatedRow = readonly [id: string, ...(string | null)[]];

/** What rows say, whatever columns they have behind those of a `SelectedRow`; a row without an identifier says nothing. */
export function readRows(selection: TypedSelection, rows: readonly SelectedRow[]): Pick<Found, 'records' | 'related'> {
  const { type, attributes, related } = selection;
  const linkage = selection.linkage.filter((name) => !isToldByRelated(selection, name));
  const along = related?.map(({ relationship, ...each }) => ({
    selection: { ...each, type: relationshipOf(type, relationship).to },
    told:
      selection.linkage.includes(relationship) && isToldByRelated(selection, relationship) ? relationship : undefined,
    rows: new Array<RelatedRow>(),
  }));
  const records: ResourceRecord[] = [];
  for (const row of rows) {
    const [id] = row;
    if (id === null || id === undefined) continue;
    let column = 1;
    const values: Record<string, string | null> = {};
    for (const name of attributes) values[name] = row[column++] ?? null;
    const linked: Record<string, readonly string[]> = {};
    for (const name of linkage) linked[name] = identifiers(row[column++] ?? '');
    for (const list of along ?? []) {
      const found = JSON.parse(row[column++] ?? '[]') as readonly RelatedRow[];
      for (const each of found) list.rows.push(each);
      if (list.told !== undefined) linked[list.told] = found.map(([each]) => each);
    }
    records.push({ type, id, attributes: values, linkage: linked });
  }
  if (along === undefined) return { records };
  return { records, related: along.flatMap((list) => readRows(list.selection, list.rows).records) };
}

function identifiers(list: string): readonly string[] {
  return list === '' ? [] : list.split(',');
}
