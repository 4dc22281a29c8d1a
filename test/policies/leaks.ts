// Leaks that a service with a policy could have. The proof is worth what it finds of them.
import { isDeepStrictEqual } from 'node:util';
import type { Field, WritableAttribute } from '#adapters/http/api/resource-description';
import { readableRows } from '#application/access/restrict-query';
import { bothOf, hasIdentifier, hasIdentifierIn, nothing, type Filter } from '#application/model/filter';
import type { Permissions } from '#application/model/permissions';
import type { FilterByType, FindResult, ListPosition, Query, ResourceRecord } from '#application/model/query';
import { perType, relationshipNames, relationshipOf, type ResourceType } from '#domain/schema';
import {
  inDescriptions,
  inPermissions,
  inQueries,
  mixed,
  onlyWhere,
  withoutConditions,
  type AskedQuery,
  type Plant,
} from './planting.ts';
import { typesIn } from './requests.ts';
import { openService } from './services.ts';

export interface Leak {
  readonly name: string;
  readonly plant: Plant;
  /** Whether it shows only where lists are long. */
  readonly needsLongLists?: boolean;
}

const everyRow = inPermissions((access, actor) => withoutConditions(access.permissionsOf(actor)));
/** Hidden attributes can be named, but are not shown. */
const nameable = inDescriptions((field) => (isWritable(field) ? { ...field, output: undefined } : undefined));
const computed = inDescriptions((field) => (isComputed(field) ? field : undefined));
const shown = inDescriptions((field) => field);

export const leaks: readonly Leak[] = [
  {
    name: 'the total counts hidden rows',
    plant: inQueries({ find: withTotalOf(({ asked }) => asked) }),
  },
  {
    name: 'the link to the last page counts hidden rows',
    plant: mixed(inQueries({ find: withTotalOf(({ asked }) => asked) }), (leaking, clean) => {
      const links = /"links":\{"self":[^}]*"last":[^}]*\}/;
      const [found] = links.exec(leaking.text) ?? [];
      return found === undefined ? clean : { ...clean, text: clean.text.replace(links, () => found) };
    }),
  },
  { name: 'linkage to many names hidden rows', plant: inQueries({ find: withLinkage('many') }) },
  { name: 'linkage to one names a hidden row', plant: inQueries({ find: withLinkage('one') }) },
  { name: 'lists are sorted by what hidden rows have', plant: inQueries({ find: sortedThroughHidden }) },
  { name: 'cursors hold what hidden rows have', plant: inQueries({ find: withHiddenPositions }) },
  {
    name: 'related rows are included though they are hidden',
    plant: inQueries({
      find: async (query) => ({ ...(await query.find(query.restricted)), ...(await relatedOf(query)) }),
    }),
  },
  {
    name: 'an include path of several steps leads to hidden rows',
    plant: inQueries({ find: ({ asked, restricted, find }) => find(asked.filter.kind === 'in' ? asked : restricted) }),
  },
  {
    name: 'filters look through hidden rows',
    plant: inQueries({
      find: ({ asked, restricted, permissions, find }) =>
        find({ ...restricted, filter: bothOf(readableRows(permissions)[asked.type], asked.filter) }),
    }),
  },
  {
    name: 'a negated filter looks through hidden rows',
    plant: inQueries({
      find: ({ asked, restricted, permissions, find }) => {
        const rows = readableRows(permissions);
        const filter = bothOf(rows[asked.type], restrictedUnlessNegated(asked.filter, asked.type, rows));
        return find({ ...restricted, filter });
      },
    }),
  },
  {
    name: 'a missing claim matches everything',
    plant: inPermissions((access, actor) => {
      const permissions = access.permissionsOf(actor);
      return perType((type) =>
        isDeepStrictEqual(permissions[type].read?.where, nothing)
          ? withoutConditions(permissions)[type]
          : permissions[type],
      );
    }),
  },
  {
    name: 'somebody else of the role has made the claims',
    plant: (guarded) => {
      const known = new Map<string, Permissions>();
      return inPermissions((access, actor) => {
        const { role = '' } = actor;
        const permissions = known.get(role) ?? access.permissionsOf(actor);
        known.set(role, permissions);
        return permissions;
      })(guarded);
    },
  },
  {
    name: 'a hidden field can be filtered by its text',
    plant: onlyWhere(({ target }) => /like|with|match/.test(target), nameable),
  },
  {
    name: 'a hidden field can be compared with',
    plant: onlyWhere(({ target }) => target.includes('%22field%22'), nameable),
  },
  { name: 'a hidden field can be sorted by', plant: onlyWhere(({ target }) => /[?&]sort=/.test(target), nameable) },
  { name: 'a hidden field can be selected', plant: onlyWhere(({ target }) => target.includes('fields%5B'), nameable) },
  { name: 'a hidden field is in exports', plant: onlyWhere(({ route }) => route.startsWith('/export/'), shown) },
  { name: 'an error names hidden fields', plant: onlyWhere((_, { status }) => status === 400, nameable) },
  { name: 'a hidden attribute is shown because it is computed', plant: computed },
  { name: 'a hidden relationship has a route', plant: onlyWhere((_, { status }) => status === 404, shown) },
  {
    name: 'a hidden resource is found by its identifier',
    plant: onlyWhere(({ route }) => /^\/\w+\/\{\w+\}$/.test(route), inQueries({ find: everyPrimaryRow })),
  },
  {
    name: 'the linkage of a hidden resource is found',
    plant: onlyWhere(({ route }) => route.includes('/relationships/'), inQueries({ find: everyPrimaryRow })),
  },
  {
    name: 'what belongs to a hidden resource is an empty list instead of none',
    plant: inQueries({
      find: (query) => (isExistenceCheck(query.asked) ? everyPrimaryRow(query) : query.find(query.restricted)),
    }),
  },
  {
    name: 'a hidden resource is shown as what another belongs to',
    plant: onlyWhere(({ route }) => route.startsWith('/computers/') && route.endsWith('/owner'), everyRow),
  },
  {
    name: 'the list of what belongs to a resource has hidden rows',
    plant: onlyWhere(
      ({ route }) => route.includes('{id}') && typesIn(route).own !== typesIn(route).primary,
      inQueries({ find: everyPrimaryRow }),
    ),
  },
  { name: 'exports have hidden rows', plant: onlyWhere(({ route }) => route.startsWith('/export/'), everyRow) },
  {
    name: 'streams have hidden rows',
    needsLongLists: true,
    plant: inQueries({ stream: ({ asked }) => asked }),
  },
  {
    name: 'the linkage that is streamed behind a resource names hidden rows',
    needsLongLists: true,
    plant: inQueries({
      stream: ({ asked, restricted }) => (asked.attributes.length + asked.linkage.length === 0 ? asked : restricted),
    }),
  },
  {
    name: 'entity tags do not depend on claims and rules',
    plant: ({ unitOfWork, access }) => {
      const alike = { readDigest: 'the same', readClaims: [], restricted: new Set<ResourceType>() };
      const roles = new Map([...access.roles].map(([name, view]) => [name, { ...view, ...alike }]));
      return openService({ unitOfWork, access: { ...access, roles } });
    },
  },
  { name: 'HEAD tells the length of what is hidden', plant: onlyWhere(({ method }) => method === 'HEAD', everyRow) },
];

