// Compares the resource in an answer with a possible state of the rows.
import type { ApiResponse } from '../support/api-client.ts';
import type { Family } from './family.ts';
import { computersOf, type World } from './world.ts';

export type AnswerMatcher = (world: World, document: ApiResponse['document']) => boolean;

/** Matches when the answer has the person's name and computers of that world. */
export function matchesPerson(family: Family, person: string): AnswerMatcher {
  return (after, document) => {
    const { attributes, relationships } = document.data;
    const ids: readonly string[] = relationships.computers.data.map(({ id }: { readonly id: string }) => id);
    const isNamed = attributes.display_name === after.persons.get(person)?.name;
    return isNamed && areIdsOf(family, 'computers', ids, computersOf(after, person));
  };
}

export function matchesComputer(family: Family, computer: string): AnswerMatcher {
  return (after, document) => {
    const { attributes, relationships } = document.data;
    const { data } = relationships.owner;
    const row = after.computers.get(computer);
    if (row === undefined || attributes.serial !== row.serial) return false;
    return areIdsOf(family, 'persons', data === null ? [] : [data.id], row.owner === null ? [] : [row.owner]);
  };
}

/** True if the identifiers belong to the tokens. A row whose creation was not answered may have any identifier that is not taken. */
function areIdsOf(family: Family, kind: keyof World, ids: readonly string[], tokens: readonly string[]): boolean {
  const knownIds = tokens.map((token) => family.idOf(token)).filter((id) => id !== undefined);
  const unassignedIds = ids.filter((id) => family.tokenOf(kind, id) === undefined);
  const hasAllKnown = knownIds.every((id) => ids.includes(id));
  return hasAllKnown && ids.length === tokens.length && unassignedIds.length === tokens.length - knownIds.length;
}
