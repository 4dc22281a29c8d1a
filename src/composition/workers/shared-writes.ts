import { furthest, type Position } from '#application/model/log-position';
import type { Sharing } from './started-worker.ts';

type Raise = (position: Position) => Promise<unknown>;

/** Tells each worker of the writes of the others before they are answered. */
export class SharedWrites implements Sharing {
  readonly #members = new Set<Raise>();
  #newest: Position | undefined;

  newest(): Position | undefined {
    return this.#newest;
  }

  join(raise: Raise): ReturnType<Sharing['join']> {
    this.#members.add(raise);
    return {
      wrote: async (position) => {
        this.#newest = furthest(this.#newest, position);
        const others = [...this.#members].filter((each) => each !== raise);
        // One that is about to end does not answer.
        await Promise.allSettled(others.map((each) => each(position)));
      },
      leave: () => void this.#members.delete(raise),
    };
  }
}
