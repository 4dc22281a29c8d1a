import { furthest, type LogPosition } from '#application/model/log-position';

/** How far the writes go that the processes of this service have answered. */
export interface NewestWrite {
  /** Undefined: nothing has been written. */
  readonly position: LogPosition | undefined;
  /** Resolves once all processes know it, so that no other one can answer with less. */
  raise(position: LogPosition): Promise<void>;
}

/** That of a service with one process. */
export class OwnNewestWrite implements NewestWrite {
  #position: LogPosition | undefined;

  get position(): LogPosition | undefined {
    return this.#position;
  }

  async raise(position: LogPosition): Promise<void> {
    this.#position = furthest(this.#position, position);
  }
}

/** The highest timeline that any server has shown. Whoever takes writes on a lower one is a former primary. */
export class HighestTimeline {
  #value = 0;

  /** 0: no server has answered. */
  get value(): number {
    return this.#value;
  }

  raise(timeline: number): void {
    this.#value = Math.max(this.#value, timeline);
  }
}
