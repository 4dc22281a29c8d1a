// Proves that hidden rows and fields do not exist for an actor: each read gets the response of an open service that has only the visible ones.
import { resources } from '#test/support/model';
import type { Resource } from '#adapters/http/api/resource-description';
import { Dice } from './dice.ts';
import { hiddenFields } from './descriptions.ts';
import { describeDisagreement, type Disagreement } from './disagreement.ts';
import { Judge } from './judge.ts';
import { drawRequest, typesIn, wordsOf, type SentRequest } from './requests.ts';
import { drawScenario, hasLongLists, type Scenario, type Viewer } from './scenario.ts';
import { accessOf, openService, type Answer, type Service } from './services.ts';
import { openStorage, type StorageName } from './storages.ts';
import { Tally } from './tally.ts';

export interface PolicyOptions {
  readonly storage: StorageName;
  /** The minimum number of answers to compare. */
  readonly runs: number;
  /** How many policies, each on a world of its own. */
  readonly policies: number;
  /** Of the first policy; each one has the next seed. */
  readonly seed: number;
}

export interface PolicyReport {
  readonly tally: Tally;
  /** For each policy at most one, with the command that replays it. */
  readonly disagreements: readonly string[];
}

const MAX_DISAGREEMENTS = 5;

/**
 * Compares random reads of random actors under random policies.
 * @throws Error if a policy is refused, or a storage fails
 */
export async function comparePolicies({ storage, runs, policies, seed }: PolicyOptions): Promise<PolicyReport> {
  const tally = new Tally();
  const disagreements: string[] = [];
  const each = Math.ceil(runs / policies);
  const storages = await Promise.all([1, 2, 3].map(() => openStorage[storage]()));
  try {
    for (let index = 0; index < policies && disagreements.length < MAX_DISAGREEMENTS; index += 1) {
      const scenario = await drawScenario(seed + index, storages);
      const { file, viewers, unitOfWork } = scenario;
      const access = accessOf(
        file,
        viewers.map(({ actor }) => actor),
      );
      const guarded = await openService({ unitOfWork, access });
      try {
        const found = await compareReads({ scenario, guarded, tally, runs: each, seed: seed + index });
        if (found !== undefined)
          disagreements.push(
            `${found}\nreplay with: npm run agree -- --policies 1 --runs ${each} --storage ${storage} --seed ${seed + index}`,
          );
      } finally {
        await Promise.all([guarded.close(), scenario.close()]);
      }
    }
  } finally {
    await Promise.all(storages.map((each) => each.close()));
  }
  return { tally, disagreements };
}

interface Comparison {
  readonly scenario: Scenario;
  /** The service with the policy. */
  readonly guarded: Service;
  readonly tally: Tally;
  readonly runs: number;
  readonly seed: number;
}

/** @returns a report of the first difference */
async function compareReads(comparison: Comparison): Promise<string | undefined> {
  const { scenario, tally, runs, seed } = comparison;
  const dice = new Dice(seed);
  const judge = new Judge();
  const end = tally.compared + runs;
  // A service sends few long answers at the same time.
  const atOnce = hasLongLists(seed) ? 1 : 4;
  for (let draws = 0; tally.compared < end && draws < 3 * runs; draws += atOnce) {
    const drawn = Array.from({ length: atOnce }, () => drawReads(scenario, dice));
    const found = await Promise.all(drawn.map((reads) => compareInTurn(reads, judge, comparison)));
    const first = found.find((each) => each !== undefined);
    if (first !== undefined) return first;
  }
  return undefined;
}

