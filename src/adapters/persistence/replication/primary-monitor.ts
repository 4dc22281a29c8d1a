import { setTimeout as pause } from 'node:timers/promises';
import { StorageUnavailableError } from '#application/model/errors';
import type { LogPosition } from '#application/model/log-position';
import { coalesceCalls } from '../connection/driver/coalesce-calls.ts';
import { formerPrimaryReason } from '../connection/driver/timeline.ts';
import type { DatabaseConnection } from '../storage/database.ts';
import type { HighestTimeline } from './newest-write.ts';
import { readPrimary } from './read-positions.ts';

interface Sample {
  /** When the primary was asked, so not later than when it was there. */
  readonly askedAt: number;
  readonly position: LogPosition;
}

export interface PrimaryOptions {
  /** How long to remember where it was. */
  readonly maxAgeMillis: number;
  readonly timelines: HighestTimeline;
  /** Called with the reason when it turns out to be a former primary. */
  readonly onFormerPrimary?: ((reason: string) => void) | undefined;
}

const LONGEST_PAUSE_MILLIS = 100;
/** A primary that says nothing for so long is not waited for by reads. */
const SILENCE_MILLIS = 2000;

/** Where the primary is, and has been lately. It is asked in the background, too. A former primary counts as one that does not answer. */
export class PrimaryMonitor {
  readonly #options: PrimaryOptions;
  readonly #read: () => Promise<LogPosition>;
  #samples: readonly Sample[] = [];
  #awaySince: number | undefined;
  #isSynchronous = false;
  /** Of its last answer; 0 before the first one. */
  #timeline = 0;
  #formerReason: string | undefined;
  /** When the question was asked that has no answer yet. */
  #askedAt = Infinity;
  #isStopped = false;

  constructor(database: DatabaseConnection, options: PrimaryOptions) {
    this.#options = options;
    this.#read = coalesceCalls(() => this.#readOnce(database));
    void this.#watch();
  }

  /**
   * A position that all writes precede that have ended before the call. Simultaneous callers share a query.
   * @throws StorageUnavailableError, also if it is a former primary
   */
  readPosition(): Promise<LogPosition> {
    return this.#read();
  }

  /** Whether no server has shown a later timeline than it did when it answered last. */
  get isCurrent(): boolean {
    return this.#timeline >= this.#options.timelines.value;
  }

  /** Why nothing is read or written there; undefined unless it was a former primary when it answered last. */
  get formerReason(): string | undefined {
    return this.#formerReason;
  }

  /** Where it was at most `maxAgeMillis` ago; undefined: unknown. */
  get recentPosition(): LogPosition | undefined {
    const oldest = performance.now() - this.#options.maxAgeMillis;
    return this.#samples.find(({ askedAt }) => askedAt >= oldest)?.position;
  }

  /** Where it was when it answered last. */
  get lastPosition(): LogPosition | undefined {
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
      await pause(Math.min(LONGEST_PAUSE_MILLIS, this.#options.maxAgeMillis / 2), undefined, { ref: false });
    }
  }

  async #readOnce(database: DatabaseConnection): Promise<LogPosition> {
    const at = performance.now();
    this.#askedAt = at;
    try {
      const { position, isSynchronous } = await readPrimary(database);
      this.#requireCurrent(position, database);
      this.#awaySince = undefined;
      this.#isSynchronous = isSynchronous;
      const oldest = at - this.#options.maxAgeMillis;
      this.#samples = [...this.#samples.filter((each) => each.askedAt >= oldest), { askedAt: at, position }];
      return position;
    } catch (error) {
      this.#awaySince ??= performance.now();
      throw error;
    } finally {
      this.#askedAt = Infinity;
    }
  }

  #requireCurrent({ timeline }: LogPosition, database: DatabaseConnection): void {
    const { timelines, onFormerPrimary } = this.#options;
    timelines.raise(timeline);
    this.#timeline = timeline;
    const late = formerPrimaryReason(timeline, timelines.value);
    const reason = late === undefined ? undefined : `the server of DATABASE_URL ${late}`;
    const wasFormer = this.#formerReason !== undefined;
    this.#formerReason = reason;
    if (reason === undefined) return;
    // The name may lead to another server by now.
    if (!wasFormer) {
      database.replaceConnections();
      onFormerPrimary?.(reason);
    }
    throw new StorageUnavailableError(reason);
  }
}
