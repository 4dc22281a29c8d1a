import { isDeepStrictEqual } from 'node:util';
import type { ListPosition, ResourceRecord } from '#application/model/query';
import type { LinkagePart, Part } from '#application/model/view';

/** The parts of a view, put together. */
export interface Assembled {
  readonly data: readonly ResourceRecord[];
  readonly included: readonly ResourceRecord[];
  readonly total: number | undefined;
  readonly hasMore: boolean | undefined;
  readonly positions: readonly ListPosition[];
}

/**
 * Puts the parts of a view together, including linkage.
 * @throws Error if the parts are out of order, or if a page of linkage does not begin and end at the positions in its record
 */
export async function assemble(parts: AsyncIterable<Part>): Promise<Assembled> {
  const records: Record<'data' | 'included', ResourceRecord[]> = { data: [], included: [] };
  const positions: ListPosition[] = [];
  let place: 'data' | 'included' = 'data';
  /** The last record, if it omits linkage. */
  let omitting: ResourceRecord | undefined;
  for await (const part of parts) {
    if (part.kind !== 'linkage') requireEnds(omitting, records[place].at(-1));
    if (part.kind === 'end') return { ...records, total: part.total, hasMore: part.hasMore, positions };
    const list = records[place];
    if (part.kind === 'records') {
      if (place === 'included' && part.place === 'data') throw new Error('a primary resource behind included ones');
      if (part.records.length > 1 && part.records.some(({ omitted }) => omitted !== undefined))
        throw new Error('a resource that omits linkage is not alone');
      place = part.place;
      records[place].push(
        ...part.records.map(({ type, id, attributes, linkage, members, version }) => ({
          ...{ type, id, attributes, linkage },
          ...(members && { members }),
          ...(version !== undefined && { version }),
        })),
      );
      positions.push(...(part.positions ?? []));
      omitting = part.records.find(({ omitted }) => omitted !== undefined);
      continue;
    }
    const record = list.pop();
    if (record?.id !== part.of.id) throw new Error('linkage behind another resource');
    list.push(withLinkage(record, part));
  }
  throw new Error('the parts have no end');
}

/** Adds a part of a record's linkage. Its positions replace the two in the record, those of the first and last members. */
function withLinkage(record: ResourceRecord, { of: { relationship }, ids, positions }: LinkagePart): ResourceRecord {
  const { [relationship]: linked = [] } = record.linkage;
  const extended = { ...record, linkage: { ...record.linkage, [relationship]: [...linked, ...ids] } };
  const known = record.members?.[relationship];
  if (known?.pageInfo === undefined || positions === undefined) return extended;
  const read = [...(linked.length === 0 ? [] : known.pageInfo.positions), ...positions];
  const pageInfo = { ...known.pageInfo, positions: read };
  return { ...extended, members: { ...record.members, [relationship]: { ...known, pageInfo } } };
}

/** @param complete the same record with its linkage */
function requireEnds(omitting: ResourceRecord | undefined, complete: ResourceRecord | undefined): void {
  for (const name of omitting?.omitted ?? []) {
    const [ends, read] = [omitting, complete].map((record) => record?.members?.[name]?.pageInfo?.positions);
    if (!isDeepStrictEqual(ends, read && [read.at(0), read.at(-1)])) throw new Error('linkage with other ends');
  }
}
