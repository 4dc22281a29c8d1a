// Reads all rows through the API: both sides of every relationship must agree with each other and with the database.
import type { ApiClient, ApiResponse } from '../support/api-client.ts';
import type { Stored } from './stored.ts';

const PAGE_SIZE = 200;

/** @returns a sentence for each difference */
export async function compareApi(
  { persons, computers }: Stored,
  personsFrom: ApiClient,
  computersFrom: ApiClient,
): Promise<readonly string[]> {
  const people = await readAll(personsFrom, '/persons?');
  const machines = await readAll(computersFrom, '/computers?include=owner&');
  const fromPersons = people.flatMap(({ id, relationships }) =>
    relationships.computers.data.map((computer: { readonly id: string }) => `${computer.id}@${String(id)}`),
  );
  const fromComputers = machines
    .filter(({ relationships }) => relationships.owner.data !== null)
    .map(({ id, relationships }) => `${String(id)}@${String(relationships.owner.data.id)}`);
  const inDatabase = computers.filter(({ owner }) => owner !== null).map(({ id, owner }) => `${id}@${String(owner)}`);
  return [
    ...differences(
      'persons',
      people.map(({ id, attributes }) => `${String(id)}=${String(attributes.display_name)}`),
      persons.map(({ id, name }) => `${id}=${name}`),
    ),
    ...differences(
      'computers',
      machines.map(({ id, attributes }) => `${String(id)}=${String(attributes.serial)}`),
      computers.map(({ id, serial }) => `${id}=${serial}`),
    ),
    ...differences('computers of persons', fromPersons, inDatabase),
    ...differences('owners of computers', fromComputers, inDatabase),
  ];
}

async function readAll(client: ApiClient, path: string): Promise<readonly ApiResponse['document'][]> {
  const all: ApiResponse['document'][] = [];
  for (let number = 1; ; number += 1) {
    const { status, text, document } = await client.get(`${path}page[size]=${PAGE_SIZE}&page[number]=${number}`);
    if (status !== 200) throw new Error(`${path} answers ${text}`);
    all.push(...document.data);
    if (document.links.next === undefined) return all;
  }
}

function differences(what: string, listed: readonly string[], stored: readonly string[]): readonly string[] {
  const inApi = new Set(listed);
  const inDatabase = new Set(stored);
  const missing = stored.filter((each) => !inApi.has(each));
  const surplus = listed.filter((each) => !inDatabase.has(each));
  return [
    ...(listed.length === inApi.size ? [] : [`${what}: the API lists some twice`]),
    ...missing.map((each) => `${what}: the API lacks ${each}`),
    ...surplus.map((each) => `${what}: only the API has ${each}`),
  ];
}
