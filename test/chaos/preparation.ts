// The beginning of every chaos run.
import { eventually } from '../support/eventually.ts';
import { attempt } from './attempt.ts';
import { Commons } from './commons.ts';
import { newCounters } from './counters.ts';
import { CrashingService } from './crashing-service.ts';
import { WriteLedger } from './feed/write-ledger.ts';
import type { Figures } from './figures.ts';
import { sendTo, type RunContext } from './run-context.ts';
import type { Uptime } from './uptime.ts';

export function newContext(services: readonly CrashingService[], uptime: Uptime, figures: Figures): RunContext {
  const [commons, counters] = [new Commons(), newCounters()];
  const ledger = new WriteLedger();
  return { services, uptime, figures, commons, counters, families: [], repeatable: [], unfinished: [], ledger };
}

/** Short enough for streams to end by themselves during a run. */
const STREAM_SECONDS = '10';

/** A service, not started yet, whose death is a violation. */
export function newService(
  name: string,
  environment: Readonly<Record<string, string>>,
  figures: Figures,
): CrashingService {
  return new CrashingService(
    name,
    { LOG_LEVEL: 'error', CHANGES_STREAM_SECONDS: STREAM_SECONDS, ...environment },
    (how) => {
      figures.addViolation(`service ${name}`, how);
    },
  );
}

/**
 * Starts all services.
 * @returns how long one may take to recover: five seconds, or as many times longer as this machine is too busy to start one within a second
 */
export async function startAll(services: readonly CrashingService[]): Promise<number> {
  const begin = performance.now();
  await Promise.all(services.map((service) => service.start()));
  return 5 * Math.max(1000, performance.now() - begin);
}

/** Waits until all services reach the database, then creates the shared computers and the counters. */
export async function createSharedRows(context: RunContext): Promise<void> {
  const { services, commons, counters } = context;
  const [service] = services;
  if (service === undefined) return;
  await untilAllAnswer(services);
  const steps = [...commons.setupSteps(), ...counters.map((counter) => counter.setupStep())];
  for (const { request, handleOutcome } of steps) handleOutcome(await sendTo(service, context, request));
}

/** Waits until all services have answered from the database. */
export async function untilAllAnswer(services: readonly CrashingService[]): Promise<void> {
  for (const { name, client } of services)
    await eventually(`service ${name} reaches the database`, async () => {
      const { kind } = await attempt(client, { method: 'GET', path: '/persons?page[size]=1' });
      return kind === 'acknowledged';
    });
}

/** Rejects as soon as one task fails; never resolves. */
export function firstFailure(tasks: readonly Promise<void>[]): Promise<never> {
  return new Promise((_, reject) => {
    for (const task of tasks) task.catch(reject);
  });
}
