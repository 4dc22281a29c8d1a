import { setTimeout as pause } from 'node:timers/promises';
import type { AdminPages } from '../support/admin-pages.ts';

/** A counter of a service, over all its lives: it begins anew whenever the service is killed. Counts just before a kill are missing. */
export class Total {
  readonly #admin: AdminPages;
  readonly #metric: string;
  readonly #labels: readonly string[];
  #before = 0;
  #last = 0;

  constructor(admin: AdminPages, metric: string, ...labels: readonly string[]) {
    this.#admin = admin;
    this.#metric = metric;
    this.#labels = labels;
  }

  get value(): number {
    return this.#before + this.#last;
  }

  /** Looks at the metric until aborted. */
  async watch(signal: AbortSignal, pauseMillis = 500): Promise<void> {
    for (; !signal.aborted; await pause(pauseMillis))
      try {
        this.#learn(await this.#admin.sum(this.#metric, ...this.#labels));
      } catch {
        // The service is down; what it had counted stays.
      }
  }

  #learn(count: number): void {
    if (count < this.#last) this.#before += this.#last;
    this.#last = count;
  }
}
