// Which server a read goes to.
import { setTimeout as pause } from 'node:timers/promises';
import { UnknownHistoryError } from '#application/model/errors';
import { furthest, hasReached, type LogPosition } from '#application/model/log-position';
import type { HighestTimeline, NewestWrite } from './newest-write.ts';
import type { PrimaryMonitor } from './primary-monitor.ts';
import type { Replica } from './replica.ts';

export interface ReadRouterOptions {
  /** How long a read waits for a replica to catch up. */
  readonly waitMillis: number;
  /** Is told where each read goes. */
  readonly onRead: (server: ReadServer) => void;
}

/** What a service knows of the servers. */
export interface ReplicatedServers {
  readonly primary: PrimaryMonitor;
  readonly replicas: readonly Replica[];
  /** Shared by all of them. */
  readonly timelines: HighestTimeline;
  readonly newest: NewestWrite;
}

export type ReadServer = 'primary' | 'replica';

export class ReadRouter {
  readonly #primary: PrimaryMonitor;
  readonly #replicas: readonly Replica[];
  readonly #newest: NewestWrite;
  readonly #timelines: HighestTimeline;
  readonly #options: ReadRouterOptions;
  #turn = 0;
  /** When a write was done last, or may have been, whose position could not be asked for. */
  #markedUnknownAt = -Infinity;
  /** When the primary was asked that has answered last. */
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
   * Chooses a replica that shows what a read has to see. Replicas take turns.
   * @param failed are not chosen
   * @returns undefined: the read goes to the primary
   * @throws StorageUnavailableError if the read would go to a former primary; UnknownHistoryError if it has to show a later timeline than any server
   * has shown
   */
  async chooseReplica(since: LogPosition | undefined, failed: readonly Replica[] = []): Promise<Replica | undefined> {
    if (since !== undefined && since.timeline > this.#timelines.value) await this.#requireTimeline(since.timeline);
    const replica = await this.#findReplica(since, failed);
    if (replica === undefined) await this.requireCurrentPrimary();
    this.#options.onRead(replica === undefined ? 'primary' : 'replica');
    return replica;
  }

  /**
   * Checks that the primary is none that a replica knows to have been replaced.
   * @throws StorageUnavailableError if it is, or if a replica knows of a later timeline and the primary cannot be asked
   */
  async requireCurrentPrimary(): Promise<void> {
    await Promise.all(this.#replicas.map(({ firstPoll }) => firstPoll));
    if (!this.#primary.isCurrent) await this.#primary.readPosition();
  }

  /** The position is a client's word, so nothing is learnt from it. */
  async #requireTimeline(timeline: number): Promise<void> {
    // Nobody may have looked since the promotion.
    await this.#primary.readPosition();
    if (timeline > this.#timelines.value) throw new UnknownHistoryError(timeline, this.#timelines.value);
  }

  /** Whether the primary cannot be reached, or is a former one. */
  get isWithoutPrimary(): boolean {
    return this.#primary.awaySince !== undefined;
  }

  /** As of `PrimaryMonitor`. */
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
   * The position for the answer to a write that has ended.
   * @returns undefined if the primary cannot be asked; until it can, reads go there
   */
  async positionAfterWrite(): Promise<LogPosition | undefined> {
    try {
      return await this.#readPosition();
    } catch {
      this.markPositionUnknown();
      return undefined;
    }
  }

  /** Something may have been written of which nobody knows the position: until the primary has told one, reads go there. */
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

  /** Whether the newest write may be further than is known. */
  get #isPositionUnknown(): boolean {
    return this.#markedUnknownAt > this.#positionAskedAt;
  }

  /** What a replica has to show; undefined: anything, as nothing is known. */
  #requiredPosition(since: LogPosition | undefined): LogPosition | 'the primary' | undefined {
    const { awaySince, recentPosition } = this.#primary;
    const own =
      awaySince === undefined ? this.#requiredWithPrimary(recentPosition) : this.#requiredWithoutPrimary(awaySince);
    if (own === 'the primary') return own;
    // Before a replica was promoted or after: only the primary is sure to be on the right side.
    if (since !== undefined && own !== undefined && since.timeline !== own.timeline) return 'the primary';
    return furthest(since, own);
  }

  #requiredWithPrimary(earlier: LogPosition | undefined): LogPosition | 'the primary' | undefined {
    return this.#isPositionUnknown || earlier === undefined ? 'the primary' : furthest(this.#newest.position, earlier);
  }

  /** One replica speaks for all: else two reads could contradict each other. */
  #requiredWithoutPrimary(awaySince: number): LogPosition | 'the primary' | undefined {
    const { position } = this.#newest;
    const received = this.#furthestReceived(Math.max(awaySince, this.#markedUnknownAt));
    // A position counts what others were about to write, too. All that was answered is on a synchronous replica.
    const isAhead = position !== undefined && received !== undefined && hasReached(position, received);
    if (isAhead && this.#primary.isSynchronous) return received;
    if (!this.#isPositionUnknown) return furthest(position, this.#furthestReplayed());
    return received === undefined ? 'the primary' : furthest(position, received);
  }

  /** What one of the replicas has received, by what all of them said at a time or later; undefined: not all have said so. */
  #furthestReceived(time: number): LogPosition | undefined {
    const received = this.availableReplicas.map((replica) => replica.receivedAsOf(time));
    return received.includes(undefined) ? undefined : received.reduce(furthest, undefined);
  }

  /** The latest that any server has shown; undefined before one has answered. */
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

  /** Those that answer, beginning with another one each time. */
  #rotatedReplicas(): readonly Replica[] {
    const { availableReplicas } = this;
    this.#turn = availableReplicas.length === 0 ? 0 : (this.#turn + 1) % availableReplicas.length;
    return [...availableReplicas.slice(this.#turn), ...availableReplicas.slice(0, this.#turn)];
  }
}

const PAUSE_MILLIS = 100;
