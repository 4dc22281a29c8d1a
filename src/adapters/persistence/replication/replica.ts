import { setTimeout as pause } from 'node:timers/promises';
import { hasReached, type LogPosition } from '#application/model/log-position';
import type { Reads } from '#application/ports/unit-of-work';
import { coalesceCalls } from '../connection/driver/coalesce-calls.ts';
import type { Probe } from '../connection/driver/probe.ts';
import { isDriverTimeout } from '../connection/driver/storage-errors.ts';
import type { PoolUse } from '../storage/database.ts';
import { readEpoch } from '../storage/epoch.ts';
import type { ServerDatabase } from '../storage/server.ts';
import type { HighestTimeline } from './newest-write.ts';
import { REPLICA, replicaProgressIn, type ReplicaRow } from './read-positions.ts';

export interface ReplicaEvents {
  /** It is left out from now on. */
  readonly onFailure: (reason: unknown) => void;
  readonly onRecovery: () => void;
}

interface Received {
  /** When it was asked. */
  readonly askedAt: number;
  readonly position: LogPosition;
}

/** Between two looks at a replica, and at one that has failed. */
const POLL_MILLIS = 100;
const RECOVERY_MILLIS = 1000;
/** How long it may take to say where it is, whatever else it does. */
const SILENCE_MILLIS = 2000;
/** If an answer is even later, it was this process that stood still. */
const LATE_MILLIS = 500;

/** A server that repeats what the primary writes, a little later. It is asked in the background where it is. */
export class Replica {
  readonly reads: Reads;
  /** Resolves when it has been asked for the first time. */
  readonly firstPoll: Promise<void>;
  readonly #database: ServerDatabase;
  readonly #probe: Probe<ReplicaRow>;
  readonly #events: ReplicaEvents;
  readonly #timelines: HighestTimeline;
  readonly #poll: () => Promise<void>;
  #position: LogPosition | undefined;
  #received: Received | undefined;
  #state: 'new' | 'in use' | 'left out' = 'new';
  #isStopped = false;

  constructor(database: ServerDatabase, reads: Reads, timelines: HighestTimeline, events: ReplicaEvents) {
    this.#database = database;
    this.#events = events;
    this.#timelines = timelines;
    // Over a connection of its own: those of the pool may all be waited for.
    this.#probe = database.probe({ query: REPLICA, millis: SILENCE_MILLIS, onLost: () => this.markFailed() });
    this.reads = reads;
    this.#poll = coalesceCalls(() => this.#pollOnce());
    this.firstPoll = this.#poll();
    void this.#watch();
  }

  /** Where it was when it was last asked; undefined while it is left out. */
  get position(): LogPosition | undefined {
    return this.#position;
  }

  /**
   * How much of the log it had at a time or later; undefined while that is not known.
   * @param time as of `performance.now()`
   */
  receivedAsOf(time: number): LogPosition | undefined {
    const { askedAt, position } = this.#received ?? { askedAt: -Infinity };
    return this.#position !== undefined && askedAt >= time ? position : undefined;
  }

  /**
   * Waits until it shows a point.
   * @returns whether it does; false after the time, or once it is left out
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

  /** A read has failed: leaves it out until it answers, and asks it at once, as it may have been the connection only. */
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
      const { isReplica, received, ...position } = replicaProgressIn(await this.#probe.ask());
      this.#timelines.raise(position.timeline);
      if (!isReplica) throw new Error('it has been promoted');
      if (this.#state !== 'in use') await this.#requireTables();
      this.#position = withLatestTimeline(this.#position, position);
      this.#received = { askedAt: at, position: { ...this.#position, offset: received } };
      this.#enter('in use');
    } catch (error) {
      this.#position = undefined;
      this.#enter('left out', error);
      // Those who wait for an answer are served elsewhere.
      if (isDriverTimeout(error) && performance.now() - at < SILENCE_MILLIS + LATE_MILLIS) this.#database.cut();
    }
  }

  async #requireTables(): Promise<void> {
    const pending = await this.#database.pendingMigrations();
    if (pending.length > 0) throw new Error(`it has not replayed these migrations: ${pending.join(', ')}`);
  }

  #enter(state: 'in use' | 'left out', reason?: unknown): void {
    if (state === this.#state || this.#isStopped) return;
    this.#state = state;
    if (state === 'in use') this.#events.onRecovery();
    else this.#events.onFailure(reason);
  }
}

/**
 * Once a replica receives nothing any more, it tells the timeline of its last checkpoint, which may be an earlier one than it is on. It does not go
 * back as long as it runs.
 */
function withLatestTimeline(before: LogPosition | undefined, now: LogPosition): LogPosition {
  if (before === undefined || before.timeline <= now.timeline || before.offset > now.offset) return now;
  return { ...now, timeline: before.timeline };
}
