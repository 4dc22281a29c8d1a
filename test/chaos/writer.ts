import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome, Request } from './attempt.ts';
import { incrementCounter } from './counter-writer.ts';
import { Family } from './family.ts';
import { repeatEarlier, sendKeyed } from './keyed-writer.ts';
import type { Random } from './random.ts';
import { sendToAny, type HandleOutcome, type RunContext } from './run-context.ts';
import type { Step } from './step.ts';
import { nextStep } from './steps.ts';
import { Violation } from './violation.ts';

/** Sends a request and hands its outcome to `handleOutcome`. */
type Deliver = (request: Request, handleOutcome: HandleOutcome) => Promise<Outcome>;

/** The ways in which a writer sends requests. */
interface Habits {
  /** To its own rows. */
  readonly deliver: Deliver;
  /** Does something else as well; undefined if that was wrong or nothing. */
  readonly digress: () => Promise<Outcome | undefined>;
}

const WRITES_PER_FAMILY = 40;
const MAX_PAUSE_MILLIS = 10;
/** Pause after a request that failed. */
const BACKOFF_MILLIS = 50;

/** Sends each request once: three out of four to the writer's own rows, the others to the shared ones. */
export function plainHabits(context: RunContext, random: Random): Habits {
  return {
    deliver: async (request, handleOutcome) => {
      const outcome = await sendToAny(context, request, random);
      handleOutcome(outcome);
      return outcome;
    },
    digress: () => writeSharedRows(context, random),
  };
}

/** Sends each write with a key until its outcome is known, and besides increments counters and repeats what was sent long ago. */
export function keyedHabits(context: RunContext, random: Random, signal: AbortSignal): Habits {
  const plain = plainHabits(context, random);
  const isOver = (): boolean => signal.aborted;
  const digress = (): Promise<Outcome | undefined> => {
    const counter = random.below(3) > 0 ? random.pick(context.counters) : undefined;
    return counter === undefined ? repeatEarlier(context, random) : incrementCounter(context, counter, random, isOver);
  };
  return {
    deliver: (request, handleOutcome) =>
      request.method === 'GET'
        ? plain.deliver(request, handleOutcome)
        : sendKeyed(context, request, random, { isOver, handleOutcome }),
    digress: () => noting(context, 'counters and repetitions', digress),
  };
}

/** Sends requests until aborted. */
export async function keepWriting(
  prefix: string,
  context: RunContext,
  random: Random,
  signal: AbortSignal,
  { deliver, digress }: Habits,
): Promise<void> {
  const isOver = (): boolean => signal.aborted;
  for (let number = 1; !isOver(); number += 1) {
    const family = new Family(`${prefix}F${number}`);
    context.families.push(family);
    while (!isOver() && family.writes < WRITES_PER_FAMILY && !family.hasTooManyWorlds && !family.hasViolation) {
      const outcome =
        random.below(4) === 0
          ? await digress()
          : await writeOwnRows(context, family, nextStep(family, random), deliver);
      const hasFailed = outcome === undefined || !['acknowledged', 'refused'].includes(outcome.kind);
      await pause(hasFailed ? BACKOFF_MILLIS : random.between(0, MAX_PAUSE_MILLIS));
    }
  }
}

async function writeOwnRows(
  context: RunContext,
  family: Family,
  step: Step,
  deliver: Deliver,
): Promise<Outcome | undefined> {
  const handleOutcome = (outcome: Outcome): void => {
    try {
      applyOutcome(step, family, outcome);
    } catch (error) {
      family.hasViolation = true;
      throw error;
    }
  };
  try {
    const outcome = await deliver(step, handleOutcome);
    if (outcome.kind === 'unknown')
      context.figures.creationsInDoubt.push(...(step.creates ?? []).map(({ token }) => token));
    return outcome;
  } catch (error) {
    family.hasViolation = true;
    context.figures.addViolation(`${step.method} ${step.path} ${JSON.stringify(step.body)} of ${family.prefix}`, error);
    return undefined;
  }
}

async function writeSharedRows(context: RunContext, random: Random): Promise<Outcome | undefined> {
  const { request, handleOutcome } = context.commons.next(random);
  return noting(context, `${request.method} ${request.path} on shared rows`, async () => {
    const outcome = await sendToAny(context, request, random);
    handleOutcome(outcome);
    return outcome;
  });
}

async function noting(
  { figures }: RunContext,
  where: string,
  run: () => Promise<Outcome | undefined>,
): Promise<Outcome | undefined> {
  try {
    return await run();
  } catch (error) {
    figures.addViolation(where, error);
    return undefined;
  }
}

function applyOutcome(
  { method, effect, matches, creates = [], expectedRefusal = 404 }: Step,
  family: Family,
  outcome: Outcome,
): void {
  const isRead = method === 'GET';
  switch (outcome.kind) {
    case 'acknowledged': {
      const { document } = outcome.response;
      for (const { kind, token, idIn } of creates) family.identify(kind, token, idIn(document));
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
