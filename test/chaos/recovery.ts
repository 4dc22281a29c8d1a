import { setTimeout as pause } from 'node:timers/promises';
import { attempt } from './attempt.ts';
import type { CrashingService } from './crashing-service.ts';
import type { Figures } from './figures.ts';
import type { UpPeriod, Uptime } from './uptime.ts';

const PAUSE_MILLIS = 20;

/** Measures, whenever service and database have both come up, how long the service takes to succeed. */
export async function watchRecovery(
  service: CrashingService,
  uptime: Uptime,
  figures: Figures,
  signal: AbortSignal,
): Promise<void> {
  let measured: number | undefined;
  for (; !signal.aborted; await pause(PAUSE_MILLIS)) {
    const up = uptime.of(service);
    if (up === undefined || up.since === measured) continue;
    try {
      const { kind } = await attempt(service.client, { method: 'GET', path: '/persons?page[size]=1' });
      // Killed in between: this period does not count.
      if (uptime.of(service)?.since !== up.since) continue;
      if (record(kind === 'acknowledged', up, service.name, uptime.recoveryMillis, figures)) measured = up.since;
    } catch (error) {
      figures.addViolation(`service ${service.name}`, error);
    }
  }
}

/** @returns whether the period is done: the service has succeeded or has run out of time */
function record(
  isSuccess: boolean,
  { since, completedBy }: UpPeriod,
  name: string,
  limitMillis: number,
  figures: Figures,
): boolean {
  const millis = performance.now() - since;
  if (isSuccess) (completedBy === 'database' ? figures.afterDatabase : figures.afterService).push(millis);
  if (millis > limitMillis) figures.addViolation(`service ${name}`, `no success within ${Math.round(limitMillis)} ms`);
  return isSuccess || millis > limitMillis;
}
