import { setTimeout as pause } from 'node:timers/promises';
import { childrenOf } from '../../support/processes.ts';
import type { CrashingService } from '../crashing-service.ts';
import { count, type Figures } from '../figures.ts';
import { keepKillingService } from '../kill-loops.ts';
import type { Random } from '../random.ts';
import type { RunContext } from '../run-context.ts';

/** Between two kills of a service, or of one of its workers. */
const MAX_MILLIS = 20_000;

/** Services, and the workers of those that have some, are killed and started again all the time. */
export class ServiceKills {
  readonly #services: readonly CrashingService[];
  readonly #random: Random;
  readonly #figures: Figures;
  readonly #longestMillis: number;
  #stopping = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  constructor({ services, figures, uptime }: RunContext, random: Random) {
    this.#services = services;
    this.#random = random;
    this.#figures = figures;
    // On a busy machine a start takes long, and most of the time they are to run.
    this.#longestMillis = Math.min(3 * uptime.recoveryMillis, MAX_MILLIS);
  }

  begin(): void {
    this.#stopping = new AbortController();
    const { signal } = this.#stopping;
    const loops = this.#services.map((service) =>
      Promise.all([
        keepKillingService(service, this.#random.fork(), this.#figures, signal, this.#longestMillis),
        this.#keepKillingWorkers(service, signal),
      ]),
    );
    this.#running = Promise.all(loops);
    this.#running.catch(() => undefined);
  }

  /**
   * Resolves when all services run again.
   * @throws Error when one could not be started
   */
  async end(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Kills nothing while a function runs. */
  async pauseDuring(run: () => Promise<void>): Promise<void> {
    const wasRunning = !this.#stopping.signal.aborted;
    await this.end();
    await run();
    if (wasRunning) this.begin();
  }

  async #keepKillingWorkers(service: CrashingService, signal: AbortSignal): Promise<void> {
    while (await pause(this.#random.between(1000, this.#longestMillis), true, { signal }).catch(() => false)) {
      const worker = service.listeningSince === undefined ? undefined : this.#random.pick(childrenOf(service.pid ?? 0));
      if (worker === undefined) continue;
      service.killWorker(worker);
      count(this.#figures.kills, 'worker');
    }
  }
}
