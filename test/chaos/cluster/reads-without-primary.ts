import { setTimeout as pause } from 'node:timers/promises';
import { attempt, type Outcome } from '../attempt.ts';
import type { CrashingService } from '../crashing-service.ts';
import type { Figures } from '../figures.ts';

const PAUSE_MILLIS = 20;
/** How soon reads must go on. */
const LONGEST_MILLIS = 1000;

/** Reads on every service while there is no primary: they go on. */
export class ReadsWithoutPrimary {
  readonly counts = { answered: 0, unavailable: 0, lost: 0 };
  readonly #figures: Figures;

  constructor(figures: Figures) {
    this.#figures = figures;
  }

  /** Reads, without a token, until aborted. A service that listens all the time must answer soon, and then always; else it is a violation. */
  async watch(services: readonly CrashingService[], signal: AbortSignal): Promise<void> {
    await Promise.all(services.map((service) => this.#watchOne(service, signal)));
  }

  async #watchOne(service: CrashingService, signal: AbortSignal): Promise<void> {
    const { listeningSince, client, name } = service;
    const start = performance.now();
    const refused: string[] = [];
    for (; !signal.aborted; await pause(PAUSE_MILLIS)) {
      const millis = performance.now() - start;
      try {
        const outcome = await attempt(client, { method: 'GET', path: '/persons?page[size]=1' });
        this.#count(outcome);
        const isSteady = listeningSince !== undefined && service.listeningSince === listeningSince;
        if (outcome.kind === 'refused' && isSteady && millis > LONGEST_MILLIS)
          refused.push(`${outcome.status} ${outcome.code} after ${Math.round(millis)} ms`);
      } catch (error) {
        this.#figures.addViolation(`service ${name}`, error);
      }
    }
    if (refused.length > 0)
      this.#figures.addViolation(
        `service ${name}`,
        `${refused.length} reads refused without primary, first ${refused[0] ?? ''}`,
      );
  }

  #count({ kind }: Outcome): void {
    if (kind === 'acknowledged') this.counts.answered += 1;
    else if (kind === 'refused') this.counts.unavailable += 1;
    else this.counts.lost += 1;
  }
}
