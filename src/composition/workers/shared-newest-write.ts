import type { NewestWrite } from '../../adapters/persistence/replication/newest-write.ts';
import type { Position } from '../../application/model/position.ts';
import type { ChannelToSupervisor } from './worker-channel.ts';

/** A worker that does not answer, because it is busy or about to end, must not hold up the writes of the others for longer. */
const SHARING_MILLIS = 100;

/** The newest write of all workers. */
export class SharedNewestWrite implements NewestWrite {
  readonly #known: NewestWrite;
  readonly #supervisor: ChannelToSupervisor;

  /** @param known what this process knows */
  constructor(known: NewestWrite, supervisor: ChannelToSupervisor) {
    this.#known = known;
    this.#supervisor = supervisor;
  }

  get position(): Position | undefined {
    return this.#known.position;
  }

  async raise(position: Position): Promise<void> {
    await this.#known.raise(position);
    await this.#supervisor.ask('wrote', position, SHARING_MILLIS);
  }
}
