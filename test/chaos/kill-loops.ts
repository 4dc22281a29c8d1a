// Services and database are killed and restarted at random, independently of each other: now and then everything is down at once, and
// services start while the database is down.
import { setTimeout as pause } from 'node:timers/promises';
import type { Crash, CrashingDatabase } from './crashing-database.ts';
import type { CrashingService } from './crashing-service.ts';
import { count, type Figures } from './figures.ts';
import type { Random } from './random.ts';
import type { Uptime } from './uptime.ts';

const CRASHES: readonly Crash[] = ['postmaster', 'all processes', 'all processes', 'one session'];

/** Kills and restarts a service until aborted; leaves it running. */
export async function keepKillingService(
  service: CrashingService,
  random: Random,
  figures: Figures,
  signal: AbortSignal,
): Promise<void> {
  while (await hasPassed(random.between(1000, 7000), signal)) {
    await service.kill();
    count(figures.kills, 'service');
    await hasPassed(random.between(0, 2000), signal);
    if (random.below(5) === 0) await killAtStart(service, random, figures, signal);
    await service.start();
    count(figures.restarts, 'service');
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

/** Kills and restarts the database until aborted; leaves it running. */
export async function keepKillingDatabase(
  database: CrashingDatabase,
  uptime: Uptime,
  random: Random,
  figures: Figures,
  signal: AbortSignal,
): Promise<void> {
  while (await hasPassed(random.between(2000, 8000), signal)) {
    const how = random.pick(CRASHES) ?? 'postmaster';
    await killDatabase(database, uptime, how, figures);
    if (how !== 'one session') await hasPassed(random.between(0, 3000), signal);
    await startDatabase(database, uptime, figures);
  }
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
