// Leaks that a feed of changes could have. The comparison must find each.
import type { ChangeQuery, KeptChange } from '#application/ports/change-feed';
import { everything } from '#application/model/filter';
import type { RolePermissions } from '#application/model/permissions';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { perType, resourceTypes, type ResourceType } from '#domain/schema';
import { isOfOwnRow, readWhere } from './feed-kinds.ts';
import { withLook } from './feed-looks.ts';
import type { FeedObject } from './feed-pages.ts';
import { inDescriptions, type Guarded, type Plant } from './planting.ts';
import type { PolicyInFile } from './policy-in-file.ts';
import type { SentRequest } from './requests.ts';
import { openService, type Answer, type Service } from './services.ts';

/** The parts of a service, and the policy that it follows. */
export interface GuardedFeed extends Guarded {
  readonly file: PolicyInFile;
}

export interface FeedLeak {
  readonly name: string;
  readonly open: (guarded: GuardedFeed) => Promise<Service>;
}

export const feedLeaks: readonly FeedLeak[] = [
  { name: 'rows are judged by what they are afterwards', open: judging(({ after }) => ({ before: after, after })) },
  { name: 'rows that go out of sight are not told', open: judging((met) => (met.after ? met : nowhere)) },
  {
    name: 'rows that come into sight are told as updates',
    open: judging(({ before, after }, change) => ({ before: before || (after && change.before !== undefined), after })),
  },
  { name: 'rows are not judged', open: judging((_, { before, after }) => ({ before: !!before, after: !!after })) },
  {
    name: 'deletions of rows are told to all',
    open: judging((met, { action }) => (action === 'deleted' ? { before: true, after: false } : met)),
  },
  {
    name: 'deletions of rows are told to nobody',
    open: judging((met, { action }) => (action === 'deleted' ? nowhere : met)),
  },
  { name: 'rows are judged by what they are now', open: inFeed(judgedNow) },
  { name: 'the position moves by what is shown', open: inPages(progressByShown) },
  { name: 'positions tell how much there is', open: withPlainPositions },
  {
    name: 'filters by id hide what is to be read again',
    open: inPages((page, { target }) =>
      decodeURIComponent(target).includes('filter[id]') ? { ...page, data: page.data.filter(isChange) } : page,
    ),
  },
  {
    name: 'types to read again are not told beside changes',
    open: inPages((page) => ({ ...page, data: page.data.some(isChange) ? page.data.filter(isChange) : page.data })),
  },
  {
    name: 'what is told once to be read again is not told again',
    open: (guarded) => {
      const known = new Set<string>();
      return inPages((page) => ({
        ...page,
        data: page.data.filter(({ id, attributes }) => {
          const type = attributes.resource_type;
          if (type === undefined) return true;
          // Every walk must show the same object.
          if ([...known].some((each) => each.startsWith(`${type} `)) && !known.has(`${type} ${id}`)) return false;
          known.add(`${type} ${id}`);
          return true;
        }),
      }))(guarded);
    },
  },
  { name: 'positions are the same for all actors of a role', open: withoutClaims },
  { name: 'hidden fields are shown', open: onFeed(inDescriptions((field) => field)) },
  { name: 'identifiers of hidden rows are shown', open: withHiddenTargets },
];

type Met = NonNullable<KeptChange['met']>;

const nowhere: Met = { before: false, after: false };

type Look = (changes: readonly KeptChange[], query: ChangeQuery, of: UnitOfWork) => Promise<readonly KeptChange[]>;

/** Changes the storage's verdicts on rows. */
function judging(metOf: (met: Met, change: KeptChange) => Met): FeedLeak['open'] {
  return inFeed(async (changes) =>
    changes.map((change) => (change.met === undefined ? change : { ...change, met: metOf(change.met, change) })),
  );
}

function inFeed(look: Look): FeedLeak['open'] {
  return ({ unitOfWork, access }) => {
    const leaking = withLook(unitOfWork, async (query) => {
      const looked = await unitOfWork.changes.look(query);
      return { ...looked, changes: await look(looked.changes, query, unitOfWork) };
    });
    return openService({ unitOfWork: leaking, access });
  };
}

