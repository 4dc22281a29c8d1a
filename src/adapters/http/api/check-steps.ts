import { throwIfAny, type Problem } from './errors.ts';

/**
 * The checks of a request in order, as in docs/errors.md. The response reports all problems of the first check that finds any; for atomic operations,
 * those of all operations. Headers and documents are read to the end, and `refuseFirst` applies this order. The other checks come in this order
 * because each needs the result of the previous one: a route, a body, a locked resource.
 */
export const checkSteps = [
  'protocol',
  'credentials',
  'path',
  'method',
  'Accept',
  'Content-Type',
  'header fields',
  'permission',
  'If-Match required',
  'key required',
  'size',
  'query string',
  'document',
  'permission for operations',
  'permission for fields',
  'if_match required',
  'client id',
  'type and id',
  'attributes',
  'linkage types',
  'key',
  'resource',
  'related id',
  'precondition',
  'read-only attributes',
  'linked resources',
  'preset values',
  'owner',
  'permission for links',
  'rules',
] as const;

export type CheckStep = (typeof checkSteps)[number];

/** A problem, and the check that found it. */
export interface FoundProblem {
  readonly step: CheckStep;
  readonly problem: Problem;
}

/** @throws ApiError with all problems of the first step that has found any */
export function refuseFirst(found: readonly FoundProblem[]): void {
  const first = firstStep(found);
  if (first !== undefined) throwIfAny(found.filter(({ step }) => step === first).map(({ problem }) => problem));
}

/** The first step that has found something. */
export function firstStep(found: readonly FoundProblem[]): CheckStep | undefined {
  return found.length === 0 ? undefined : checkSteps.find((step) => found.some((each) => each.step === step));
}
