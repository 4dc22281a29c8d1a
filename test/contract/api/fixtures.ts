// Data that tests make over the API, and resource objects as the contract writes them.
import { expect } from 'chai';
import type { ApiClient, ApiResponse } from '../../support/api-client.ts';

/** Within 1 to 2^63-1, and never assigned. */
export const MISSING = '9223372036854775807';

export interface Identifier {
  readonly type: string;
  readonly id: string;
}

export const personId = (id: string): Identifier => ({ type: 'person', id });
export const computerId = (id: string): Identifier => ({ type: 'computer', id });
export const computerIds = (...ids: readonly string[]): readonly Identifier[] => ids.map(computerId);

/** A text that no other test uses. */
export function unique(word: string): string {
  count += 1;
  return `${word} ${process.pid} ${count}`;
}
let count = 0;

/** Creates a person with these computers; its id. */
export async function addPerson(
  client: ApiClient,
  attributes: Readonly<Record<string, unknown>> = {},
  computers: readonly string[] = [],
): Promise<string> {
  const data = {
    type: 'person',
    attributes: { name: 'Ada', ...attributes },
    relationships: { computers: { data: computerIds(...computers) } },
  };
  return createdId(await client.post('/persons', { data }));
}

/** Creates a computer, owned by a person if one is given; its id. */
export async function addComputer(client: ApiClient, serial = 'S1', owner?: string): Promise<string> {
  const relationships = owner === undefined ? {} : { owner: { data: personId(owner) } };
  return createdId(
    await client.post('/computers', { data: { type: 'computer', attributes: { serial }, relationships } }),
  );
}

/** Creates as many computers, one after the other: their ids, which ascend. */
export async function addComputers(client: ApiClient, number: number, owner?: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let made = 0; made < number; made += 1) ids.push(await addComputer(client, `S${made}`, owner));
  return ids;
}

/** Creates as many computers, of nobody, several at a time: their ids, ascending. */
export async function createComputers(client: ApiClient, number: number, serial: string): Promise<readonly string[]> {
  const ids: string[] = [];
  while (ids.length < number) {
    const several = Math.min(50, number - ids.length);
    ids.push(...(await Promise.all(Array.from({ length: several }, () => addComputer(client, serial)))));
  }
  return ids.sort((one, other) => Number(one) - Number(other));
}

/** The ids of a person's computers as its resource object has them. */
export async function computersOf(client: ApiClient, person: string): Promise<readonly string[]> {
  const { document } = await client.get(`/persons/${person}`);
  return (document.data.relationships.computers.data as readonly Identifier[]).map(({ id }) => id);
}

/** The id of a computer's owner; null when it has none. */
export async function ownerOf(client: ApiClient, computer: string): Promise<string | null> {
  const { document } = await client.get(`/computers/${computer}/relationships/owner`);
  return (document.data as Identifier | null)?.id ?? null;
}

/** The `data` that a GET on a path answers with. */
export async function dataAt(client: ApiClient, path: string): Promise<unknown> {
  const response = await client.get(path);
  expect(response.status, response.text).to.equal(200);
  return response.document.data as unknown;
}

/** A person of that display name as a whole resource object. */
export function personObject(
  id: string,
  {
    birth_date = null,
    display_name = 'ADA',
  }: { readonly birth_date?: string | null; readonly display_name?: string } = {},
  computers: readonly string[] = [],
): unknown {
  return {
    type: 'person',
    id,
    attributes: { birth_date, display_name },
    relationships: {
      computers: {
        links: { self: `/persons/${id}/relationships/computers`, related: `/persons/${id}/computers` },
        data: computerIds(...computers),
      },
    },
    links: { self: `/persons/${id}` },
  };
}

/** A computer as a whole resource object; `owner` undefined: without linkage. */
export function computerObject(id: string, serial = 'S1', owner?: string | null): unknown {
  return {
    type: 'computer',
    id,
    attributes: { serial },
    relationships: {
      owner: {
        links: { self: `/computers/${id}/relationships/owner`, related: `/computers/${id}/owner` },
        ...(owner === undefined ? {} : { data: owner === null ? null : personId(owner) }),
      },
    },
    links: { self: `/computers/${id}` },
  };
}

function createdId(response: ApiResponse): string {
  expect(response.status, response.text).to.equal(201);
  return response.document.data.id as string;
}
