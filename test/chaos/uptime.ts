import type { CrashingService } from './crashing-service.ts';

/** A period in which both a service and the database are up. */
export interface UpPeriod {
  /** Start of the period, from `performance.now()`; identifies the period. */
  readonly since: number;
  /** The one of the two that came up last. */
  readonly completedBy: 'database' | 'service';
}

/** Tracks when the database is up, and with that when a service can be expected to answer. */
export class Uptime {
  /** Once both a service and the database are up, it must answer successfully within this time. */
  readonly recoveryMillis: number;
  #databaseSince: number | undefined;

  constructor(recoveryMillis: number) {
    this.recoveryMillis = recoveryMillis;
  }

  databaseStarted(): void {
    this.#databaseSince = performance.now();
  }

  databaseStopping(): void {
    this.#databaseSince = undefined;
  }

  /** Undefined while the service or the database is down. */
  of({ listeningSince }: CrashingService): UpPeriod | undefined {
    if (listeningSince === undefined || this.#databaseSince === undefined) return undefined;
    return listeningSince > this.#databaseSince
      ? { since: listeningSince, completedBy: 'service' }
      : { since: this.#databaseSince, completedBy: 'database' };
  }

  /** True if, at that moment, service and database had both been up for longer than recovery may take, and still are. */
  wasStableAt(moment: number, service: CrashingService): boolean {
    const up = this.of(service);
    return up !== undefined && moment - up.since > this.recoveryMillis;
  }
}
