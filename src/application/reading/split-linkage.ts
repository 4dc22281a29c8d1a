import type { Batch, StreamingReader } from '../ports/resource-reader.ts';
import { hasIdentifier } from '../model/filter.ts';
import type { Parent, Query } from '../model/query.ts';
import { relationshipOf } from '../../domain/schema.ts';
import type { LinkagePart, RecordsPart } from '../model/view.ts';

/** The records of a batch as parts, and after each that omits linkage all of that linkage. */
export async function* splitLinkage(
  reader: StreamingReader,
  place: RecordsPart['place'],
  { records, walk }: Batch,
): AsyncGenerator<RecordsPart | LinkagePart, void, undefined> {
  const slice = (start: number, end?: number): RecordsPart => ({
    kind: 'records',
    place,
    records: records.slice(start, end),
    positions: walk?.positions.slice(start, end),
  });
  let start = 0;
  for (const [index, { type, id, omitted }] of records.entries()) {
    if (omitted === undefined) continue;
    if (index > start) yield slice(start, index);
    start = index + 1;
    yield slice(index, start);
    for (const relationship of omitted) {
      const parent = { type, id, relationship };
      for await (const linked of reader.stream(relatedBy(parent)))
        yield { kind: 'linkage', of: parent, ids: linked.records.map((record) => record.id) };
    }
  }
  if (start < records.length) yield slice(start);
}

/** The identifiers that a relationship leads to, in the order of linkage. */
function relatedBy({ type, id, relationship }: Parent): Query {
  const { to, inverse } = relationshipOf(type, relationship);
  const filter = { kind: 'related', relationship: inverse, filter: hasIdentifier(id) } as const;
  return { type: to, filter, sort: [], page: undefined, attributes: [], linkage: [], total: false };
}
