// Services and database are killed and restarted at random, independently of each other: now and then everything is down at once, and
// services start while the database is down. Mostly, though, the next kill waits for an answer, however slow the machine is.
import { setTimeout as pause } from 'node:timers/promises';
import { attempt } from './attempt.ts';
import type { Crash, CrashingDatabase } from './crashing-database.ts';
import type { CrashingService } from './crashing-service.ts';
import { count, type Figures } from './figures.ts';
import type { Random } from './random.ts';
import type { Uptime } from './uptime.ts';
import type { RunContext } from './run-context.ts';

const CRASHES: readonly Crash[] = ['postmaster', 'all processes', 'all processes', 'one session'];

const POLL_MILLIS = 50;

/**
 * Kills and restarts a service until aborted; leaves it running.
 * @param longestMillis that it runs
 */
export async function keepKillingService(
  service: CrashingService,
  random: Random,
  figures: Figures,
  signal: AbortSignal,
  longestMillis = 7000,
): Promise<void> {
  while (await hasPassed(random.between(1000, longestMillis), signal)) {
    await service.kill();
    count(figures.kills, 'service');
    await hasPassed(random.between(0, 2000), signal);
    if (random.below(5) === 0) await killAtStart(service, random, figures, signal);
    await service.start();
    count(figures.restarts, 'service');
    if (random.below(4) > 0) await untilAnswered([service], figures, signal);
  }
}

async function killAtStart(
  service: CrashingService,
  random: Random,
  figures: Figures,
  signal: AbortSignal,
): Promise<void> {
  const starting = service.start().catch(() => undefined);
  await hasPassed(random.between(0, 1500), signal);
  await service.kill();
  await starting;
  count(figures.kills, 'service');
  count(figures.restarts, 'service');
}

/**
 * Kills and restarts the database until aborted; leaves it running.
 * @param longestMillis that it runs
 */
export async function keepKillingDatabase(
  database: CrashingDatabase,
  { services, uptime, figures }: RunContext,
  random: Random,
  signal: AbortSignal,
  longestMillis = 8000,
): Promise<void> {
  while (await hasPassed(random.between(2000, longestMillis), signal)) {
    const how = random.pick(CRASHES) ?? 'postmaster';
    await killDatabase(database, uptime, how, figures);
    if (how !== 'one session') await hasPassed(random.between(0, 3000), signal);
    await startDatabase(database, uptime, figures);
    if (random.below(4) > 0) await untilAnswered(services, figures, signal);
  }
}

/** Waits until one of the services has answered from the database. */
async function untilAnswered(
  services: readonly CrashingService[],
  figures: Figures,
  signal: AbortSignal,
): Promise<void> {
  const isAnswered = async ({ client, name }: CrashingService): Promise<boolean> => {
    try {
      return (await attempt(client, { method: 'GET', path: '/persons?page[size]=1' })).kind === 'acknowledged';
    } catch (error) {
      figures.addViolation(`service ${name}`, error);
      return false;
    }
  };
  while (!signal.aborted && !(await Promise.all(services.map(isAnswered))).includes(true))
    await hasPassed(POLL_MILLIS, signal);
}

export async function killDatabase(
  database: CrashingDatabase,
  uptime: Uptime,
  how: Crash,
  figures: Figures,
): Promise<void> {
  uptime.databaseStopping();
  await database.crash(how);
  count(figures.kills, `database: ${how}`);
}

export async function startDatabase(database: CrashingDatabase, uptime: Uptime, figures: Figures): Promise<void> {
  await database.start();
  uptime.databaseStarted();
  count(figures.restarts, 'database');
}

/** Waits; resolves to false when aborted. */
function hasPassed(millis: number, signal: AbortSignal): Promise<boolean> {
  return pause(millis, true, { signal }).catch(() => false);
}
