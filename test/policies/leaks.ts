// Leaks that a service with a policy could have. The comparison must find each.
import { isDeepStrictEqual } from 'node:util';
import type { Field, WritableAttribute } from '#adapters/http/api/resource-description';
import { readableRows } from '#application/access/restrict-query';
import { bothOf, nothing } from '#application/model/filter';
import type { Permissions } from '#application/model/permissions';
import { perType, type ResourceType } from '#domain/schema';
import {
  countHiddenMembers,
  cutBeforePolicy,
  hiddenMembersFollow,
  membersSortedThroughHidden,
} from './leaky-members.ts';
import {
  everyPrimaryRow,
  isExistenceCheck,
  relatedOf,
  restrictedUnlessNegated,
  sortedThroughHidden,
  withHiddenPositions,
  withLinkage,
  withOmitted,
  withTotalOf,
} from './leaky-queries.ts';
import {
  inDescriptions,
  inPermissions,
  inQueries,
  mixed,
  onlyWhere,
  withoutConditions,
  type Plant,
} from './planting.ts';
import { typesIn } from './requests.ts';
import { openService } from './services.ts';

export interface Leak {
  readonly name: string;
  readonly plant: Plant;
  /** True if only long lists show it. */
  readonly needsLongLists?: boolean;
}

const everyRow = inPermissions((access, actor) => withoutConditions(access.permissionsOf(actor)));
/** Requests can name hidden attributes, but responses do not show them. */
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
  { name: 'pages of members are cut before hidden ones are left out', plant: inQueries({ find: cutBeforePolicy }) },
  { name: 'hidden members are counted', plant: inQueries({ find: countHiddenMembers }) },
  { name: 'a set is incomplete because hidden members follow', plant: inQueries({ find: hiddenMembersFollow }) },
  { name: 'members are sorted by values of hidden rows', plant: inQueries({ find: membersSortedThroughHidden }) },
  { name: 'lists are sorted by values of hidden rows', plant: inQueries({ find: sortedThroughHidden }) },
  { name: 'cursors hold values of hidden rows', plant: inQueries({ find: withHiddenPositions }) },
  {
    name: 'hidden rows are included',
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
        isDeepStrictEqual(permissions[type].read?.rows, nothing)
          ? withoutConditions(permissions)[type]
          : permissions[type],
      );
    }),
  },
  {
    name: 'all actors of a role get the claims of the first one',
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
    name: 'the related list of a hidden resource is empty instead of missing',
    plant: inQueries({
      find: (query) => (isExistenceCheck(query.asked) ? everyPrimaryRow(query) : query.find(query.restricted)),
    }),
  },
  {
    name: 'a hidden owner is shown',
    plant: onlyWhere(({ route }) => route.startsWith('/computers/') && route.endsWith('/owner'), everyRow),
  },
  {
    name: 'related lists have hidden rows',
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
    name: 'the streamed linkage of a resource names hidden rows',
    needsLongLists: true,
    plant: inQueries({
      stream: ({ asked, restricted }) => (asked.attributes.length + asked.linkage.length === 0 ? asked : restricted),
    }),
  },
  {
    name: 'hidden rows count as too many to include',
    needsLongLists: true,
    plant: inQueries({ find: withOmitted }),
  },
  {
    name: 'entity tags do not depend on claims and rules',
    plant: ({ unitOfWork, access }) => {
      const alike = { readDigest: 'the same', readClaims: [], restricted: new Set<ResourceType>() };
      const roles = new Map([...access.roles].map(([name, view]) => [name, { ...view, ...alike }]));
      return openService({ unitOfWork, access: { ...access, roles } });
    },
  },
  { name: 'HEAD reveals the length of hidden data', plant: onlyWhere(({ method }) => method === 'HEAD', everyRow) },
];

function isWritable(field: Field): field is WritableAttribute {
  return field.kind === 'attribute' && field.declared !== undefined;
}

function isComputed(field: Field): boolean {
  return field.kind === 'attribute' && field.stored === undefined;
}
