import { furthest, type LogPosition } from '#application/model/log-position';

/** The log position of the newest write that any process of this service has acknowledged. */
export interface NewestWrite {
  /** Undefined until something has been written. */
  readonly position: LogPosition | undefined;
  /** Resolves once all processes have the position, so that none of them serves older data. */
  raise(position: LogPosition): Promise<void>;
}

/** For a service with one process. */
export class OwnNewestWrite implements NewestWrite {
  #position: LogPosition | undefined;

  get position(): LogPosition | undefined {
    return this.#position;
  }

  async raise(position: LogPosition): Promise<void> {
    this.#position = furthest(this.#position, position);
  }
}

/** The highest timeline seen on any server. A server that takes writes on a lower one is a former primary. */
export class HighestTimeline {
  #value = 0;

  /** 0 until a server has answered. */
  get value(): number {
    return this.#value;
  }

  raise(timeline: number): void {
    this.#value = Math.max(this.#value, timeline);
  }
}
