// A set of items of every owned type, for requests that name all relationships of a person.
import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.ts';
import type { OwnedResource } from './owned-resource.ts';
import type { Relationships } from '../../support/resource-objects.ts';
import { ownedByPersons } from './persons.ts';

export type OwnedSets = ReadonlyMap<OwnedResource, readonly string[]>;

/** Creates items of every type. */
export async function addSets(client: ApiClient, number: number): Promise<OwnedSets> {
  const sets = new Map<OwnedResource, readonly string[]>();
  for (const items of ownedByPersons) sets.set(items, await items.addSeveral(client, number));
  return sets;
}

export function mapSets(sets: OwnedSets, make: (ids: readonly string[]) => readonly string[]): OwnedSets {
  return new Map([...sets].map(([items, ids]) => [items, make(ids)]));
}

/** The relationships of a person who owns these items; members are in the order of the sets. */
export function linkedSets(sets: OwnedSets): Relationships {
  return Object.fromEntries([...sets].flatMap(([items, ids]) => Object.entries(items.linked(...ids))));
}

/** Expects all items to have this owner, or none if null. */
export async function expectOwner(client: ApiClient, sets: OwnedSets, owner: string | null): Promise<void> {
  for (const [items, ids] of sets)
    for (const id of ids) expect(await items.ownerOf(client, id), `owner of ${items.type} ${id}`).to.equal(owner);
}
