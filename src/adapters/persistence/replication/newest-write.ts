import { furthest, type Position } from '../../../application/model/position.ts';

/** How far the writes go that the processes of this service have answered. */
export interface NewestWrite {
  /** Undefined: nothing has been written. */
  readonly position: Position | undefined;
  /** Whether more may have been written than is known: the primary could not be asked. */
  readonly isUnknown: boolean;
  /** Resolves once all processes know it, so that no other one can answer with less. */
  raise(position: Position): Promise<void>;
  /** A write has been done, or may have been, and its position is not known. */
  lose(): void;
}

/** That of a service with one process. */
export class OwnNewestWrite implements NewestWrite {
  #position: Position | undefined;
  #isUnknown = false;

  get position(): Position | undefined {
    return this.#position;
  }

  get isUnknown(): boolean {
    return this.#isUnknown;
  }

  async raise(position: Position): Promise<void> {
    this.#position = furthest(this.#position, position);
    this.#isUnknown = false;
  }

  lose(): void {
    this.#isUnknown = true;
  }
}
