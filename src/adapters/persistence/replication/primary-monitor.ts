import { setTimeout as pause } from 'node:timers/promises';
import { StorageUnavailableError } from '#application/model/errors';
import type { LogPosition } from '#application/model/log-position';
import type { Observe } from '#application/ports/observation';
import { coalesceCalls } from '../connection/driver/coalesce-calls.ts';
import { formerPrimaryReason } from '../connection/driver/timeline.ts';
import type { DatabaseConnection } from '../storage/database.ts';
import type { HighestTimeline } from './newest-write.ts';
import { readPrimary } from './server-positions.ts';

interface Sample {
  /** When the query was sent, by `performance.now()`: the primary reached the position then or later. */
  readonly askedAt: number;
  readonly position: LogPosition;
}

export interface PrimaryOptions {
  /** The time for which samples of its position are kept. */
  readonly maxAgeMillis: number;
  readonly timelines: HighestTimeline;
  readonly observe: Observe;
}

const LONGEST_PAUSE_MILLIS = 100;
/** After this long without a response, reads no longer wait for the primary. */
const SILENCE_MILLIS = 2000;

/**
 * Tracks the primary's log position by polling it in the background. A former primary is treated as one that does
 * not answer.
 */
export class PrimaryMonitor {
  readonly #options: PrimaryOptions;
  readonly #read: () => Promise<LogPosition>;
  #samples: readonly Sample[] = [];
  #awaySince: number | undefined;
  #isSynchronous = false;
  #schema: string | undefined;
  /** The timeline in its last response; 0 before the first one. */
  #timeline = 0;
  #formerReason: string | undefined;
  /** When the pending query was sent; `Infinity` if none is pending. */
  #askedAt = Infinity;
  #isStopped = false;

  constructor(database: DatabaseConnection, options: PrimaryOptions) {
    this.#options = options;
    this.#read = coalesceCalls(() => this.#readOnce(database));
    void this.#watch();
  }

  /**
   * Reads a position that covers every write completed before the call. Simultaneous callers share a query.
   * @throws StorageUnavailableError, also if it is a former primary
   */
  readPosition(): Promise<LogPosition> {
    return this.#read();
  }

  /** True if no server has shown a later timeline than the primary's last response. */
  get isCurrent(): boolean {
    return this.#timeline >= this.#options.timelines.value;
  }

  /** The reason to refuse reads and writes; undefined unless its last response showed it to be a former primary. */
  get formerReason(): string | undefined {
    return this.#formerReason;
  }

  /** The oldest sampled position within `maxAgeMillis`; undefined if there is none. */
  get recentPosition(): LogPosition | undefined {
    const oldest = performance.now() - this.#options.maxAgeMillis;
    return this.#samples.find(({ askedAt }) => askedAt >= oldest)?.position;
  }

  /** The position in its last response. */
  get lastPosition(): LogPosition | undefined {
    return this.#samples.at(-1)?.position;
  }

  /** When it became unreachable or silent, by `performance.now()`; undefined while it answers. */
  get awaySince(): number | undefined {
    return this.#awaySince ?? (performance.now() - this.#askedAt > SILENCE_MILLIS ? this.#askedAt : undefined);
  }

  /** True if it acknowledges writes only once a replica has them, according to its last response. */
  get isSynchronous(): boolean {
    return this.#isSynchronous;
  }

  /** The schema of its tables; undefined until it has responded. */
  get schema(): string | undefined {
    return this.#schema;
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #watch(): Promise<void> {
    while (!this.#isStopped) {
      // Callers of `readPosition` get the error themselves.
      await this.#read().catch(() => undefined);
      await pause(Math.min(LONGEST_PAUSE_MILLIS, this.#options.maxAgeMillis / 2), undefined, { ref: false });
    }
  }

  async #readOnce(database: DatabaseConnection): Promise<LogPosition> {
    const at = performance.now();
    this.#askedAt = at;
    try {
      const { position, isSynchronous, schema } = await readPrimary(database);
      this.#requireCurrent(position, database);
      this.#awaySince = undefined;
      this.#isSynchronous = isSynchronous;
      this.#schema = schema;
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
    const { timelines, observe } = this.#options;
    timelines.raise(timeline);
    this.#timeline = timeline;
    const late = formerPrimaryReason(timeline, timelines.value);
    const reason = late === undefined ? undefined : `the server of DATABASE_URL ${late}`;
    const wasFormer = this.#formerReason !== undefined;
    this.#formerReason = reason;
    if (reason === undefined) return;
    // The host name may resolve to another server by now.
    if (!wasFormer) {
      database.replaceConnections();
      observe({ kind: 'former primary', reason });
    }
    throw new StorageUnavailableError(reason);
  }
}
