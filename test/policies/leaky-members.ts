// Queries that restrict bounded relationships except in one place. Each is a leak.
import { relationshipOf } from '#domain/schema';
import type { Bounds, BoundedMembers, FindResult, Query, ResourceRecord } from '#application/model/query';
import { plainly } from './leaky-queries.ts';
import type { AskedQuery } from './planting.ts';

/** The members that a record shows of a bounded relationship. */
interface Members extends BoundedMembers {
  readonly ids: readonly string[];
}

/** Members of a bounded relationship: with the policy, without the policy, and with the policy but without the bound. */
interface KnownMembers {
  readonly visible: Members;
  readonly open: Members;
  readonly all: readonly string[];
}

/** Changes the bounded members that a query finds, in primary and related records. */
function withMembers(change: (members: KnownMembers) => Members): (query: AskedQuery) => Promise<FindResult> {
  return async ({ restricted, find }) => {
    const found = await find(restricted);
    const isBounded = [restricted, ...(restricted.related ?? [])].some(({ bounds }) => bounds !== undefined);
    if (!isBounded) return found;
    const same = plainly(restricted, found.records);
    const [open, whole] = [await find({ ...same, reachable: undefined }), await find(withoutBounds(same))];
    const among = (records: readonly ResourceRecord[] = []) =>
      new Map(records.map((record) => [keyOf(record), record]));
    const changed = (
      records: readonly ResourceRecord[],
      openRecords = among(open.records),
      all = among(whole.records),
    ) =>
      records.map((record) => {
        const others = [openRecords.get(keyOf(record)), all.get(keyOf(record))] as const;
        return changeRecord(record, others, change);
      });
    return {
      ...found,
      records: changed(found.records),
      ...(found.related && { related: changed(found.related, among(open.related), among(whole.related)) }),
    };
  };
}

function keyOf({ type, id }: ResourceRecord): string {
  return `${type} ${id}`;
}

function changeRecord(
  record: ResourceRecord,
  [open, whole]: readonly [ResourceRecord | undefined, ResourceRecord | undefined],
  change: (members: KnownMembers) => Members,
): ResourceRecord {
  const linkage: Record<string, readonly string[]> = { ...record.linkage };
  const members: Record<string, BoundedMembers> = { ...record.members };
  for (const name of Object.keys(members)) {
    const [visible, hidden] = [membersOf(record, name), open && membersOf(open, name)];
    if (visible === undefined || hidden === undefined) continue;
    const { ids, ...others } = change({ visible, open: hidden, all: whole?.linkage[name] ?? visible.ids });
    linkage[name] = ids;
    members[name] = others;
  }
  return { ...record, linkage, members };
}

/** Undefined if the record omits the linkage because it is too long. */
function membersOf({ linkage, members }: ResourceRecord, name: string): Members | undefined {
  const ids = linkage[name];
  return ids === undefined ? undefined : { ids, ...members?.[name] };
}

function withoutBounds(query: Query): Query {
  return {
    ...query,
    bounds: undefined,
    ...(query.related && { related: query.related.map((each) => ({ ...each, bounds: undefined })) }),
  };
}

/** Cuts pages before it leaves out the hidden members. */
export const cutBeforePolicy = withMembers(({ visible, open, all }) => {
  if (open.pageInfo === undefined) return visible;
  const kept = open.ids.flatMap((id, index) => (all.includes(id) ? [index] : []));
  const { positions, hasMore } = open.pageInfo;
  return {
    ...visible,
    ids: kept.map((index) => open.ids[index] ?? ''),
    pageInfo: { positions: kept.flatMap((index) => positions[index] ?? []), hasMore },
  };
});

export const countHiddenMembers = withMembers(({ visible, open }) => ({
  ...visible,
  ...(open.total !== undefined && { total: open.total }),
}));

/** Reports more members even if only hidden ones follow. */
export const hiddenMembersFollow = withMembers(({ visible, open }) => {
  if (visible.pageInfo === undefined) return visible;
  return { ...visible, pageInfo: { ...visible.pageInfo, hasMore: open.pageInfo?.hasMore === true } };
});

/** Sorts members by their related resources, even hidden ones. */
export async function membersSortedThroughHidden({ restricted, find }: AskedQuery): Promise<FindResult> {
  const sortsThrough = ({ bounds = {} }: { readonly bounds?: Bounds | undefined }): boolean =>
    Object.values(bounds).some(({ sort }) => sort.some(({ path }) => path.length > 0));
  const found = await find(restricted);
  if (!sortsThrough(restricted)) return found;
  const whole = await find(withoutBounds(plainly(restricted, found.records)));
  const unpaged = Object.fromEntries(
    Object.entries(restricted.bounds ?? {}).map(([name, bound]) => [name, { ...bound, page: undefined }]),
  );
  const open = await find({ ...plainly(restricted, found.records), bounds: unpaged, reachable: undefined });
  const records = found.records.map((record) => {
    const [all, sorted] = [whole, open].map(({ records: others }) => others.find(({ id }) => id === record.id));
    const linkage = { ...record.linkage };
    for (const name of Object.keys(restricted.bounds ?? {})) {
      if (relationshipOf(record.type, name).cardinality === 'one' || linkage[name] === undefined) continue;
      const visible = new Set(all?.linkage[name]);
      linkage[name] = (sorted?.linkage[name] ?? []).filter((id) => visible.has(id)).slice(0, linkage[name].length);
    }
    return { ...record, linkage };
  });
  return { ...found, records };
}
