import { setTimeout as pause } from 'node:timers/promises';
import type { Request } from '../attempt.ts';
import type { CrashingService } from '../crashing-service.ts';
import { count } from '../figures.ts';
import type { Companion, Exchange, RunContext } from '../run-context.ts';

const POLL_MILLIS = 10;

interface AwaitedWrite {
  /** When the promotion was done that it is measured from. */
  readonly promotedAt: number;
  /** The outcomes of writes since then, with their counts. */
  readonly outcomes: Map<string, number>;
}

/** Lines about a service that is late after a promotion, at a time from `performance.now()`. */
type DescribeLate = (service: CrashingService, promotedAt: number) => Promise<readonly string[]>;

/** Measures how long services take from a promotion to their first good write. */
export class FirstWrites implements Companion {
  /** One for each promotion and each service that ran all the time. */
  readonly millis: number[] = [];
  readonly #context: RunContext;
  readonly #describeLate: DescribeLate;
  readonly #longestMillis: number;
  readonly #awaited = new Map<CrashingService, AwaitedWrite>();

  constructor(context: RunContext, describeLate: DescribeLate) {
    this.#context = context;
    this.#describeLate = describeLate;
    // Three seconds, on a machine that is not busy.
    this.#longestMillis = (3 * context.uptime.recoveryMillis) / 5;
  }

  accompany(request: Request): Request {
    return request;
  }

  learn({ service, request, outcome }: Exchange): void {
    const awaited = this.#awaited.get(service);
    if (awaited === undefined || request.method === 'GET') return;
    if (outcome.kind !== 'acknowledged') {
      count(awaited.outcomes, outcome.kind === 'refused' ? `${outcome.status} ${outcome.code}` : outcome.kind);
      return;
    }
    this.millis.push(performance.now() - awaited.promotedAt);
    this.#awaited.delete(service);
  }

  /** Resolves when each service that listens has written, has been killed, or has taken too long. */
  async measure(promotedAt: number): Promise<void> {
    await Promise.all(this.#context.services.map((service) => this.#measureOne(service, promotedAt)));
  }

  async #measureOne(service: CrashingService, promotedAt: number): Promise<void> {
    const { listeningSince } = service;
    if (listeningSince === undefined || listeningSince > promotedAt) return;
    const outcomes = new Map<string, number>();
    this.#awaited.set(service, { promotedAt, outcomes });
    while (this.#awaited.has(service)) {
      await pause(POLL_MILLIS);
      const isLate = performance.now() - promotedAt > this.#longestMillis;
      const wasKilled = service.listeningSince !== listeningSince;
      if (!isLate && !wasKilled) continue;
      if (this.#awaited.delete(service) && !wasKilled) await this.#report(service, { promotedAt, outcomes });
    }
  }

  async #report(service: CrashingService, { promotedAt, outcomes }: AwaitedWrite): Promise<void> {
    const answers = [...outcomes].map(([outcome, times]) => `${outcome} ${times} times`);
    const lines = [
      `no write within ${Math.round(this.#longestMillis)} ms of a promotion`,
      `what became of writes: ${answers.join(', ') || 'none has been answered'}`,
      ...(await this.#describeLate(service, promotedAt)),
    ];
    this.#context.figures.addViolation(`service ${service.name}`, lines.join('\n    '));
  }
}
