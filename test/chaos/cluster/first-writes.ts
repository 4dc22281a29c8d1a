import { setTimeout as pause } from 'node:timers/promises';
import type { Request } from '../attempt.ts';
import type { CrashingService } from '../crashing-service.ts';
import type { Companion, Exchange, RunContext } from '../run-context.ts';

const POLL_MILLIS = 10;

/** Measures how long services take from a promotion to their first good write. */
export class FirstWrites implements Companion {
  /** One for each promotion and each service that ran all the time. */
  readonly millis: number[] = [];
  readonly #context: RunContext;
  readonly #longestMillis: number;
  /** When the promotion was done that each is measured from. */
  readonly #awaited = new Map<CrashingService, number>();

  constructor(context: RunContext) {
    this.#context = context;
    // Three seconds, on a machine that is not busy.
    this.#longestMillis = (3 * context.uptime.recoveryMillis) / 5;
  }

  accompany(request: Request): Request {
    return request;
  }

  learn({ service, request, outcome }: Exchange): void {
    const promotedAt = this.#awaited.get(service);
    if (promotedAt === undefined || request.method === 'GET' || outcome.kind !== 'acknowledged') return;
    this.millis.push(performance.now() - promotedAt);
    this.#awaited.delete(service);
  }

  /** Resolves when each service that listens has written, has been killed, or has taken too long. */
  async measure(promotedAt: number): Promise<void> {
    await Promise.all(this.#context.services.map((service) => this.#measureOne(service, promotedAt)));
  }

  async #measureOne(service: CrashingService, promotedAt: number): Promise<void> {
    const { listeningSince } = service;
    if (listeningSince === undefined || listeningSince > promotedAt) return;
    this.#awaited.set(service, promotedAt);
    while (this.#awaited.has(service)) {
      await pause(POLL_MILLIS);
      const isLate = performance.now() - promotedAt > this.#longestMillis;
      const wasKilled = service.listeningSince !== listeningSince;
      if (!isLate && !wasKilled) continue;
      if (this.#awaited.delete(service) && !wasKilled)
        this.#context.figures.addViolation(
          `service ${service.name}`,
          `no write within ${Math.round(this.#longestMillis)} ms of a promotion`,
        );
    }
  }
}
