// Whether the resource in an answer is what a possible state of the rows says.
import type { ApiResponse } from '../support/api-client.ts';
import type { Family } from './family.ts';
import { computersOf, type World } from './world.ts';

export type Shows = (world: World, document: ApiResponse['document']) => boolean;

/** Whether an answer shows a person as the world has them. */
export function showsPerson(family: Family, person: string): Shows {
  return (after, document) => {
    const { attributes, relationships } = document.data;
    const ids: readonly string[] = relationships.computers.data.map(({ id }: { readonly id: string }) => id);
    const isNamed = attributes.display_name === after.persons.get(person)?.name;
    return isNamed && areIdsOf(family, 'computers', ids, computersOf(after, person));
  };
}

export function showsComputer(family: Family, computer: string): Shows {
  return (after, document) => {
    const { attributes, relationships } = document.data;
    const { data } = relationships.owner;
    const row = after.computers.get(computer);
    if (row === undefined || attributes.serial !== row.serial) return false;
    return areIdsOf(family, 'persons', data === null ? [] : [data.id], row.owner === null ? [] : [row.owner]);
  };
}

/** Whether identifiers are those of tokens. One whose creation was not answered may have any that belongs to no other. */
function areIdsOf(family: Family, kind: keyof World, ids: readonly string[], tokens: readonly string[]): boolean {
  const told = tokens.map((token) => family.idOf(token)).filter((id) => id !== undefined);
  const untold = ids.filter((id) => family.tokenOf(kind, id) === undefined);
  const isEachThere = told.every((id) => ids.includes(id));
  return isEachThere && ids.length === tokens.length && untold.length === tokens.length - told.length;
}
