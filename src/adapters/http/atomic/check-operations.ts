// Checks each operation of a list like the document of a single request, before any of them runs. A single request reports all problems of the
// first step that finds any; a list does so over all of its operations.
import { ApiError, type ErrorCode, type ErrorObject } from '../jsonapi/documents/errors.ts';
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
  const found: Found[] = [];
  const checked: CheckedOperation[] = [];
  for (const [index, sent] of list.entries()) {
    const note = ({ errors, omitted = 0 }: Refusal, target?: OperationTarget): void => {
      const [first] = errors;
      if (first === undefined) return;
      const step = stepOf(first, target !== undefined && isOfLinkage(target.action));
      const located = errors.map((each) => locate(each, { index, sent, namedBy: target?.namedBy }));
      found.push({ step, errors: located, omitted });
    };
    note({ errors: lids[index] ?? [] });
    if (!isJsonObject(sent)) {
      note({ errors: [invalidDocument('', 'An operation must be an object')] });
      continue;
    }
    // What a local identifier stands for is not known yet. Its name takes the place: equal ones are equal, and none is a valid identifier.
    const operation = withIds(sent, (name) => name);
    const { value: target, refusal } = attempt(() => writes.targetOf(operation));
    note(refusal);
    if (target === undefined) continue;
    note(attempt(() => writes.prepare(operation)).refusal, target);
    note(attempt(() => readIfMatch(sent, target.action)).refusal, target);
    if (writes.requireIfMatch) note({ errors: attempt(() => missingIfMatch(sent, target)).value ?? [] }, target);
    checked.push({ index, sent, target });
  }
  const first = STEPS.find((step) => found.some((each) => each.step === step));
  if (first !== undefined) throw refusalOf(found.filter(({ step }) => step === first));
  return checked;
}

function refusalOf(found: readonly Found[]): ApiError {
  const omitted = found.reduce((sum, each) => sum + each.omitted, 0);
  return new ApiError(
    found.flatMap(({ errors }) => errors),
    {},
    omitted,
  );
}

/** The checks of a document in their order. */
const STEPS = ['form', 'precondition', 'client id', 'type and id', 'attributes', 'linkage types'] as const;
type Step = (typeof STEPS)[number];

/** The errors of one check, which are of one step. */
type Refusal = Pick<ApiError, 'errors'> & Partial<Pick<ApiError, 'omitted'>>;

interface Found extends Required<Refusal> {
  readonly step: Step;
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

/** What a check returns, or what it throws. */
function attempt<Value>(check: () => Value): { readonly value: Value | undefined; readonly refusal: Refusal } {
  try {
    return { value: check(), refusal: { errors: [] } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { value: undefined, refusal: error };
  }
}
