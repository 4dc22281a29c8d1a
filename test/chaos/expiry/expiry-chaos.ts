import { Agent } from 'node:http';
import { startOperated, type OperatedProcess } from '../../support/admin-pages.ts';
import { ApiClient } from '../../support/api-client.ts';
import { openPatiently } from '../../support/open-server.ts';
import { PrivateServer } from '../../support/private-server.ts';
import { CrashingService } from '../crashing-service.ts';
import { checkFoldedFeed } from '../feed/check-feed.ts';
import { count, Figures } from '../figures.ts';
import { newContext } from '../preparation.ts';
import { Random } from '../random.ts';
import { readStored } from '../stored.ts';
import { Uptime } from '../uptime.ts';
import { AnswerTable, type TableSize } from './answer-table.ts';
import { ExpiringKey } from './expiring-key.ts';

export interface ExpiryOptions {
  readonly seconds: number;
  readonly seed: number;
}

/** One half of a run. */
export interface ExpiryPhase {
  readonly name: string;
  readonly fates: ReadonlyMap<string, number>;
  /** The durations of the completed writes. */
  readonly millis: readonly number[];
  /** At its end. */
  readonly size: TableSize;
}

export interface ExpiryReport {
  readonly figures: Figures;
  readonly phases: readonly ExpiryPhase[];
  readonly table: AnswerTable;
}

const TTL_SECONDS = 2;
const CLIENTS = 8;
const KEYS_OF_A_CLIENT = 10;

/**
 * Sends keys that live for two seconds again and again, to two services: first without a purge, then while the purges of two processes run
 * five times a second. Verifies that no key is done twice within its time, and that none is known beyond it.
 * @throws Error when PostgreSQL or a service does not start
 */
export async function runExpiryChaos({ seconds, seed }: ExpiryOptions): Promise<ExpiryReport> {
  const [figures, random] = [new Figures(), new Random(seed)];
  const server = await PrivateServer.create();
  const database = openPatiently(server.url);
  const table = new AnswerTable(database, figures);
  const keys = new Set<ExpiringKey>();
  const services: OperatedProcess[] = [];
  const agent = new Agent({ keepAlive: true });
  try {
    // As often, for what is purged, as once a minute where purges come once an hour.
    server.write('postgresql.auto.conf', "autovacuum_naptime = '1s'\n");
    await server.start();
    const environment = { DATABASE_URL: server.url, IDEMPOTENCY_TTL_SECONDS: String(TTL_SECONDS), LOG_LEVEL: 'error' };
    while (services.length < 2) services.push(await startOperated(environment));
    const clients = services.map(({ url }) => new ApiClient(url, agent));
    const halfOf = (name: string): Promise<ExpiryPhase> =>
      runPhase({ name, clients, keys, table, figures, random: random.fork(), millis: (seconds * 1000) / 2 });
    const before = await halfOf('without purge');
    const purges = table.startPurges();
    const phases = [before, await halfOf('with purge')];
    await purges.stop();
    await verify(server.url, keys, table, figures);
    const context = newContext(services.map(serviceAt), new Uptime(0), figures);
    for (const problem of await checkFoldedFeed({ context, random, url: server.url }, await readStored(server.url)))
      figures.addViolation('the feed of changes', problem);
    return { figures, phases, table };
  } finally {
    for (const { process, ended } of services) {
      process.kill('SIGTERM');
      await ended;
    }
    agent.destroy();
    await database.close();
    await server.remove();
  }
}

/** A service that is not killed. */
function serviceAt({ url }: OperatedProcess): CrashingService {
  return new CrashingService(url, { PORT: new URL(url).port }, () => undefined);
}

interface PhaseOptions {
  readonly name: string;
  readonly clients: readonly ApiClient[];
  /** The keys of the run. */
  readonly keys: Set<ExpiringKey>;
  readonly table: AnswerTable;
  readonly figures: Figures;
  readonly random: Random;
  readonly millis: number;
}

async function runPhase(options: PhaseOptions): Promise<ExpiryPhase> {
  const { name, table, random } = options;
  const fates = new Map<string, number>();
  const millis: number[] = [];
  const end = performance.now() + options.millis;
  await Promise.all(
    Array.from({ length: CLIENTS }, () => keepSending({ ...options, random: random.fork() }, end, { fates, millis })),
  );
  return { name, fates, millis, size: await table.size() };
}

/** Sends one of the client's keys after the other, now and then with another request, and replaces one in four. */
async function keepSending(
  { clients, keys, figures, random }: PhaseOptions,
  end: number,
  { fates, millis }: { readonly fates: Map<string, number>; readonly millis: number[] },
): Promise<void> {
  const own: ExpiringKey[] = [];
  while (performance.now() < end) {
    const isNew = own.length < KEYS_OF_A_CLIENT || random.below(4) === 0;
    const key = isNew ? new ExpiringKey(TTL_SECONDS * 1000) : random.pick(own);
    const client = random.pick(clients);
    if (key === undefined || client === undefined) throw new Error('nothing to choose from');
    if (isNew) own.splice(random.below(KEYS_OF_A_CLIENT), 1, key);
    keys.add(key);
    try {
      const { sent, answered, fate } = await key.send(client, random.below(10) === 0);
      count(fates, fate);
      if (fate === 'done') millis.push(answered - sent);
    } catch (error) {
      figures.addViolation('keys', error);
    }
  }
}

async function verify(
  url: string,
  keys: ReadonlySet<ExpiringKey>,
  table: AnswerTable,
  figures: Figures,
): Promise<void> {
  const stored = new Map<string, number>();
  for (const { name } of (await readStored(url)).persons) count(stored, name);
  for (const { name, done } of keys)
    if (stored.get(name) !== done)
      figures.addViolation('final state', `${name} is stored ${stored.get(name) ?? 0} times instead of ${done}`);
  const deadlocks = await table.deadlocks();
  if (deadlocks > 0) figures.addViolation('final state', `${deadlocks} deadlocks`);
}
