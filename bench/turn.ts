import type { Round } from './measure.ts';

/** A round of each side, one after the other. */
export interface Turn {
  readonly service: Round;
  /** Another version of the service. */
  readonly other: Round | undefined;
  readonly floor: Round;
}
