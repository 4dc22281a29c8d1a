import { setTimeout as pause } from 'node:timers/promises';
import { hasReached, type LogPosition } from '#application/model/log-position';
import type { Observe } from '#application/ports/observation';
import type { Reads } from '#application/ports/unit-of-work';
import { coalesceCalls } from '../connection/driver/coalesce-calls.ts';
import type { Probe } from '../connection/driver/probe.ts';
import { isDriverTimeout } from '../connection/driver/storage-errors.ts';
import type { PoolUse } from '../storage/database.ts';
import { readEpoch } from '../storage/epoch.ts';
import type { ServerDatabase } from '../storage/server.ts';
import type { HighestTimeline } from './newest-write.ts';
import { REPLICA, replicaProgressIn, type ReplicaRow } from './server-positions.ts';

export interface ReplicaOptions {
  /** Host and port. */
  readonly name: string;
  readonly observe: Observe;
}

/** The primary's facts that a replica is compared with. */
export interface PrimaryFacts {
  readonly timelines: HighestTimeline;
  /** The schema of its tables; undefined until it has responded. */
  readonly schema: () => string | undefined;
}

interface Received {
  /** When the query was sent, by `performance.now()`. */
  readonly askedAt: number;
  readonly position: LogPosition;
}

/** Poll interval of a replica in use, and of one that has failed. */
const POLL_MILLIS = 100;
const RECOVERY_MILLIS = 1000;
/** The longest that even a busy replica may take to report its position. */
const SILENCE_MILLIS = 2000;
/** If a timeout fires even later than this, this process has stalled, not the replica. */
const LATE_MILLIS = 500;

/** A replica of the primary, whose log position is polled in the background. */
export class Replica {
  readonly reads: Reads;
  /** Resolves when the first poll has ended, even if it failed. */
  readonly firstPoll: Promise<void>;
  readonly #database: ServerDatabase;
  readonly #probe: Probe<ReplicaRow>;
  readonly #options: ReplicaOptions;
  readonly #primary: PrimaryFacts;
  readonly #poll: () => Promise<void>;
  #position: LogPosition | undefined;
  #received: Received | undefined;
  #state: 'new' | 'in use' | 'left out' = 'new';
  #isStopped = false;

  constructor(database: ServerDatabase, reads: Reads, primary: PrimaryFacts, options: ReplicaOptions) {
    this.#database = database;
    this.#options = options;
    this.#primary = primary;
    // Over its own connection, because all of the pool's may be busy.
    this.#probe = database.probe({ query: REPLICA, millis: SILENCE_MILLIS, onLost: () => this.markFailed() });
    this.reads = reads;
    this.#poll = coalesceCalls(() => this.#pollOnce());
    this.firstPoll = this.#poll();
    void this.#watch();
  }

  /** The replayed position, as of the last poll; undefined while the replica gets no reads. */
  get position(): LogPosition | undefined {
    return this.#position;
  }

  /**
   * The position received at `time` or later; undefined if it has not been polled since.
   * @param time by `performance.now()`
   */
  receivedAsOf(time: number): LogPosition | undefined {
    const { askedAt, position } = this.#received ?? { askedAt: -Infinity };
    return this.#position !== undefined && askedAt >= time ? position : undefined;
  }

  /**
   * Waits until it has replayed the log up to a position.
   * @returns true if it has; false on timeout, or when it stops getting reads
   */
  async waitUntilReplayed(point: LogPosition, withinMillis: number): Promise<boolean> {
    const end = performance.now() + withinMillis;
    for (;;) {
      const position = this.#position;
      if (position === undefined) return false;
      if (hasReached(position, point)) return true;
      if (performance.now() >= end) return false;
      await Promise.race([this.#poll(), pause(Math.max(0, end - performance.now()))]);
    }
  }

  /** Sends it no reads until it answers a poll, and polls it at once, because perhaps only a connection broke. */
  markFailed(): void {
    this.#position = undefined;
    void this.#poll();
  }

  poolUse(): PoolUse | undefined {
    return this.#database.poolUse();
  }

  /** @throws StorageUnavailableError, QueryTimeoutError */
  readEpoch(): Promise<string> {
    return readEpoch(this.#database);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#probe.close();
    await this.#database.close();
  }

  async #watch(): Promise<void> {
    for (let look = this.firstPoll; !this.#isStopped; look = this.#poll()) {
      await look;
      await pause(this.#position === undefined ? RECOVERY_MILLIS : POLL_MILLIS, undefined, { ref: false });
    }
  }

  async #pollOnce(): Promise<void> {
    const at = performance.now();
    try {
      const { isReplica, received, schema, ...position } = replicaProgressIn(await this.#probe.ask());
      this.#primary.timelines.raise(position.timeline);
      if (!isReplica) throw new Error('it has been promoted');
      this.#requireSchema(schema);
      if (this.#state !== 'in use') await this.#requireTables();
      this.#position = withLatestTimeline(this.#position, position);
      this.#received = { askedAt: at, position: { ...this.#position, offset: received } };
      this.#enter('in use');
    } catch (error) {
      this.#position = undefined;
      this.#enter('left out', error);
      // Breaks the connections so that pending reads fail now and are routed elsewhere.
      if (isDriverTimeout(error) && performance.now() - at < SILENCE_MILLIS + LATE_MILLIS) this.#database.cut();
    }
  }

  async #requireTables(): Promise<void> {
    const pending = await this.#database.pendingMigrations();
    if (pending.length > 0) throw new Error(`it has not replayed these migrations: ${pending.join(', ')}`);
  }

  /** Tables in another schema than the primary's may belong to another service. */
  #requireSchema(found: string | undefined): void {
    const expected = this.#primary.schema();
    if (expected !== undefined && found !== expected)
      throw new Error(`its search_path resolves to schema ${String(found)}, not to ${expected} as on the primary`);
  }

  #enter(state: 'in use' | 'left out', reason?: unknown): void {
    if (state === this.#state || this.#isStopped) return;
    this.#state = state;
    const { name: replica, observe } = this.#options;
    observe(state === 'in use' ? { kind: 'replica in use', replica } : { kind: 'replica left out', replica, reason });
  }
}

/**
 * A replica that no longer receives anything reports the timeline of its last checkpoint, which may be older than the
 * one it is on. A running replica never goes back to an earlier timeline.
 */
function withLatestTimeline(before: LogPosition | undefined, now: LogPosition): LogPosition {
  if (before === undefined || before.timeline <= now.timeline || before.offset > now.offset) return now;
  return { ...now, timeline: before.timeline };
}
