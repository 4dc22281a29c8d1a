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

/** What all writers share. */
export interface Scene {
  readonly services: readonly CrashingService[];
  readonly uptime: Uptime;
  readonly figures: Figures;
  readonly commons: Commons;
  /** All families that there have been. */
  readonly families: Family[];
}

const WRITES_PER_FAMILY = 40;
const LONGEST_PAUSE_MILLIS = 10;
/** After an answer that came to nothing. */
const SETBACK_MILLIS = 50;

/** Writes until told to stop: three times out of four to rows of its own, else to those that all share. */
export async function keepWriting(prefix: string, scene: Scene, random: Random, signal: AbortSignal): Promise<void> {
  const isOver = (): boolean => signal.aborted;
  for (let number = 1; !isOver(); number += 1) {
    const family = new Family(`${prefix}F${number}`);
    scene.families.push(family);
    while (!isOver() && family.writes < WRITES_PER_FAMILY && !family.isBlurred && !family.isSpoiled) {
      const isShared = random.below(4) === 0;
      const outcome = isShared ? await shareStep(scene, random) : await ownStep(scene, family, random);
      const isSetback = outcome === undefined || !['acknowledged', 'refused'].includes(outcome.kind);
      await pause(isSetback ? SETBACK_MILLIS : random.between(0, LONGEST_PAUSE_MILLIS));
    }
  }
}

async function ownStep(scene: Scene, family: Family, random: Random): Promise<Outcome | undefined> {
  const step = nextStep(family, random);
  try {
    const outcome = await send(scene, step, random);
    if (outcome.kind === 'unknown' && step.creates !== undefined) scene.figures.lostCreations.push(step.creates.token);
    conclude(step, family, outcome);
    return outcome;
  } catch (error) {
    family.isSpoiled = true;
    scene.figures.violated(`${step.method} ${step.path} ${JSON.stringify(step.body)} of ${family.prefix}`, error);
    return undefined;
  }
}

async function shareStep(scene: Scene, random: Random): Promise<Outcome | undefined> {
  const { request, conclude: concludeShared } = scene.commons.next(random);
  try {
    const outcome = await send(scene, request, random);
    concludeShared(outcome);
    return outcome;
  } catch (error) {
    scene.figures.violated(`${request.method} ${request.path} on shared rows`, error);
    return undefined;
  }
}

/** Sends a request to one of the services and counts the outcome. */
async function send({ services, uptime, figures }: Scene, request: Request, random: Random): Promise<Outcome> {
  const service = random.pick(services);
  if (service === undefined) throw new Error('no services');
  const sent = performance.now();
  const outcome = await attempt(service.client, request);
  figures.count(request.method === 'GET' ? 'read' : 'write', outcome);
  if (outcome.kind === 'refused' && outcome.status >= 500 && uptime.wasSettledAt(sent, service))
    throw new Violation(`${outcome.status} ${outcome.code} although all has been up for long`);
  return outcome;
}

function conclude({ method, effect, shows, creates, refusal = 404 }: Step, family: Family, outcome: Outcome): void {
  const isRead = method === 'GET';
  switch (outcome.kind) {
    case 'acknowledged': {
      const { document } = outcome.response;
      if (creates !== undefined) family.identify(creates.kind, creates.token, document.data.id);
      if (isRead) family.read((world) => effect(world) !== undefined && shows(world, document));
      else family.acknowledged(effect, (world) => shows(world, document));
      return;
    }
    case 'refused':
      if (outcome.status >= 500) return;
      if (outcome.status !== refusal) throw new Violation(`refused with ${outcome.status} ${outcome.code}`);
      if (isRead) family.read((world) => effect(world) === undefined);
      else family.refused(effect);
      return;
    case 'unknown':
      if (!isRead) family.mayHaveHappened(effect);
      return;
    case 'undelivered':
  }
}
