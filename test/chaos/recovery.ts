import { setTimeout as pause } from 'node:timers/promises';
import { attempt } from './attempt.ts';
import type { CrashingService } from './crashing-service.ts';
import type { Figures } from './figures.ts';
import { RECOVERY_MILLIS, type Up, type Uptime } from './uptime.ts';

const PAUSE_MILLIS = 20;

/** Measures how long a service takes to give a good answer, every time that it and the database have come up. */
export async function watchRecovery(
  service: CrashingService,
  uptime: Uptime,
  figures: Figures,
  signal: AbortSignal,
): Promise<void> {
  let seen: number | undefined;
  for (; !signal.aborted; await pause(PAUSE_MILLIS)) {
    const up = uptime.of(service);
    if (up === undefined || up.since === seen) continue;
    try {
      const { kind } = await attempt(service.client, { method: 'GET', path: '/persons?page[size]=1' });
      // Interrupted: the time does not count.
      if (uptime.of(service)?.since !== up.since) continue;
      if (note(kind === 'acknowledged', up, service.name, figures)) seen = up.since;
    } catch (error) {
      figures.violated(`service ${service.name}`, error);
    }
  }
}

/** @returns whether there is nothing left to wait for */
function note(isGood: boolean, { since, completedBy }: Up, name: string, figures: Figures): boolean {
  const millis = performance.now() - since;
  if (isGood) (completedBy === 'database' ? figures.afterDatabase : figures.afterService).push(millis);
  if (millis > RECOVERY_MILLIS) figures.violated(`service ${name}`, `no good answer in ${RECOVERY_MILLIS} ms`);
  return isGood || millis > RECOVERY_MILLIS;
}
