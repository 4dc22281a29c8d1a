// Local identifiers in single writes (JSON:API 1.1): a new resource can have a `lid`, by which the rest of the document refers to it.
import { relationshipOf } from '#domain/schema';
import type { FoundProblem } from '../api/check-steps.ts';
import { quote } from '../api/error-wording.ts';
import { operationKindOf, primaryOf } from '../api/operations.ts';
import type { Reference } from './linkage.ts';
import type { SentLink } from './sent-resource.ts';
import { invalidDocument } from './syntax/json.ts';
import type { Write } from './write.ts';

/** A problem for each local identifier that is invalid or refers to no resource. */
export function lidProblems(write: Write): readonly FoundProblem[] {
  const added = operationKindOf(write.operation).action === 'create' ? write.identity : undefined;
  const links = write.sentLinks.flatMap((link) =>
    link.references.flatMap((reference) => problemAt(reference, () => refusalOf(reference, link, write, added))),
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

/** The reason to refuse a `lid` in linkage; undefined if it can refer to the new resource. */
function refusalOf(
  { type, lid }: Reference,
  { field }: SentLink,
  { operation }: Write,
  added: Reference | undefined,
): string | undefined {
  if (added === undefined || type !== added.type || lid !== added.lid)
    return `the document adds no ${quote(type)} with the "lid" ${JSON.stringify(lid)}`;
  // The storage can link a new resource to itself only after adding it.
  return relationshipOf(primaryOf(operation).type, field.stored).isRequired
    ? 'a required relationship of a new resource cannot link it to itself'
    : undefined;
}

/** The reason why a `lid` is malformed, on any resource or identifier; undefined if it is well-formed. */
export function formProblem({ lid, hasBoth }: Pick<Reference, 'lid' | 'hasBoth'>): string | undefined {
  if (typeof lid !== 'string' || lid === '') return '"lid" must be a non-empty string';
  return hasBoth ? '"id" and "lid" cannot be combined; leave one of them out' : undefined;
}
