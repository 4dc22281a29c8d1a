import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { attempt } from './attempt.ts';
import { Commons } from './commons.ts';
import { compareApi } from './compare-api.ts';
import { CrashingDatabase } from './crashing-database.ts';
import { CrashingService } from './crashing-service.ts';
import { killDatabase, startDatabase, tormentDatabase, tormentService } from './destruction.ts';
import { count, Figures } from './figures.ts';
import { findFreePorts } from './free-ports.ts';
import { Random } from './random.ts';
import { watchRecovery } from './recovery.ts';
import { readStored, type Stored } from './stored.ts';
import { Uptime } from './uptime.ts';
import { verify, verifyCounts } from './verify.ts';
import { keepWriting, type Scene } from './writer.ts';

export interface ChaosOptions {
  readonly seconds: number;
  readonly seed: number;
  /** Settings of PostgreSQL that prevail over those that make it durable. */
  readonly settings?: readonly string[];
}

export interface ChaosReport {
  readonly figures: Figures;
  readonly stored: Stored;
  readonly families: number;
}

const WRITERS = 8;

/**
 * Writes to two services on one database while all three are killed and restarted, and finds out whether any promise was broken. The seed
 * repeats what is chosen, not what comes of it, which depends on the time that everything takes.
 * @throws Error when PostgreSQL or a service cannot be had at all
 */
export async function runChaos({ seconds, seed, settings = [] }: ChaosOptions): Promise<ChaosReport> {
  const random = new Random(seed);
  const figures = new Figures();
  // The seed has no part in this: what is free differs anyway, and several runs may begin together.
  const [port = 0, ...servicePorts] = await findFreePorts(3, new Random(process.pid));
  const database = CrashingDatabase.create({ port, settings });
  const services = servicePorts.map((each, index) => newService(index + 1, each, database.url, figures));
  const scene: Scene = { services, uptime: new Uptime(), figures, commons: new Commons(), families: [] };
  try {
    // On empty tables, and without a database at first.
    await Promise.all(services.map((service) => service.start()));
    await startDatabase(database, scene.uptime, new Figures());
    await createCommons(scene);
    await wreak(scene, database, random, seconds * 1000);
    await Promise.all([
      startDatabase(database, scene.uptime, figures),
      ...services.map((each) => restart(each, figures)),
    ]);
    const stored = await judge(scene, database.url);
    return { figures, stored, families: scene.families.length };
  } finally {
    await Promise.all(services.map((service) => service.kill('SIGTERM')));
    await database.remove();
  }
}

function newService(number: number, port: number, url: string, figures: Figures): CrashingService {
  const name = String(number);
  const environment = { PORT: String(port), DATABASE_URL: url, LOG_LEVEL: 'error' };
  return new CrashingService(name, environment, (how) => {
    figures.violated(`service ${name}`, how);
  });
}

/** The services have found the database when this succeeds. */
async function createCommons({ services, commons }: Scene): Promise<void> {
  const [service] = services;
  if (service === undefined) return;
  const isReady = async (): Promise<boolean> => {
    const outcomes = services.map(({ client }) => attempt(client, { method: 'GET', path: '/persons' }));
    return (await Promise.all(outcomes)).every(({ kind }) => kind === 'acknowledged');
  };
  await eventually('the services find the database', isReady);
  for (const { request, conclude } of commons.beginnings()) conclude(await attempt(service.client, request));
}

/** The time of the run; at its end all is killed at once, in the middle of the writing. */
async function wreak(scene: Scene, database: CrashingDatabase, random: Random, millis: number): Promise<void> {
  const { services, uptime, figures } = scene;
  const noMoreKills = new AbortController();
  const theEnd = new AbortController();
  const torments = [
    ...services.map((service) => tormentService(service, random.fork(), figures, noMoreKills.signal)),
    tormentDatabase(database, uptime, random.fork(), figures, noMoreKills.signal),
  ];
  const others = [
    ...services.map((service) => watchRecovery(service, uptime, figures, theEnd.signal)),
    ...Array.from({ length: WRITERS }, (_, index) => keepWriting(`W${index + 1}`, scene, random.fork(), theEnd.signal)),
  ];
  try {
    await Promise.race([pause(millis), failure([...torments, ...others])]);
    noMoreKills.abort();
    await Promise.all(torments);
    await pause(random.between(0, 1000));
    await Promise.all([
      killDatabase(database, uptime, 'all processes', figures),
      ...services.map((each) => end(each, figures)),
    ]);
  } finally {
    noMoreKills.abort();
    theEnd.abort();
    await Promise.allSettled([...torments, ...others]);
  }
}

/** Rejects with the first that fails; settles in no other way. */
function failure(tasks: readonly Promise<void>[]): Promise<never> {
  return new Promise((_, reject) => {
    for (const task of tasks) task.catch(reject);
  });
}

async function end(service: CrashingService, figures: Figures): Promise<void> {
  await service.kill();
  count(figures.kills, 'service');
}

async function restart(service: CrashingService, figures: Figures): Promise<void> {
  await service.start();
  count(figures.restarts, 'service');
}

async function judge({ services, figures, families, commons }: Scene, url: string): Promise<Stored> {
  const [one, other] = services;
  if (one === undefined || other === undefined) throw new Error('there are two services');
  for (const service of services)
    await eventually(`service ${service.name} is back`, async () => {
      const { kind } = await attempt(service.client, { method: 'GET', path: '/persons?page[size]=1' });
      return kind === 'acknowledged';
    });
  const stored = await readStored(url);
  for (const problem of [...verify(stored, families, commons), ...verifyCounts(stored)])
    figures.violated('afterwards', problem);
  for (const problem of await compareApi(stored, one.client, other.client)) figures.violated('afterwards', problem);
  return stored;
}
