import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import { compareApi } from './compare-api.ts';
import { CrashingDatabase } from './crashing-database.ts';
import type { CrashingService } from './crashing-service.ts';
import { checkFeed, type FeedRun } from './feed/check-feed.ts';
import { feedReaders, type FeedReader } from './feed/feed-reader.ts';
import { count, Figures, INCREMENTS, KEYED } from './figures.ts';
import { keepKillingDatabase, keepKillingService, killDatabase, startDatabase } from './kill-loops.ts';
import { settle } from './keyed-writer.ts';
import { createSharedRows, firstFailure, newContext, newService, startAll, untilAllAnswer } from './preparation.ts';
import { Random } from './random.ts';
import { watchRecovery } from './recovery.ts';
import type { RunContext } from './run-context.ts';
import { restartUnderLoad, WORKERS } from './rolling-restarts.ts';
import { readStored, type Stored } from './stored.ts';
import { Uptime } from './uptime.ts';
import { verify, verifyCounts } from './verify.ts';
import { keepWriting, keyedHabits, plainHabits } from './writer.ts';

export interface ChaosOptions {
  /** At least; longer on a machine that is too busy for an eventful run in this time. */
  readonly seconds: number;
  readonly seed: number;
  /** The number of times that the second service's workers are replaced, by default in proportion to the time; 0: it has none. */
  readonly rolls?: number;
  /** PostgreSQL settings, such as `synchronous_commit=off`; they override the durable defaults. */
  readonly settings?: readonly string[];
}

export interface ChaosReport {
  readonly figures: Figures;
  readonly stored: Stored;
  readonly families: number;
}

/** Half of them send every request with an Idempotency-Key. */
const WRITERS = 8;
const PATIENCE_MILLIS = 300_000;
const SECONDS_PER_ROLL = 20;
/** One without and one with a worker that is killed. */
const MIN_ROLLS = 2;

/**
 * Writes to two services on one database, one of which has several workers, while all are killed and restarted, then while the workers are
 * replaced, and verifies that no acknowledged write was lost or half done. The seed reproduces the choices, not the outcomes: those depend on timing.
 * @throws Error when PostgreSQL or a service does not start
 */
export async function runChaos({ seconds, seed, settings = [], ...given }: ChaosOptions): Promise<ChaosReport> {
  const { rolls = Math.max(MIN_ROLLS, Math.round(seconds / SECONDS_PER_ROLL)) } = given;
  const random = new Random(seed);
  const figures = new Figures();
  const database = CrashingDatabase.create({ port: await freePort(), settings });
  const services = [
    newService('1', { PORT: String(await freePort()), DATABASE_URL: database.url }, figures),
    newService(
      '2',
      { PORT: String(await freePort()), DATABASE_URL: database.url, WORKERS: String(rolls > 0 ? WORKERS : 1) },
      figures,
    ),
  ];
  try {
    // The services start before their database does, and find it empty.
    const context = newContext(services, new Uptime(await startAll(services)), figures);
    await startDatabase(database, context.uptime, new Figures());
    await createSharedRows(context);
    const readers = feedReaders(context, random);
    await runWorkload(context, database, random, seconds * 1000, readers);
    await Promise.all([
      startDatabase(database, context.uptime, figures),
      ...services.map((each) => restartService(each, figures)),
    ]);
    if (rolls > 0) await runRestarts(context, random, rolls, readers);
    const stored = await verifyRun({ context, readers, random: random.fork(), url: database.url });
    return { figures, stored, families: context.families.length };
  } finally {
    await Promise.all(services.map((service) => service.kill('SIGTERM')));
    await database.remove();
  }
}