async function compareInTurn(
  reads: readonly Read[],
  judge: Judge,
  comparison: Comparison,
): Promise<string | undefined> {
  for (const read of reads) {
    const found = await compareRead(read, judge, comparison);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Compares the answers to a read, and the pages that follow it. */
async function compareRead(
  { viewer, request: first }: Read,
  judge: Judge,
  { scenario, guarded, tally }: Comparison,
): Promise<string | undefined> {
  for (let request: SentRequest | undefined = first, steps = 0; request !== undefined; steps += 1) {
    // QUERY must return what GET returns, so the other services get GET.
    const sent: SentRequest = tally.compared % QUERIED === 0 ? byQuery(request) : request;
    const [actual, expected, unrestricted]: [Answer, Answer, Answer | undefined] = await Promise.all([
      guarded.ask(sent, viewer.actor),
      viewer.reference.ask(request),
      tally.compared % SAMPLE === 0 || hasBounds(request) ? scenario.everything.ask(request) : undefined,
    ]);
    if (isRefused(request, viewer)) {
      tally.refused += 1;
      const fault = 'a type that the role may not read is answered';
      return actual.status === 403
        ? undefined
        : describeDisagreement({ scenario, viewer, request: sent, fault, actual, expected });
    }
    const fault = judge.fault(sent, actual, expected);
    if (fault !== undefined) {
      const shortest = await shorten({ request: sent, fault, actual, expected }, viewer, guarded);
      return describeDisagreement({ scenario, viewer, ...shortest });
    }
    tally.add({ request, viewer, expected, unrestricted });
    if (sent.method === 'QUERY') tally.queried += 1;
    request = steps < (isOfSet(request) ? MAX_STEPS_OF_SETS : MAX_STEPS) ? nextPage(request, expected) : undefined;
    if (request !== undefined) tally.followed += 1;
    if (request !== undefined && isOfSet(request)) tally.followedSets += 1;
  }
  return undefined;
}

const MAX_STEPS = 15;
const MAX_STEPS_OF_SETS = 4;
/** One GET in this many is sent as a QUERY. */
const QUERIED = 4;
/** One request in this many, and every request with bounds, is also sent to the service without a policy. */
const SAMPLE = 3;

function byQuery(request: SentRequest): SentRequest {
  return request.method === 'GET' ? { ...request, method: 'QUERY' } : request;
}

interface Read {
  readonly viewer: Viewer;
  readonly request: SentRequest;
}

/** Draws a request that mostly names only what the viewer may see. Sometimes the other viewer also sends it. */
export function drawReads(scenario: Scenario, dice: Dice): readonly Read[] {
  const { world, viewers } = scenario;
  const viewer = dice.oneOf(viewers);
  const hidden = Object.values<Resource>(resources).flatMap((resource) => hiddenFields(viewer.rules, resource));
  const tries = dice.chance(0.65) ? 6 : 1;
  let request = drawRequest(world, viewer.hidden, dice);
  for (let count = 1; count < tries; count += 1) {
    const words = wordsOf(request);
    if (!isRefused(request, viewer) && !hidden.some((name) => words.has(name))) break;
    request = drawRequest(world, viewer.hidden, dice);
  }
  const senders = dice.chance(0.2) ? [viewer, ...viewers.filter((each) => each !== viewer)] : [viewer];
  return senders.map((sender) => ({ viewer: sender, request }));
}

/** True if the path starts at a type that the viewer may not read. */
export function isRefused({ route }: SentRequest, { rules }: Viewer): boolean {
  return rules[typesIn(route).own]?.read === undefined;
}

/** The next page by cursor, or the previous page if the walk began at the end; if there is none, the next members of a relationship. */
export function nextPage(request: SentRequest, { status, text }: Answer): SentRequest | undefined {
  const isPage = /page(?:%5B|\[)(?:after|before)/i.test(request.target);
  if (status !== 200 || text === '' || !(isPage || hasBounds(request))) return undefined;
  const document = JSON.parse(text) as PagedDocument;
  if (!isPage) return nextMembers(request, document);
  const { links } = document;
  const target = /page(?:%5B|\[)before/i.test(request.target) ? links['prev'] : links['next'];
  return typeof target === 'string' ? { ...request, target } : nextMembers(request, document);
}

interface PagedDocument {
  readonly links: Readonly<Record<string, string | null>>;
  readonly data: unknown;
  readonly included?: readonly unknown[];
}

function hasBounds({ target }: SentRequest): boolean {
  return /%5D(?:%5B)size|include(?:Sort|Filter)/i.test(target);
}

/** True for a request on a relationship route. */
function isOfSet({ target }: SentRequest): boolean {
  return target.includes('/relationships/');
}

/** The request for the first `next` link of a relationship in a document. */
function nextMembers(request: SentRequest, { data, included = [] }: PagedDocument): SentRequest | undefined {
  const resources = [data, included].flat() as readonly ({ readonly relationships?: Relationships } | null)[];
  for (const resource of resources)
    for (const { links } of Object.values(resource?.relationships ?? {}))
      if (typeof links.next === 'string')
        return { ...request, route: links.next.replace(/\?.*/, '').replace(/\/\d+\//, '/{id}/'), target: links.next };
  return undefined;
}

type Relationships = Readonly<Record<string, { readonly links: { readonly next?: string | null } }>>;

type Judged = Pick<Disagreement, 'request' | 'fault' | 'actual' | 'expected'>;

/** Leaves out query parameters without which the answers still differ. */
async function shorten(judged: Judged, { actor, reference }: Viewer, guarded: Service): Promise<Judged> {
  let shortest = judged;
  const [path = '', query = ''] = judged.request.target.split('?');
  let kept = query.split('&');
  for (const parameter of query.split('&')) {
    const fewer = kept.filter((each) => each !== parameter);
    const target = fewer.length === 0 ? path : `${path}?${fewer.join('&')}`;
    const request = { ...judged.request, target };
    const [actual, expected] = [await guarded.ask(request, actor), await reference.ask(request)];
    const fault = new Judge().fault(request, actual, expected);
    if (fault === undefined) continue;
    kept = fewer;
    shortest = { request, fault, actual, expected };
  }
  return shortest;
}
