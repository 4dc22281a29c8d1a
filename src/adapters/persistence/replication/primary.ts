import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '../../../application/model/position.ts';
import type { Database } from '../connection/database.ts';
import { readPrimary } from './read-positions.ts';
import { sharedRuns } from './shared-runs.ts';

interface Sample {
  /** When the primary was asked, so not later than when it was there. */
  readonly at: number;
  readonly position: Position;
}

const LONGEST_PAUSE_MILLIS = 100;
/** A primary that says nothing for so long is not waited for by reads. */
const SILENCE_MILLIS = 2000;

/** Where the primary is, and has been lately. It is asked in the background, too. */
export class Primary {
  readonly #maxAgeMillis: number;
  readonly #read: () => Promise<Position>;
  #samples: readonly Sample[] = [];
  #awaySince: number | undefined;
  #isSynchronous = false;
  /** When the question was asked that has no answer yet. */
  #askedAt = Infinity;
  #isStopped = false;

  /** @param maxAgeMillis how long to remember */
  constructor(database: Database, maxAgeMillis: number) {
    this.#maxAgeMillis = maxAgeMillis;
    this.#read = sharedRuns(() => this.#readOnce(database));
    void this.#watch();
  }

  /**
   * A position that all writes precede that have ended before the call. Simultaneous callers share a query.
   * @throws StorageUnavailableError
   */
  position(): Promise<Position> {
    return this.#read();
  }

  /** Where it was at most `maxAgeMillis` ago; undefined: unknown. */
  get earlier(): Position | undefined {
    const oldest = performance.now() - this.#maxAgeMillis;
    return this.#samples.find(({ at }) => at >= oldest)?.position;
  }

  /** Where it was when it answered last. */
  get last(): Position | undefined {
    return this.#samples.at(-1)?.position;
  }

  /** Since when it cannot be reached, or does not answer, by `performance.now()`; undefined: it does. */
  get awaySince(): number | undefined {
    return this.#awaySince ?? (performance.now() - this.#askedAt > SILENCE_MILLIS ? this.#askedAt : undefined);
  }

  /** Whether replicas had all that it had answered when it answered last. */
  get isSynchronous(): boolean {
    return this.#isSynchronous;
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #watch(): Promise<void> {
    while (!this.#isStopped) {
      // Whoever has asked is told of the failure.
      await this.#read().catch(() => undefined);
      await pause(Math.min(LONGEST_PAUSE_MILLIS, this.#maxAgeMillis / 2), undefined, { ref: false });
    }
  }

  async #readOnce(database: Database): Promise<Position> {
    const at = performance.now();
    this.#askedAt = at;
    try {
      const { position, isSynchronous } = await readPrimary(database);
      this.#awaySince = undefined;
      this.#isSynchronous = isSynchronous;
      const oldest = at - this.#maxAgeMillis;
      this.#samples = [...this.#samples.filter((each) => each.at >= oldest), { at, position }];
      return position;
    } catch (error) {
      this.#awaySince ??= performance.now();
      throw error;
    } finally {
      this.#askedAt = Infinity;
    }
  }
}
