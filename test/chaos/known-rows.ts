// The rows of a family that a request can name.
import type { Family } from './family.ts';
import type { World } from './world.ts';

export const MAX_PERSONS = 4;
export const MAX_COMPUTERS = 8;

/** Tokens of the resources that may exist and whose identifier is known. */
export function knownTokens(family: Family, kind: keyof World): readonly string[] {
  const tokens = new Set(family.worlds.flatMap((each) => [...each[kind].keys()]));
  return [...tokens].filter((token) => family.idOf(token) !== undefined);
}

export function idOf(family: Family, token: string): string {
  const id = family.idOf(token);
  if (id === undefined) throw new Error(`${token} has no identifier`);
  return id;
}

export function linkage(family: Family, computers: readonly string[]) {
  return computers.map((token) => ({ type: 'computer', id: idOf(family, token) }));
}

export function ownerMember(family: Family, owner: string | null) {
  const data = owner === null ? null : { type: 'person', id: idOf(family, owner) };
  return { relationships: { owner: { data } } };
}
