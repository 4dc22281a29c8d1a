// Local identifiers in the document of a single write (JSON:API 1.1): a new resource can have one, which stands for it in the document.
import { relationshipOf } from '#domain/schema';
import type { FoundProblem } from '../api/check-steps.ts';
import { quote } from '../api/error-wording.ts';
import { operationKindOf, primaryOf } from '../api/operations.ts';
import type { Reference } from './linkage.ts';
import type { SentLink } from './sent-resource.ts';
import { invalidDocument } from './syntax/json.ts';
import type { Write } from './write.ts';

/** A problem for each local identifier that is invalid, or stands for no resource. */
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

/** Why a `lid` stands for no resource; undefined if it stands for the new one. */
function refusalOf(
  { type, lid }: Reference,
  { field }: SentLink,
  { operation }: Write,
  added: Reference | undefined,
): string | undefined {
  if (added === undefined || type !== added.type || lid !== added.lid)
    return `the document adds no ${quote(type)} with the "lid" ${quotedLid({ lid })}`;
  // The storage links a new resource to itself after it has added it.
  return relationshipOf(primaryOf(operation).type, field.stored).isRequired
    ? 'a required relationship of a new resource cannot lead to the resource itself'
    : undefined;
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
