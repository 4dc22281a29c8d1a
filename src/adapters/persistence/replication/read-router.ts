// Decides which server a read goes to.
import { setTimeout as pause } from 'node:timers/promises';
import { UnknownHistoryError } from '#application/model/errors';
import { furthest, hasReached, type LogPosition } from '#application/model/log-position';
import type { Observe } from '#application/ports/observation';
import type { HighestTimeline, NewestWrite } from './newest-write.ts';
import type { PrimaryMonitor } from './primary-monitor.ts';
import type { Replica } from './replica.ts';

export interface ReadRouterOptions {
  /** The longest that a read waits for a replica to catch up. */
  readonly waitMillis: number;
  readonly observe: Observe;
}

/** The servers, and the state that they share. */
export interface ReplicatedServers {
  readonly primary: PrimaryMonitor;
  readonly replicas: readonly Replica[];
  /** Raised by every server. */
  readonly timelines: HighestTimeline;
  readonly newest: NewestWrite;
}

export class ReadRouter {
  readonly #primary: PrimaryMonitor;
  readonly #replicas: readonly Replica[];
  readonly #newest: NewestWrite;
  readonly #timelines: HighestTimeline;
  readonly #options: ReadRouterOptions;
  #turn = 0;
  /** When a write last ended, or may have ended, at an unknown position; by `performance.now()`. */
  #markedUnknownAt = -Infinity;
  /** When the last successful position query was sent to the primary. */
  #positionAskedAt = -Infinity;
  #isStopped = false;

  constructor({ primary, replicas, timelines, newest }: ReplicatedServers, options: ReadRouterOptions) {
    this.#primary = primary;
    this.#replicas = replicas;
    this.#timelines = timelines;
    this.#newest = newest;
    this.#options = options;
  }