async function judgedNow(
  changes: readonly KeptChange[],
  { rows = {} }: ChangeQuery,
  { reader }: UnitOfWork,
): Promise<readonly KeptChange[]> {
  const page = { kind: 'numbered', size: Number.MAX_SAFE_INTEGER, number: 1 } as const;
  const seen = new Set<string>();
  for (const type of resourceTypes) {
    const query = { type, filter: rows[type] ?? everything, sort: [], page, attributes: [], linkage: [], total: false };
    for (const { id } of (await reader.find(query)).records) seen.add(`${type} ${id}`);
  }
  return changes.map((change) => {
    const isSeen = seen.has(`${change.type} ${change.id}`);
    return change.met === undefined ? change : { ...change, met: { before: isSeen, after: isSeen } };
  });
}

interface Page {
  readonly data: readonly FeedObject[];
  readonly links: { readonly self: string; readonly next: string | null };
  readonly meta: { readonly position: string };
}

function isChange({ attributes }: FeedObject): boolean {
  return attributes.action !== 'refetch';
}

/** Changes the pages of the feed. */
function inPages(change: (page: Page, request: SentRequest) => Page): FeedLeak['open'] {
  return async ({ unitOfWork, access }) => {
    const service = await openService({ unitOfWork, access });
    return {
      ...service,
      ask: async (request, actor) => {
        const answer = await service.ask(request, actor);
        if (request.route !== '/changes' || answer.status !== 200) return answer;
        return { ...answer, text: JSON.stringify(change(JSON.parse(answer.text) as Page, request)) };
      },
    };
  };
}

function progressByShown(page: Page, { target }: SentRequest): Page {
  const { meta, links, data } = page;
  const after = new URLSearchParams(target.split('?')[1]).get('page[after]') ?? '';
  const position = data.at(-1)?.meta.page.cursor ?? (after.startsWith('p') ? after : meta.position);
  return { ...page, meta: { position }, links: { ...links, next: replaceText(links.next, meta.position, position) } };
}

function replaceText<Text extends string | null>(text: Text, search: string, replacement: string): Text | string {
  return text === null ? text : text.replaceAll(search, replacement);
}

/** Shows the bytes of places as they are. */
async function withPlainPositions({ unitOfWork, access }: GuardedFeed): Promise<Service> {
  const service = await openService({ unitOfWork, access });
  const numbers = new Map<string, string>();
  const plain = (text: string): string => {
    const known =
      numbers.get(text) ?? `p${Buffer.from(`place ${String(numbers.size).padStart(40, '0')}`).toString('base64url')}`;
    numbers.set(text, known);
    return known;
  };
  const inverse = (text: string): string => [...numbers].find(([, each]) => each === text)?.[0] ?? text;
  const inText = (text: string, replace: (position: string) => string): string =>
    text.replaceAll(/\bp[A-Za-z0-9_-]{30,}/g, replace);
  return {
    ...service,
    follow: (request, actor) => service.follow({ ...request, target: inText(request.target, inverse) }, actor),
    ask: async (request, actor): Promise<Answer> => {
      if (request.route !== '/changes') return service.ask(request, actor);
      const answer = await service.ask({ ...request, target: inText(request.target, inverse) }, actor);
      return { ...answer, text: inText(answer.text, plain) };
    },
  };
}

function withoutClaims({ unitOfWork, access }: GuardedFeed): Promise<Service> {
  const roles = [...access.roles].map(([name, view]) => [name, { ...view, readClaims: [] }] as const);
  return openService({ unitOfWork, access: { ...access, roles: new Map(roles) } });
}

/** Only the feed leaks: the lists are right. */
function onFeed(plant: Plant): FeedLeak['open'] {
  return async (guarded) => {
    const [clean, leaking] = [await openService(guarded), await plant(guarded)];
    return {
      ...clean,
      close: async () => void (await Promise.all([clean.close(), leaking.close()])),
      ask: async (request, actor) => {
        const answer = await clean.ask(request, actor);
        return request.route === '/changes' && actor !== undefined ? leaking.ask(request, actor, answer) : answer;
      },
    };
  };
}

/** Treats types as exact although the rows that they refer to may be hidden. */
function withHiddenTargets({ unitOfWork, access, file }: GuardedFeed): Promise<Service> {
  const permissionsOfRole = (role = ''): RolePermissions => {
    const permissions = access.permissionsOfRole(role);
    const rules = file.roles[role] ?? {};
    const isOfOwn = (type: ResourceType): boolean => isOfOwnRow(type, readWhere(rules, type) ?? []);
    return perType((type) => {
      const { read } = permissions[type];
      return read !== undefined && isOfOwn(type)
        ? { ...permissions[type], read: { ...read, rows: everything } }
        : permissions[type];
    });
  };
  return openService({ unitOfWork, access: { ...access, permissionsOfRole } });
}
