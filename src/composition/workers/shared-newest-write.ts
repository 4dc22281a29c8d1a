import { setTimeout as pause } from 'node:timers/promises';
import type { NewestWrite } from '#adapters/persistence/replication/newest-write';
import type { Position } from '#application/model/log-position';

/** A worker that does not answer, because it is busy or about to end, must not hold up the writes of the others for longer. */
const SHARING_MILLIS = 100;

/** The newest write of all workers. */
export class SharedNewestWrite implements NewestWrite {
  readonly #known: NewestWrite;
  readonly #share: (position: Position) => Promise<unknown>;

  /**
   * @param known what this process knows
   * @param share tells the others
   */
  constructor(known: NewestWrite, share: (position: Position) => Promise<unknown>) {
    this.#known = known;
    this.#share = share;
  }

  get position(): Position | undefined {
    return this.#known.position;
  }

  async raise(position: Position): Promise<void> {
    await this.#known.raise(position);
    const shared = this.#share(position).catch(() => undefined);
    await Promise.race([shared, pause(SHARING_MILLIS, undefined, { ref: false })]);
  }
}
