import type { ApiResponse } from '../support/api-client.ts';
import type { AnswerMatcher } from './answer-matchers.ts';
import type { Request } from './attempt.ts';
import type { Family } from './family.ts';
import type { Random } from './random.ts';
import type { Effect, World } from './world.ts';

/** A request of a writer, with its effect on the model and the answer it must get. */
export interface Step extends Request {
  /** A read leaves the world as it is; undefined when the requested resource does not exist. */
  readonly effect: Effect;
  /** True if the answer is correct for the state after the write. */
  readonly matches: AnswerMatcher;
  readonly creates?: readonly Creation[];
  /** The only 4xx status it may be refused with; 404 by default. */
  readonly expectedRefusal?: number;
}

/** A resource that a step creates. */
export interface Creation {
  readonly kind: keyof World;
  readonly token: string;
  /** Its identifier, in the answer. */
  readonly idIn: (document: ApiResponse['document']) => string;
}

/** Undefined when the family lacks the rows for such a step. */
export type StepMaker = (family: Family, random: Random) => Step | undefined;
