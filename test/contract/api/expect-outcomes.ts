import { expect } from 'chai';
import type { ApiResponse } from '../../support/api-client.ts';
import { expectErrors } from './expect-errors.ts';

/** The number of concurrent writers. A rule lets only some of them succeed. */
export const WRITERS = 15;

/**
 * Expects that this many writers succeeded, and that all others got the same error.
 * @param error in the form that `expectErrors` takes
 */
export function expectOutcomes(answers: readonly ApiResponse[], successes: number, error: string): void {
  const refused = answers.filter(({ status }) => status >= 400);
  expect(answers.length - refused.length, 'successes').to.equal(successes);
  for (const answer of refused) expectErrors(answer, error);
}
