// Which server a read goes to.
import { setTimeout as pause } from 'node:timers/promises';
import { UnknownHistoryError } from '#application/model/errors';
import { furthest, includes, type Position } from '#application/model/log-position';
import type { HighestTimeline, NewestWrite } from './newest-write.ts';
import type { Primary } from './primary-finder.ts';
import type { Replica } from './replica.ts';

export interface ReplicationOptions {
  /** How long a read waits for a replica to catch up. */
  readonly waitMillis: number;
  /** Is told where each read goes. */
  readonly onRead: (server: ReadServer) => void;
}

/** What a service knows of the servers. */
export interface ReplicatedServers {
  readonly primary: Primary;
  readonly replicas: readonly Replica[];
  /** Shared by all of them. */
  readonly timelines: HighestTimeline;
  readonly newest: NewestWrite;
}

export type ReadServer = 'primary' | 'replica';

export class Replication {
  readonly #primary: Primary;
  readonly #replicas: readonly Replica[];
  readonly #newest: NewestWrite;
  readonly #timelines: HighestTimeline;
  readonly #options: ReplicationOptions;
  #turn = 0;
  /** When a write was done last, or may have been, whose position could not be asked for. */
  #lostAt = -Infinity;
  /** When the primary was asked that has answered last. */
  #learnedAt = -Infinity;
  #isStopped = false;

  constructor({ primary, replicas, timelines, newest }: ReplicatedServers, options: ReplicationOptions) {
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
  async choose(since: Position | undefined, failed: readonly Replica[] = []): Promise<Replica | undefined> {
    if (since !== undefined && since.timeline > this.#timelines.value) await this.#requireTimeline(since.timeline);
    const replica = await this.#choose(since, failed);
    if (replica === undefined) await this.requirePrimary();
    this.#options.onRead(replica === undefined ? 'primary' : 'replica');
    return replica;
  }

  /**
   * Checks that the primary is none that a replica knows to have been replaced.
   * @throws StorageUnavailableError if it is, or if a replica knows of a later timeline and the primary cannot be asked
   */
  async requirePrimary(): Promise<void> {
    await Promise.all(this.#replicas.map(({ firstLook }) => firstLook));
    if (!this.#primary.isCurrent) await this.#primary.position();
  }

  /** The position is a client's word, so nothing is learnt from it. */
  async #requireTimeline(timeline: number): Promise<void> {
    // Nobody may have looked since the promotion.
    await this.#primary.position();
    if (timeline > this.#timelines.value) throw new UnknownHistoryError(timeline, this.#timelines.value);
  }

  /** Whether the primary cannot be reached, or is a former one. */
  get isWithoutPrimary(): boolean {
    return this.#primary.awaySince !== undefined;
  }

  /** As of `Primary`. */
  get formerReason(): string | undefined {
    return this.#primary.formerReason;
  }

  async #choose(since: Position | undefined, failed: readonly Replica[]): Promise<Replica | undefined> {
    const replicas = this.#inTurn().filter((replica) => !failed.includes(replica));
    const needed = this.#needed(since);
    if (needed === 'the primary') return undefined;
    if (needed === undefined) return replicas[0];
    const ready = replicas.find(({ position }) => position !== undefined && includes(position, needed));
    if (ready !== undefined) return ready;
    const catchingUp = replicas.filter(({ position }) => position?.timeline === needed.timeline);
    const shown = catchingUp.map(async (replica) => {
      if (!(await replica.shows(needed, this.#options.waitMillis))) throw new Error('it does not catch up in time');
      return replica;
    });
    return Promise.any(shown).catch(() => undefined);
  }

  /**
   * The position for the answer to a write that has ended.
   * @returns undefined if the primary cannot be asked; until it can, reads go there
   */
  async afterWrite(): Promise<Position | undefined> {
    try {
      return await this.#learn();
    } catch {
      this.lose();
      return undefined;
    }
  }

  /** Something may have been written of which nobody knows the position: until the primary has told one, reads go there. */
  lose(): void {
    const isSought = this.#isLost;
    this.#lostAt = performance.now();
    if (!isSought) void this.#find();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#primary.stop();
    await Promise.all(this.#replicas.map((replica) => replica.stop()));
  }

  async #find(): Promise<void> {
    while (!this.#isStopped)
      try {
        await this.#learn();
        if (!this.#isLost) return;
      } catch {
        await pause(PAUSE_MILLIS, undefined, { ref: false });
      }
  }

  async #learn(): Promise<Position> {
    const at = performance.now();
    const position = await this.#primary.position();
    await this.#newest.raise(position);
    this.#learnedAt = Math.max(this.#learnedAt, at);
    return position;
  }

  /** Whether the newest write may be further than is known. */
  get #isLost(): boolean {
    return this.#lostAt > this.#learnedAt;
  }

  /** What a replica has to show; undefined: anything, as nothing is known. */
  #needed(since: Position | undefined): Position | 'the primary' | undefined {
    const { awaySince, earlier } = this.#primary;
    const own = awaySince === undefined ? this.#neededBesidePrimary(earlier) : this.#neededWithout(awaySince);
    if (own === 'the primary') return own;
    // Before a replica was promoted or after: only the primary is sure to be on the right side.
    if (since !== undefined && own !== undefined && since.timeline !== own.timeline) return 'the primary';
    return furthest(since, own);
  }

  #neededBesidePrimary(earlier: Position | undefined): Position | 'the primary' | undefined {
    return this.#isLost || earlier === undefined ? 'the primary' : furthest(this.#newest.position, earlier);
  }

  /** One replica speaks for all: else two reads could contradict each other. */
  #neededWithout(awaySince: number): Position | 'the primary' | undefined {
    const { position } = this.#newest;
    const received = this.#receivedBy(Math.max(awaySince, this.#lostAt));
    // A position counts what others were about to write, too. All that was answered is on a synchronous replica.
    const isAhead = position !== undefined && received !== undefined && includes(position, received);
    if (isAhead && this.#primary.isSynchronous) return received;
    if (!this.#isLost) return furthest(position, this.#furthestReplica());
    return received === undefined ? 'the primary' : furthest(position, received);
  }

  /** What one of the replicas has received, by what all of them said at a time or later; undefined: not all have said so. */
  #receivedBy(time: number): Position | undefined {
    const received = this.answering.map((replica) => replica.receivedBy(time));
    return received.includes(undefined) ? undefined : received.reduce(furthest, undefined);
  }

  /** The latest that any server has shown; undefined before one has answered. */
  get timeline(): number | undefined {
    const timeline = Math.max(this.#timelines.value, this.#newest.position?.timeline ?? 0);
    return timeline === 0 ? undefined : timeline;
  }

  #furthestReplica(): Position | undefined {
    return this.answering.reduce<Position | undefined>((known, { position }) => furthest(known, position), undefined);
  }

  /** The replicas that reads can go to. */
  get answering(): readonly Replica[] {
    return this.#replicas.filter(({ position }) => position !== undefined);
  }

  /** Those that answer, beginning with another one each time. */
  #inTurn(): readonly Replica[] {
    const { answering } = this;
    this.#turn = answering.length === 0 ? 0 : (this.#turn + 1) % answering.length;
    return [...answering.slice(this.#turn), ...answering.slice(0, this.#turn)];
  }
}

const PAUSE_MILLIS = 100;