function isWritable(field: Field): field is WritableAttribute {
  return field.kind === 'attribute' && field.declared !== undefined;
}

function isComputed(field: Field): boolean {
  return field.kind === 'attribute' && field.stored === undefined;
}

function withTotalOf(queryOf: (query: AskedQuery) => Query): (query: AskedQuery) => Promise<FindResult> {
  return async (query) => {
    const { total } = await query.find(queryOf(query));
    return { ...(await query.find(query.restricted)), ...(total !== undefined && { total }) };
  };
}

function everyPrimaryRow({ asked, restricted, find }: AskedQuery): Promise<FindResult> {
  return find({ ...restricted, filter: asked.filter });
}

function withLinkage(cardinality: 'one' | 'many'): (query: AskedQuery) => Promise<FindResult> {
  return async ({ restricted, find }) => {
    const found = await find(restricted);
    const names = relationshipNames(restricted.type, cardinality).filter((name) => restricted.linkage.includes(name));
    const open = await find({ ...plainly(restricted, found.records), reachable: undefined });
    const linkageOf = ({ id }: ResourceRecord): readonly (readonly [string, readonly string[]])[] =>
      names.map((name) => [name, open.records.find((each) => each.id === id)?.linkage[name] ?? []]);
    const records = found.records.map((record) => ({
      ...record,
      linkage: { ...record.linkage, ...Object.fromEntries(linkageOf(record)) },
    }));
    return { ...found, records };
  };
}

async function sortedThroughHidden({ restricted, find }: AskedQuery): Promise<FindResult> {
  if (restricted.sort.every(({ path }) => path.length === 0)) return find(restricted);
  const order = await find({ ...restricted, reachable: undefined });
  const each = await Promise.all(order.records.map((record) => find(plainly(restricted, [record]))));
  const related = new Map(each.flatMap((found) => found.related ?? []).map((record) => [record.id, record]));
  return {
    ...order,
    records: each.flatMap(({ records }) => records),
    ...(order.related && { related: [...related.values()] }),
  };
}

async function withHiddenPositions({ restricted, find }: AskedQuery): Promise<FindResult> {
  const found = await find(restricted);
  if (found.pageInfo === undefined) return found;
  const page = { kind: 'cursor', size: 1, direction: 'after', position: undefined } as const;
  const positionOf = async (record: ResourceRecord): Promise<readonly ListPosition[]> => {
    const alone = { ...plainly(restricted, [record]), sort: restricted.sort, page, reachable: undefined };
    return (await find(alone)).pageInfo?.positions ?? [];
  };
  const positions = await Promise.all(found.records.map(positionOf));
  return { ...found, pageInfo: { ...found.pageInfo, positions: positions.flat() } };
}

async function relatedOf({ restricted, find }: AskedQuery): Promise<Pick<FindResult, 'related'>> {
  const { related } = await find({ ...restricted, reachable: undefined });
  return related === undefined ? {} : { related };
}

/** The same of certain records. */
function plainly(query: Query, records: readonly ResourceRecord[]): Query {
  const [only] = records;
  const filter =
    only !== undefined && records.length === 1 ? hasIdentifier(only.id) : hasIdentifierIn(records.map(({ id }) => id));
  return { ...query, filter, sort: [], page: undefined, total: false };
}

function isExistenceCheck({ attributes, linkage, page, total }: Query): boolean {
  return attributes.length === 0 && linkage.length === 0 && page === undefined && !total;
}

function restrictedUnlessNegated(filter: Filter, type: ResourceType, rows: FilterByType, isNegated = false): Filter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { ...filter, filters: filter.filters.map((each) => restrictedUnlessNegated(each, type, rows, isNegated)) };
    case 'not':
      return { ...filter, filter: restrictedUnlessNegated(filter.filter, type, rows, !isNegated) };
    case 'related': {
      const { to } = relationshipOf(type, filter.relationship);
      const inner = restrictedUnlessNegated(filter.filter, to, rows, isNegated);
      return { ...filter, filter: isNegated ? inner : bothOf(rows[to], inner) };
    }
    case 'unset':
    case 'in':
    case 'compare':
    case 'text':
      return filter;
  }
}
