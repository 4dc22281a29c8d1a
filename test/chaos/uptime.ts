import type { CrashingService } from './crashing-service.ts';

/** Since when a service has had all that it takes to answer. */
export interface Up {
  /** On the clock of `performance`; another one after every interruption. */
  readonly since: number;
  /** Which of the two came last. */
  readonly completedBy: 'database' | 'service';
}

/** Within this time of database and service being up there must be a good answer. */
export const RECOVERY_MILLIS = 5000;

/** Knows what is up. */
export class Uptime {
  #databaseSince: number | undefined;

  databaseIsUp(): void {
    this.#databaseSince = performance.now();
  }

  databaseGoesDown(): void {
    this.#databaseSince = undefined;
  }

  /** Undefined while the service or the database is down. */
  of({ listeningSince }: CrashingService): Up | undefined {
    if (listeningSince === undefined || this.#databaseSince === undefined) return undefined;
    return listeningSince > this.#databaseSince
      ? { since: listeningSince, completedBy: 'service' }
      : { since: this.#databaseSince, completedBy: 'database' };
  }

  /** Whether a service has been up without interruption since before a moment, and for longer than recovery may take. */
  wasSettledAt(moment: number, service: CrashingService): boolean {
    const up = this.of(service);
    return up !== undefined && moment - up.since > RECOVERY_MILLIS;
  }
}
