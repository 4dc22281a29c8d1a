// From the rows of a selection to records.
import type { Found, RelatedSelection, ResourceRecord } from '../../../application/model/query.ts';
import { relationshipOf } from '../../../application/model/schema.ts';
import { isToldByRelated, type TypedSelection } from './selection.ts';

/**
 * The identifier, the attributes, the linkage and the related rows, in the order of the selection's members. Linkage is comma-separated
 * identifiers, and missing where the related rows tell it; related rows are a list of `RelatedRow` in JSON, or `null`.
 */
export type SelectedRow = readonly (string | null)[];

type RelatedRow = readonly [id: string, ...(string | null)[]];

/** What rows say, whatever columns they have behind those of a `SelectedRow`; a row without an identifier says nothing. */
export function decodeRows(
  selection: TypedSelection,
  rows: readonly SelectedRow[],
): Pick<Found, 'records' | 'related'> {
  const shape = shapeOf(selection);
  const related = shape.along.map(() => new Array<ResourceRecord>());
  const records = recordsOf(shape, rows, related);
  return selection.related === undefined ? { records } : { records, related: related.flat() };
}

/** What the columns of rows are, in their order. */
interface Shape extends Pick<TypedSelection, 'type' | 'attributes'> {
  /** Without what the related rows tell. */
  readonly linkage: readonly string[];
  readonly along: readonly Along[];
}

interface Along {
  /** The relationship whose linkage the related rows are. */
  readonly told: string | undefined;
  readonly shape: Shape;
}

/** @param related takes the related records, a list for each relationship of `along` */
function recordsOf(
  { type, attributes, linkage, along }: Shape,
  rows: readonly SelectedRow[],
  related: readonly ResourceRecord[][],
): ResourceRecord[] {
  const records: ResourceRecord[] = [];
  for (const row of rows) {
    const [id] = row;
    if (id === null || id === undefined) continue;
    let column = 1;
    const values: Record<string, string | null> = {};
    for (const name of attributes) values[name] = row[column++] ?? null;
    const linked: Record<string, readonly string[]> = {};
    for (const name of linkage) linked[name] = identifiers(row[column++] ?? '');
    for (const [index, { told, shape }] of along.entries()) {
      const found = recordsOf(shape, JSON.parse(row[column++] ?? '[]') as readonly RelatedRow[], []);
      for (const record of found) related[index]?.push(record);
      if (told !== undefined) linked[told] = found.map((record) => record.id);
    }
    records.push({ type, id, attributes: values, linkage: linked });
  }
  return records;
}

function shapeOf(selection: TypedSelection): Shape {
  const { type, attributes, linkage, related } = selection;
  return {
    type,
    attributes,
    linkage: linkage.filter((name) => !isToldByRelated(selection, name)),
    along: related?.map((each) => alongOf(selection, each)) ?? [],
  };
}

function alongOf(selection: TypedSelection, { relationship, attributes, linkage }: RelatedSelection): Along {
  const { to } = relationshipOf(selection.type, relationship);
  const isTold = selection.linkage.includes(relationship) && isToldByRelated(selection, relationship);
  return { told: isTold ? relationship : undefined, shape: { type: to, attributes, linkage, along: [] } };
}

function identifiers(list: string): readonly string[] {
  return list === '' ? [] : list.split(',');
}
