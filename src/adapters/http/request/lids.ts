// Local identifiers in the document of a single write (JSON:API 1.1): a new resource can have one, which stands for it in the document.
import type { FoundProblem } from '../api/check-steps.ts';
import { quote } from '../api/error-wording.ts';
import { operationKindOf } from '../api/operations.ts';
import type { Reference } from './linkage.ts';
import { invalidDocument } from './syntax/json.ts';
import type { Write } from './write.ts';

/** A problem for each local identifier that is invalid, or stands for no resource. */
export function lidProblems({ operation, identity, sentLinks }: Write): readonly FoundProblem[] {
  const isNew = operationKindOf(operation).action === 'create';
  // An identifier beside the `lid` of a new resource is a problem of its own.
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

/** Why a `lid` stands for no resource; undefined if it stands for the new one. No relationship of a type to itself is required. */
function refusalOf(reference: Reference, added: Reference | undefined): string | undefined {
  const { type, lid } = reference;
  if (added !== undefined && type === added.type && lid === added.lid) return undefined;
  return `the document adds no ${quote(type)} with the "lid" ${quotedLid(reference)}`;
}

/** Why a `lid` has not the right form, wherever it stands; undefined if it has. */
export function formProblem({ lid, hasBoth }: Pick<Reference, 'lid' | 'hasBoth'>): string | undefined {
  if (typeof lid !== 'string' || lid === '') return '"lid" must be a string that is not empty';
  return hasBoth ? '"lid" must not be beside "id"; leave one of them out' : undefined;
}

/** A `lid` of the right form, for the details of errors. */
export function quotedLid({ lid }: Pick<Reference, 'lid'>): string {
  return quote(typeof lid === 'string' ? lid : '');
}
