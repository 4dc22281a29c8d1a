import { attempt, type Outcome, type Request } from './attempt.ts';
import type { Commons } from './commons.ts';
import type { Counter } from './counters.ts';
import type { CrashingService } from './crashing-service.ts';
import type { Family } from './family.ts';
import type { WriteLedger } from './feed/write-ledger.ts';
import type { Figures } from './figures.ts';
import type { KeyedRequest } from './keyed-request.ts';
import type { Random } from './random.ts';
import type { Uptime } from './uptime.ts';
import { Violation } from './violation.ts';

/** Shared by all writers of a run. */
export interface RunContext {
  readonly services: readonly CrashingService[];
  readonly uptime: Uptime;
  readonly figures: Figures;
  readonly commons: Commons;
  readonly counters: readonly Counter[];
  /** Every family of the run, past and present. */
  readonly families: Family[];
  /** Requests with an Idempotency-Key that have succeeded. */
  readonly repeatable: KeyedRequest[];
  /** The requests whose outcome was still open when the run ended. */
  readonly unfinished: UnfinishedRequest[];
  /** Every write of the run. */
  readonly ledger: WriteLedger;
  readonly companion?: Companion;
}

/** Additions of a run to every request, and its checks of every outcome, besides the writer's own. */
export interface Companion {
  /** The request as it is sent. */
  accompany(request: Request): Request;
  /** @throws Violation when the outcome is wrong */
  learn(exchange: Exchange): void;
}

export interface Exchange {
  readonly service: CrashingService;
  readonly request: Request;
  /** When, from `performance.now()`. */
  readonly sent: number;
  readonly outcome: Outcome;
}

export interface UnfinishedRequest {
  readonly keyed: KeyedRequest;
  readonly handleOutcome: HandleOutcome;
}

/** @throws Violation when the outcome is wrong */
export type HandleOutcome = (outcome: Outcome) => void;

/**
 * Sends a request to a random service and counts the outcome.
 * @throws Violation when the service fails although nothing is down
 */
export async function sendToAny(context: RunContext, request: Request, random: Random): Promise<Outcome> {
  const service = pickService(context, random);
  const sent = performance.now();
  const outcome = await sendTo(service, context, context.companion?.accompany(request) ?? request);
  judgeOutcome(context, { service, request, sent, outcome });
  return outcome;
}

export function pickService({ services }: Pick<RunContext, 'services'>, random: Random): CrashingService {
  const service = random.pick(services);
  if (service === undefined) throw new Error('no services');
  return service;
}

/**
 * Counts the outcome of a request.
 * @throws Violation when the service fails although nothing is down
 */
export function judgeOutcome({ uptime, figures, companion }: RunContext, exchange: Exchange): void {
  const { service, request, sent, outcome } = exchange;
  figures.count(request.method === 'GET' ? 'read' : 'write', outcome);
  companion?.learn(exchange);
  if (outcome.kind === 'refused' && outcome.status >= 500 && uptime.wasStableAt(sent, service))
    throw new Violation(`${outcome.status} ${outcome.code} although service and database were up`);
}

/**
 * Sends a request, and records its outcome in the ledger.
 * @throws Violation as `attempt` does
 */
export async function sendTo(
  { client }: CrashingService,
  { ledger }: Pick<RunContext, 'ledger'>,
  request: Request,
): Promise<Outcome> {
  const sent = performance.now();
  let outcome: Outcome | undefined;
  try {
    outcome = await attempt(client, request);
    return outcome;
  } finally {
    ledger.record(request, sent, outcome);
  }
}
