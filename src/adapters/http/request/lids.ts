// Local identifiers in single writes (JSON:API 1.1): a new resource can have a `lid`, by which the rest of the document refers to it.
import type { FoundProblem } from '../api/check-steps.ts';
import { quote } from '../api/error-wording.ts';
import { operationKindOf } from '../api/operations.ts';
import type { Reference } from './linkage.ts';
import { invalidDocument } from './syntax/json.ts';
import type { Write } from './write.ts';

/** A problem for each local identifier that is invalid or refers to no resource. */
export function lidProblems({ operation, identity, sentLinks }: Write): readonly FoundProblem[] {
  const isNew = operationKindOf(operation).action === 'create';
  // A new resource with both `id` and `lid` is reported elsewhere.
  const added = isNew && identity !== undefined ? { ...identity, hasBoth: false } : undefined;
  const links = sentLinks.flatMap(({ references }) =>
    references.flatMap((reference) => problemAt(reference, () => refusalOf(reference, added))),
  );
  return [...(added === undefined ? [] : problemAt(added, () => undefined)), ...links];
}

function problemAt(reference: Reference, refusal: () => string | undefined): readonly FoundProblem[] {
  if (reference.lid === undefined) return [];
  const reason = formProblem(reference) ?? refusal();
  return reason === undefined
    ? []
    : [{ step: 'document', problem: invalidDocument(`${reference.pointer}/lid`, reason) }];
}

/**
 * The reason to refuse a `lid` in linkage; undefined if it refers to the new resource. Any new resource can link to itself, because a
 * relationship of a type to itself is never required.
 */
function refusalOf(reference: Reference, added: Reference | undefined): string | undefined {
  const { type, lid } = reference;
  if (type === added?.type && lid === added.lid) return undefined;
  return `the document adds no ${quote(type)} with the "lid" ${quotedLid(reference)}`;
}

/** The reason why a `lid` is malformed, on any resource or identifier; undefined if it is well-formed. */
export function formProblem({ lid, hasBoth }: Pick<Reference, 'lid' | 'hasBoth'>): string | undefined {
  if (typeof lid !== 'string' || lid === '') return '"lid" must be a non-empty string';
  return hasBoth ? '"id" and "lid" cannot be combined; leave one of them out' : undefined;
}

/** A well-formed `lid`, for the details of errors. */
export function quotedLid({ lid }: Pick<Reference, 'lid'>): string {
  return quote(typeof lid === 'string' ? lid : '');
}
