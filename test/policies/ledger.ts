// Sends random writes by actors with rights on some rows. A ledger predicts whether each is allowed and which rows it leaves;
// after each write, all stored rows are compared with it.
import { isDeepStrictEqual } from 'node:util';
import { Random } from '../chaos/random.ts';
import { clear } from '../contract/fixtures.ts';
import { drawRows } from './ledger-draws.ts';
import { drawActors } from './ledger-policies.ts';
import { LedgerTally, violationText } from './ledger-report.ts';
import { drawRequest, type LedgerRequest } from './ledger-requests.ts';
import { plantRows, readState, type State } from './ledger-rows.ts';
import {
  openLedgerStorage,
  serveLedger,
  type Fault,
  type LedgerAnswer,
  type LedgerService,
  type LedgerStorage,
  type OpenStorage,
} from './ledger-service.ts';
import { judge, type Verdict } from './ledger-verdicts.ts';

export interface LedgerOptions {
  readonly storage: LedgerStorage;
  /** How many requests to send. */
  readonly runs: number;
  readonly seed: number;
  /** The fault planted in the service; by default none. */
  readonly fault?: Fault;
  /** The run ends after this many. The first violation ends its world, because the ledger's state is wrong from then on. */
  readonly mostViolations?: number;
}

export interface LedgerReport {
  readonly violations: readonly string[];
  readonly tally: LedgerTally;
}

/** Requests to one policy and its rows. */
const REQUESTS_PER_WORLD = 40;

/** Runs worlds: each has a policy, actors and rows of its own, drawn from its own seed. */
export async function runLedger({
  storage,
  runs,
  seed,
  fault = {},
  mostViolations = 5,
}: LedgerOptions): Promise<LedgerReport> {
  const tally = new LedgerTally();
  const violations: string[] = [];
  const opened = await openLedgerStorage(storage);
  try {
    for (let world = seed; tally.requests < runs && violations.length < mostViolations; world += 1) {
      const requests = Math.min(REQUESTS_PER_WORLD, runs - tally.requests);
      const violation = await runWorld(opened, { random: new Random(world), requests, fault, tally });
      if (violation === undefined) continue;
      const replay = `npm run fuzz -- --ledger --storage ${storage} --seed ${world} --runs ${REQUESTS_PER_WORLD}`;
      violations.push(`${violation}\n${replay}`);
    }
  } finally {
    await opened.close();
  }
  return { violations, tally };
}

interface World {
  readonly random: Random;
  readonly requests: number;
  readonly fault: Fault;
  readonly tally: LedgerTally;
}

/** @returns the violation, if there is one */
async function runWorld(
  { unitOfWork }: OpenStorage,
  { random, requests, fault, tally }: World,
): Promise<string | undefined> {
  await clear(unitOfWork);
  const actors = drawActors(random, await plantRows(unitOfWork, drawRows(random)));
  const service = await serveLedger(unitOfWork, actors, fault);
  try {
    let state = await readState(unitOfWork);
    for (let index = 0; index < requests; index += 1) {
      const request = drawRequest(random, state, actors);
      const answer = await service.send(request.actor, request.sent);
      const stored = await readState(unitOfWork);
      const verdict = judge(request, state, answer);
      const why = faultIn(verdict, state, stored) ?? (await tagFault(service, request, answer));
      if (why !== undefined) return violationText({ request, answer, before: state, stored, why });
      tally.note(request, verdict, state);
      state = stored;
    }
    return undefined;
  } finally {
    await service.close();
  }
}

/** A write and the next GET have the same tag. */
async function tagFault(
  service: LedgerService,
  { actor, sent }: LedgerRequest,
  { status, tag, location }: LedgerAnswer,
): Promise<string | undefined> {
  if (status >= 300 || tag === null) return undefined;
  const [path = '', query] = sent.path.split('?');
  const shown = `${location ?? path}${query === undefined ? '' : `?${query}`}`;
  const next = await service.send(actor, { method: 'GET', path: shown, body: undefined });
  return next.tag === tag
    ? undefined
    : `has the tag ${tag}, but the next GET ${shown} is ${next.status} with ${next.tag ?? 'none'}`;
}

function faultIn(verdict: Verdict, before: State, stored: State): string | undefined {
  switch (verdict.kind) {
    case 'wrong':
      return verdict.why;
    case 'refused':
      return isDeepStrictEqual(stored, before) ? undefined : 'is refused, but changes something';
    case 'allowed':
      return isDeepStrictEqual(stored, verdict.state) ? undefined : 'stores something else than it should';
  }
}
