import type { ListPosition, ResourceRecord } from '#application/model/query';
import type { Part } from '#application/model/view';

/** The parts of a view, put together. */
export interface Assembled {
  readonly data: readonly ResourceRecord[];
  readonly included: readonly ResourceRecord[];
  readonly total: number | undefined;
  readonly hasMore: boolean | undefined;
  readonly positions: readonly ListPosition[];
}

/**
 * Puts the parts of a view together, linkage too.
 * @throws Error if they are not in order
 */
export async function assemble(parts: AsyncIterable<Part>): Promise<Assembled> {
  const records: Record<'data' | 'included', ResourceRecord[]> = { data: [], included: [] };
  const positions: ListPosition[] = [];
  let place: 'data' | 'included' = 'data';
  for await (const part of parts) {
    if (part.kind === 'end') return { ...records, total: part.total, hasMore: part.hasMore, positions };
    const list = records[place];
    if (part.kind === 'records') {
      if (place === 'included' && part.place === 'data') throw new Error('a primary resource behind included ones');
      if (part.records.length > 1 && part.records.some(({ omitted }) => omitted !== undefined))
        throw new Error('a resource that omits linkage is not alone');
      place = part.place;
      records[place].push(
        ...part.records.map(({ type, id, attributes, linkage, version }) => {
          const record = { type, id, attributes, linkage };
          return version === undefined ? record : { ...record, version };
        }),
      );
      positions.push(...(part.positions ?? []));
      continue;
    }
    const record = list.pop();
    if (record?.id !== part.of.id) throw new Error('linkage behind another resource');
    const ids = [...(record.linkage[part.of.relationship] ?? []), ...part.ids];
    list.push({ ...record, linkage: { ...record.linkage, [part.of.relationship]: ids } });
  }
  throw new Error('the parts have no end');
}