  /**
   * Chooses a replica that has replayed what the read must see, round robin.
   * @param since a position that the client must also see
   * @param failed replicas not to choose
   * @returns undefined if the read has to go to the primary
   * @throws StorageUnavailableError if that is a former primary; UnknownHistoryError if `since` is on a later timeline
   * than any server's
   */
  async chooseReplica(since: LogPosition | undefined, failed: readonly Replica[] = []): Promise<Replica | undefined> {
    if (since !== undefined && since.timeline > this.#timelines.value) await this.#requireTimeline(since.timeline);
    const replica = await this.#findReplica(since, failed);
    if (replica === undefined) await this.requireCurrentPrimary();
    this.#options.observe({ kind: 'read routed', server: replica === undefined ? 'primary' : 'replica' });
    return replica;
  }

  /**
   * Checks that no replica has seen a newer primary.
   * @throws StorageUnavailableError if one has, or if one has seen a later timeline and the primary does not answer
   */
  async requireCurrentPrimary(): Promise<void> {
    await Promise.all(this.#replicas.map(({ firstPoll }) => firstPoll));
    if (!this.#primary.isCurrent) await this.#primary.readPosition();
  }

  /** The timeline comes from a client, so it is checked but never recorded. */
  async #requireTimeline(timeline: number): Promise<void> {
    // No server may have been polled since the promotion.
    await this.#primary.readPosition();
    if (timeline > this.#timelines.value) throw new UnknownHistoryError(timeline, this.#timelines.value);
  }

  /** True if the primary is unreachable, or a former primary. */
  get isWithoutPrimary(): boolean {
    return this.#primary.awaySince !== undefined;
  }

  /** See `PrimaryMonitor`. */
  get formerReason(): string | undefined {
    return this.#primary.formerReason;
  }

  async #findReplica(since: LogPosition | undefined, failed: readonly Replica[]): Promise<Replica | undefined> {
    const replicas = this.#rotatedReplicas().filter((replica) => !failed.includes(replica));
    const needed = this.#requiredPosition(since);
    if (needed === 'the primary') return undefined;
    if (needed === undefined) return replicas[0];
    const ready = replicas.find(({ position }) => position !== undefined && hasReached(position, needed));
    if (ready !== undefined) return ready;
    const catchingUp = replicas.filter(({ position }) => position?.timeline === needed.timeline);
    const shown = catchingUp.map(async (replica) => {
      if (!(await replica.waitUntilReplayed(needed, this.#options.waitMillis)))
        throw new Error('it does not catch up in time');
      return replica;
    });
    return Promise.any(shown).catch(() => undefined);
  }

  /**
   * Reads the position to return after a completed write.
   * @returns undefined if the primary does not answer; until it does, reads go there
   */
  async positionAfterWrite(): Promise<LogPosition | undefined> {
    try {
      return await this.#readPosition();
    } catch {
      this.markPositionUnknown();
      return undefined;
    }
  }

  /** Call this when something may have been written at an unknown position. Reads go to the primary until its position is known. */
  markPositionUnknown(): void {
    const isSought = this.#isPositionUnknown;
    this.#markedUnknownAt = performance.now();
    if (!isSought) void this.#readUntilKnown();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#primary.stop();
    await Promise.all(this.#replicas.map((replica) => replica.stop()));
  }

  async #readUntilKnown(): Promise<void> {
    while (!this.#isStopped)
      try {
        await this.#readPosition();
        if (!this.#isPositionUnknown) return;
      } catch {
        await pause(PAUSE_MILLIS, undefined, { ref: false });
      }
  }

  async #readPosition(): Promise<LogPosition> {
    const at = performance.now();
    const position = await this.#primary.readPosition();
    await this.#newest.raise(position);
    this.#positionAskedAt = Math.max(this.#positionAskedAt, at);
    return position;
  }

  /** True if there may be a write beyond the newest known position. */
  get #isPositionUnknown(): boolean {
    return this.#markedUnknownAt > this.#positionAskedAt;
  }

  /** The position that a replica must have replayed; undefined if any will do, because nothing is known. */
  #requiredPosition(since: LogPosition | undefined): LogPosition | 'the primary' | undefined {
    const { awaySince, recentPosition } = this.#primary;
    const own =
      awaySince === undefined ? this.#requiredWithPrimary(recentPosition) : this.#requiredWithoutPrimary(awaySince);
    if (own === 'the primary') return own;
    // The two are on different sides of a promotion, and only the primary is certain to be on the right one.
    if (since !== undefined && own !== undefined && since.timeline !== own.timeline) return 'the primary';
    return furthest(since, own);
  }

  #requiredWithPrimary(earlier: LogPosition | undefined): LogPosition | 'the primary' | undefined {
    return this.#isPositionUnknown || earlier === undefined ? 'the primary' : furthest(this.#newest.position, earlier);
  }

  /** The required position while the primary is unreachable. It is the same for all reads, so that none contradicts another. */
  #requiredWithoutPrimary(awaySince: number): LogPosition | 'the primary' | undefined {
    const { position } = this.#newest;
    const received = this.#furthestReceived(Math.max(awaySince, this.#markedUnknownAt));
    // The known position may include writes still in progress elsewhere, which no replica has received. With
    // synchronous replication, every acknowledged write is on a replica, so what they have received is enough.
    const isAhead = position !== undefined && received !== undefined && hasReached(position, received);
    if (isAhead && this.#primary.isSynchronous) return received;
    if (!this.#isPositionUnknown) return furthest(position, this.#furthestReplayed());
    return received === undefined ? 'the primary' : furthest(position, received);
  }

  /** The furthest position that any replica has received, once all were polled at `time` or later; else undefined. */
  #furthestReceived(time: number): LogPosition | undefined {
    const received = this.availableReplicas.map((replica) => replica.receivedAsOf(time));
    return received.includes(undefined) ? undefined : received.reduce(furthest, undefined);
  }

  /** The latest timeline seen on any server; undefined before one has answered. */
  get timeline(): number | undefined {
    const timeline = Math.max(this.#timelines.value, this.#newest.position?.timeline ?? 0);
    return timeline === 0 ? undefined : timeline;
  }

  #furthestReplayed(): LogPosition | undefined {
    return this.availableReplicas.reduce<LogPosition | undefined>(
      (known, { position }) => furthest(known, position),
      undefined,
    );
  }

  /** The replicas that reads can go to. */
  get availableReplicas(): readonly Replica[] {
    return this.#replicas.filter(({ position }) => position !== undefined);
  }

  /** The available replicas, starting with the next one at each call (round robin). */
  #rotatedReplicas(): readonly Replica[] {
    const { availableReplicas } = this;
    this.#turn = availableReplicas.length === 0 ? 0 : (this.#turn + 1) % availableReplicas.length;
    return [...availableReplicas.slice(this.#turn), ...availableReplicas.slice(0, this.#turn)];
  }
}

const PAUSE_MILLIS = 100;
