// Shares the newest write of all workers: the supervisor's side and the worker's side.
import { setTimeout as pause } from 'node:timers/promises';
import type { NewestWrite } from '#adapters/persistence/replication/newest-write';
import { furthest, type LogPosition } from '#application/model/log-position';
import type { Sharing } from './worker-handle.ts';

type Raise = (position: LogPosition) => Promise<unknown>;

/** Tells all workers of a write before the worker that made it responds. */
export class SharedWrites implements Sharing {
  readonly #members = new Set<Raise>();
  #newest: LogPosition | undefined;

  newest(): LogPosition | undefined {
    return this.#newest;
  }

  join(raise: Raise): ReturnType<Sharing['join']> {
    this.#members.add(raise);
    return {
      wrote: async (position) => {
        this.#newest = furthest(this.#newest, position);
        const others = [...this.#members].filter((each) => each !== raise);
        // Settled, because a worker that is about to end does not respond.
        await Promise.allSettled(others.map((each) => each(position)));
      },
      leave: () => void this.#members.delete(raise),
    };
  }
}

/** The longest that a write waits for other workers, because one may be busy or about to end. */
const SHARING_MILLIS = 100;

/** The newest write of all workers. */
export class SharedNewestWrite implements NewestWrite {
  readonly #known: NewestWrite;
  readonly #share: (position: LogPosition) => Promise<unknown>;

  /**
   * @param known the newest write known to this process
   * @param share tells the other workers
   */
  constructor(known: NewestWrite, share: (position: LogPosition) => Promise<unknown>) {
    this.#known = known;
    this.#share = share;
  }

  get position(): LogPosition | undefined {
    return this.#known.position;
  }

  async raise(position: LogPosition): Promise<void> {
    await this.#known.raise(position);
    const shared = this.#share(position).catch(() => undefined);
    await Promise.race([shared, pause(SHARING_MILLIS, undefined, { ref: false })]);
  }
}
