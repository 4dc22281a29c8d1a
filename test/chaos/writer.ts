import { setTimeout as pause } from 'node:timers/promises';
import { attempt, type Outcome, type Request } from './attempt.ts';
import type { Commons } from './commons.ts';
import type { CrashingService } from './crashing-service.ts';
import { Family } from './family.ts';
import type { Figures } from './figures.ts';
import type { Random } from './random.ts';
import { nextStep, type Step } from './steps.ts';
import type { Uptime } from './uptime.ts';
import { Violation } from './violation.ts';

/** What all writers of a run share. */
export interface RunContext {
  readonly services: readonly CrashingService[];
  readonly uptime: Uptime;
  readonly figures: Figures;
  readonly commons: Commons;
  /** Every family of the run, past and present. */
  readonly families: Family[];
}

const WRITES_PER_FAMILY = 40;
const MAX_PAUSE_MILLIS = 10;
/** Pause after a request that failed. */
const BACKOFF_MILLIS = 50;

/** Sends requests until aborted: three out of four to the writer's own rows, the others to the shared ones. */
export async function keepWriting(
  prefix: string,
  context: RunContext,
  random: Random,
  signal: AbortSignal,
): Promise<void> {
  const isOver = (): boolean => signal.aborted;
  for (let number = 1; !isOver(); number += 1) {
    const family = new Family(`${prefix}F${number}`);
    context.families.push(family);
    while (!isOver() && family.writes < WRITES_PER_FAMILY && !family.hasTooManyWorlds && !family.hasViolation) {
      const isShared = random.below(4) === 0;
      const outcome = isShared ? await writeSharedRows(context, random) : await writeOwnRows(context, family, random);
      const hasFailed = outcome === undefined || !['acknowledged', 'refused'].includes(outcome.kind);
      await pause(hasFailed ? BACKOFF_MILLIS : random.between(0, MAX_PAUSE_MILLIS));
    }
  }
}

async function writeOwnRows(context: RunContext, family: Family, random: Random): Promise<Outcome | undefined> {
  const step = nextStep(family, random);
  try {
    const outcome = await send(context, step, random);
    if (outcome.kind === 'unknown' && step.creates !== undefined)
      context.figures.creationsInDoubt.push(step.creates.token);
    applyOutcome(step, family, outcome);
    return outcome;
  } catch (error) {
    family.hasViolation = true;
    context.figures.addViolation(`${step.method} ${step.path} ${JSON.stringify(step.body)} of ${family.prefix}`, error);
    return undefined;
  }
}

async function writeSharedRows(context: RunContext, random: Random): Promise<Outcome | undefined> {
  const { request, handleOutcome } = context.commons.next(random);
  try {
    const outcome = await send(context, request, random);
    handleOutcome(outcome);
    return outcome;
  } catch (error) {
    context.figures.addViolation(`${request.method} ${request.path} on shared rows`, error);
    return undefined;
  }
}

/** Sends a request to a random service and counts the outcome. */
async function send({ services, uptime, figures }: RunContext, request: Request, random: Random): Promise<Outcome> {
  const service = random.pick(services);
  if (service === undefined) throw new Error('no services');
  const sent = performance.now();
  const outcome = await attempt(service.client, request);
  figures.count(request.method === 'GET' ? 'read' : 'write', outcome);
  if (outcome.kind === 'refused' && outcome.status >= 500 && uptime.wasStableAt(sent, service))
    throw new Violation(`${outcome.status} ${outcome.code} although service and database were up`);
  return outcome;
}

function applyOutcome(
  { method, effect, matches, creates, expectedRefusal = 404 }: Step,
  family: Family,
  outcome: Outcome,
): void {
  const isRead = method === 'GET';
  switch (outcome.kind) {
    case 'acknowledged': {
      const { document } = outcome.response;
      if (creates !== undefined) family.identify(creates.kind, creates.token, document.data.id);
      if (isRead) family.read((world) => effect(world) !== undefined && matches(world, document));
      else family.acknowledged(effect, (world) => matches(world, document));
      return;
    }
    case 'refused':
      if (outcome.status >= 500) return;
      if (outcome.status !== expectedRefusal) throw new Violation(`refused with ${outcome.status} ${outcome.code}`);
      if (isRead) family.read((world) => effect(world) === undefined);
      else family.refused(effect);
      return;
    case 'unknown':
      if (!isRead) family.mayHaveHappened(effect);
      return;
    case 'undelivered':
  }
}