/** Runs writers, readers of the feed and kill loops for the given time; finally kills everything at once, in the middle of the writes. */
async function runWorkload(
  context: RunContext,
  database: CrashingDatabase,
  random: Random,
  millis: number,
  readers: readonly FeedReader[],
): Promise<void> {
  const { services, uptime, figures } = context;
  const stopKills = new AbortController();
  const stopWorkload = new AbortController();
  const killLoops = [
    ...services.map((service) => keepKillingService(service, random.fork(), figures, stopKills.signal)),
    keepKillingDatabase(database, context, random.fork(), stopKills.signal),
  ];
  const workload = [
    ...services.map((service) => watchRecovery(service, uptime, figures, stopWorkload.signal)),
    ...startWriters('W', context, random, stopWorkload.signal),
    ...readers.map((reader) => reader.run(stopWorkload.signal)),
  ];
  try {
    await Promise.race([eventfulTime(figures, millis), firstFailure([...killLoops, ...workload])]);
    stopKills.abort();
    await Promise.all(killLoops);
    await pause(random.between(0, 1000));
    await Promise.all([
      killDatabase(database, uptime, 'all processes', figures),
      ...services.map((each) => killService(each, figures)),
    ]);
  } finally {
    stopKills.abort();
    stopWorkload.abort();
    await Promise.allSettled([...killLoops, ...workload]);
  }
}

/** Runs writers and readers of the feed while the workers of the second service are replaced. */
async function runRestarts(
  context: RunContext,
  random: Random,
  times: number,
  readers: readonly FeedReader[],
): Promise<void> {
  const { services, figures } = context;
  await untilAllAnswer(services);
  const stopClients = new AbortController();
  const clients = [
    ...startWriters('R', context, random, stopClients.signal),
    ...readers.map((reader) => reader.run(stopClients.signal)),
  ];
  try {
    const restarts = services.slice(1).map((service) => restartUnderLoad(service, random.fork(), figures, times));
    await Promise.race([Promise.all(restarts), firstFailure(clients)]);
  } finally {
    stopClients.abort();
    await Promise.allSettled(clients);
  }
}

function startWriters(
  prefix: string,
  context: RunContext,
  random: Random,
  signal: AbortSignal,
): readonly Promise<void>[] {
  return Array.from({ length: WRITERS }, (_, index) => {
    const own = random.fork();
    const habits = index % 2 === 0 ? plainHabits(context, own) : keyedHabits(context, own, signal);
    return keepWriting(`${prefix}${index + 1}`, context, own, signal, habits);
  });
}

/** Waits for the given time, and on until the run is eventful: on a busy machine a restart takes long. Gives up at some point. */
async function eventfulTime(figures: Figures, millis: number): Promise<void> {
  await pause(millis);
  for (const end = performance.now() + PATIENCE_MILLIS; !isEventful(figures) && performance.now() < end;)
    await pause(100);
}

/** A run without events proves nothing. */
export function isEventful({ writes, kills, restarts, afterDatabase, keyed, increments, delays }: Figures): boolean {
  const hasKills = (kills.get('service') ?? 0) > 2 && (restarts.get('database') ?? 0) > 1;
  const hasRepeated = keyed.has(KEYED.unknown) && keyed.has(KEYED.inUse) && increments.has(INCREMENTS.tooLate);
  return writes.acknowledged > 100 && hasKills && hasRepeated && afterDatabase.length > 0 && delays.length > 0;
}

async function killService(service: CrashingService, figures: Figures): Promise<void> {
  await service.kill();
  count(figures.kills, 'service');
}

async function restartService(service: CrashingService, figures: Figures): Promise<void> {
  await service.start();
  count(figures.restarts, 'service');
}

async function verifyRun(run: FeedRun): Promise<Stored> {
  const { context, random, url } = run;
  const { services, figures, families, commons, counters } = context;
  const [one, other] = services;
  if (one === undefined || other === undefined) throw new Error('two services are required');
  await untilAllAnswer(services);
  await settle(context, random);
  const stored = await readStored(url);
  for (const problem of [...verify(stored, families, commons, counters), ...verifyCounts(stored)])
    figures.addViolation('final state', problem);
  for (const problem of await compareApi(stored, one.client, other.client))
    figures.addViolation('final state', problem);
  for (const problem of await checkFeed(run, stored)) figures.addViolation('the feed of changes', problem);
  return stored;
}
