// Checks each operation of a list like the document of a single request, before any of them runs. A single request reports all problems of the
// first step that finds any; a list does so over all of its operations.
import { ApiError, throwIfAny, type ErrorCode, type ErrorObject } from '../jsonapi/documents/errors.ts';
import { invalidDocument, isJsonObject, type Json, type JsonObject } from '../jsonapi/documents/read-json.ts';
import { missingIfMatch, readIfMatch } from './if-match.ts';
import { lidProblems, withIds } from './local-ids.ts';
import { locate } from './locate-errors.ts';
import type { OperationTarget } from './operation-target.ts';
import type { SingleWrites } from './single-writes.ts';
import { isOfLinkage } from './write-routes.ts';

export interface CheckedOperation {
  readonly index: number;
  /** With its local identifiers. */
  readonly sent: JsonObject;
  /** Its identifier is none where a local one was sent. */
  readonly target: OperationTarget;
}

/** @throws ApiError with all problems of the first step that finds any */
export function checkOperations(list: readonly Json[], writes: SingleWrites): readonly CheckedOperation[] {
  const lids = lidProblems(list);
  const found: FoundProblem[] = [];
  const checked: CheckedOperation[] = [];
  for (const [index, sent] of list.entries()) {
    const note = (problem: ErrorObject, target?: OperationTarget): void => {
      const step = stepOf(problem, target !== undefined && isOfLinkage(target.action));
      found.push({ step, problem: locate(problem, { index, sent, namedBy: target?.namedBy }) });
    };
    for (const problem of lids[index] ?? []) note(problem);
    if (!isJsonObject(sent)) {
      note(invalidDocument('', 'An operation must be an object'));
      continue;
    }
    // What a local identifier stands for is not known yet. Its name takes the place: equal ones are equal, and none is a valid identifier.
    const operation = withIds(sent, (name) => name);
    const { value: target, problems } = attempt(() => writes.targetOf(operation));
    for (const problem of problems) note(problem);
    if (target === undefined) continue;
    for (const problem of attempt(() => writes.prepare(operation)).problems) note(problem, target);
    for (const problem of attempt(() => readIfMatch(sent, target.action)).problems) note(problem, target);
    if (writes.requireIfMatch)
      for (const problem of attempt(() => missingIfMatch(sent, target)).value ?? []) note(problem, target);
    checked.push({ index, sent, target });
  }
  const first = STEPS.find((step) => found.some((each) => each.step === step));
  throwIfAny(found.filter(({ step }) => step === first).map(({ problem }) => problem));
  return checked;
}

/** The checks of a document in their order. */
const STEPS = ['form', 'precondition', 'client id', 'type and id', 'attributes', 'linkage types'] as const;
type Step = (typeof STEPS)[number];

interface FoundProblem {
  readonly step: Step;
  readonly problem: ErrorObject;
}

/** @param isOfLinkage whether the primary data is linkage */
function stepOf({ code, source }: ErrorObject, isOfLinkage: boolean): Step {
  const isAtData = source !== undefined && 'pointer' in source && source.pointer === '/data/type';
  if (code === 'type-conflict') return isAtData && !isOfLinkage ? 'type and id' : 'linkage types';
  return STEP_OF[code] ?? 'form';
}

const STEP_OF: Readonly<Partial<Record<ErrorCode, Step>>> = {
  'precondition-required': 'precondition',
  'client-id-forbidden': 'client id',
  'id-conflict': 'type and id',
  'invalid-attribute': 'attributes',
};

/** What a check returns, or the problems that it throws. */
function attempt<Value>(check: () => Value): {
  readonly value: Value | undefined;
  readonly problems: readonly ErrorObject[];
} {
  try {
    return { value: check(), problems: [] };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { value: undefined, problems: error.errors };
  }
}
