import { setTimeout as pause } from 'node:timers/promises';
import { attempt, type Outcome } from '../attempt.ts';
import type { CrashingService } from '../crashing-service.ts';
import type { RunContext } from '../run-context.ts';

const PAUSE_MILLIS = 20;

/** The outcomes of the reads. */
export interface ReadOutcomes {
  answered: number;
  unavailable: number;
  lost: number;
}

/**
 * Reads, without a token, while there is no primary. A service that has not written must answer. One that has may be unable to: its reads show
 * all of its writes, and the primary may have died before it passed everything on.
 */
export class ReadsWithoutPrimary {
  readonly byReader = noReads();
  readonly byWriters = noReads();
  readonly #context: RunContext;
  readonly #reader: CrashingService;
  readonly #longestMillis: number;

  /** @param reader a service that gets no writes */
  constructor(context: RunContext, reader: CrashingService) {
    this.#context = context;
    this.#reader = reader;
    // A second, on a machine that is not busy.
    this.#longestMillis = context.uptime.recoveryMillis / 5;
  }

  /** Reads until aborted. */
  async watch(signal: AbortSignal): Promise<void> {
    await Promise.all([
      this.#watchReader(signal),
      ...this.#context.services.map((service) => this.#keepReading(service, this.byWriters, signal)),
    ]);
  }

  async #watchReader(signal: AbortSignal): Promise<void> {
    const start = performance.now();
    const refused: string[] = [];
    await this.#keepReading(this.#reader, this.byReader, signal, (outcome) => {
      const millis = performance.now() - start;
      if (outcome.kind !== 'acknowledged' && millis > this.#longestMillis)
        refused.push(`${JSON.stringify(outcome)} after ${Math.round(millis)} ms`);
    });
    const [first] = refused;
    if (first === undefined) return;
    this.#context.figures.addViolation('reads without primary', `${refused.length} not answered, first ${first}`);
  }

  async #keepReading(
    { client, name }: CrashingService,
    outcomes: ReadOutcomes,
    signal: AbortSignal,
    judge?: (outcome: Outcome) => void,
  ): Promise<void> {
    for (; !signal.aborted; await pause(PAUSE_MILLIS))
      try {
        const outcome = await attempt(client, { method: 'GET', path: '/persons?page[size]=1' });
        outcomes[kindOf(outcome)] += 1;
        judge?.(outcome);
      } catch (error) {
        this.#context.figures.addViolation(`service ${name}`, error);
      }
  }
}

function noReads(): ReadOutcomes {
  return { answered: 0, unavailable: 0, lost: 0 };
}

function kindOf({ kind }: Outcome): keyof ReadOutcomes {
  if (kind === 'acknowledged') return 'answered';
  return kind === 'refused' ? 'unavailable' : 'lost';
}
