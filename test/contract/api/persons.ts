// Persons and computers, created over the API.
import { resources } from '#test/support/model';
import type { ApiClient } from '../../support/api-client.ts';
import type { Identifier, Relationships } from '../../support/resource-objects.ts';
import { createdId } from './created-id.ts';
import type { ApiUnderTest, Suite } from './api-under-test.ts';
import { OwnedResource } from './owned-resource.ts';
import { ownedResources } from './owned-resources.ts';

export { computerObject, personId, personObject } from '../../support/persons.ts';

/** An owned type for suites that are not about ownership. */
export const computers = new OwnedResource(resources.person, 'computers');

/** Creates a person and returns its id. */
export async function addPerson(
  client: ApiClient,
  attributes: Readonly<Record<string, unknown>> = {},
  relationships: Relationships = {},
): Promise<string> {
  const data = { type: 'person', attributes: { name: 'Ada', ...attributes }, relationships };
  return createdId(await client.post('/persons', { data }));
}

/** Creates a computer and returns its id. */
export function addComputer(client: ApiClient, serial?: string, owner?: string): Promise<string> {
  return computers.add(client, serial, owner);
}

export function computerIds(...ids: readonly string[]): readonly Identifier[] {
  return computers.ids(...ids);
}

/** The types that persons own. Persons may also have other relationships to the same type. */
export const ownedByPersons: readonly OwnedResource[] = ownedResources.filter(
  ({ owner, inverse }) => owner.type === 'person' && inverse === 'owner',
);

/** Runs a suite of persons for each of them. */
export function ofPersons(suite: (api: ApiUnderTest, items: OwnedResource) => void): Suite {
  return (api) => {
    for (const items of ownedByPersons) suite(api, items);
  };
}
