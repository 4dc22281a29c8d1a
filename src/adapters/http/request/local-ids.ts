// Local identifiers: an operation that adds a resource may give it one, by which the operations behind it refer to the resource.
import type { FoundProblem } from '../api/check-steps.ts';
import { quote } from '../jsonapi/documents/messages.ts';
import { invalidDocument } from '../jsonapi/documents/read-json.ts';
import type { Reference } from './linkage.ts';

/** A resource with a local identifier by both type and identifier: two types may use the same one. */
export function nameOf({ type, lid }: Pick<Reference, 'type' | 'lid'>): string {
  return JSON.stringify([type, lid]);
}

/** What is wrong with a local identifier where it stands. */
export function lidProblems(
  references: readonly Reference[],
  added: Reference | undefined,
  defined: ReadonlySet<string>,
): readonly FoundProblem[] {
  return references.flatMap((reference) => {
    const isDefinition = reference.pointer === added?.pointer;
    const reason = refusal(reference, (name) => defined.has(name) === !isDefinition, isDefinition);
    if (reason === undefined) return [];
    return [{ step: 'document', problem: invalidDocument(`${reference.pointer}/lid`, reason) }];
  });
}

/** Why a `lid` cannot stand where it does; undefined if it can, or there is none. */
function refusal(reference: Reference, fits: (name: string) => boolean, isDefinition: boolean): string | undefined {
  const { type, lid, hasBoth } = reference;
  if (lid === undefined) return undefined;
  if (typeof lid !== 'string' || lid === '') return '"lid" must be a string that is not empty';
  if (hasBoth) return '"lid" must not be beside "id"; leave one of them out';
  // Without a type there is nothing to compare; that is another problem.
  if (type === '' || fits(nameOf(reference))) return undefined;
  return isDefinition
    ? `an earlier operation adds a ${quote(type)} with the "lid" ${quote(lid)} already`
    : `no earlier operation adds a ${quote(type)} with the "lid" ${quote(lid)}`;
}
