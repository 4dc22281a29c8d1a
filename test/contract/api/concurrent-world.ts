import { expect } from 'chai';
import { filterQuery, type ApiClient } from '../../support/api-client.ts';
import { addComputers, addPerson, dataAt, type Identifier } from './fixtures.ts';

/** What concurrent writes work on. */
export interface World {
  readonly ada: string;
  readonly bob: string;
  /** Ada's, Bob's, and two of nobody. */
  readonly computers: readonly [string, string, string, string];
}

/** Creates a world of its own for one round. */
export async function makeWorld(client: ApiClient): Promise<World> {
  const [a = '', b = '', c = '', d = ''] = await addComputers(client, 4);
  return { ada: await addPerson(client, {}, [a]), bob: await addPerson(client, {}, [b]), computers: [a, b, c, d] };
}

/** Expects that both sides of the relationship say the same, and that a computer has one owner at most. */
export async function expectConsistent(client: ApiClient, { ada, bob, computers }: World): Promise<void> {
  const find = async (path: string, name: string, ids: readonly string[]): Promise<unknown> => {
    const filter = filterQuery([{ name, op: 'in_', val: ids }]);
    return dataAt(client, `${path}${filter}&page[size]=0&include=${path === '/persons' ? 'computers' : 'owner'}`);
  };
  const persons = (await find('/persons', 'computers__id', computers)) as readonly (Identifier & {
    readonly relationships: { readonly computers: { readonly data: readonly Identifier[] } };
  })[];
  const owned = (await find('/computers', 'id', computers)) as readonly (Identifier & {
    readonly relationships: { readonly owner: { readonly data: Identifier | null } };
  })[];
  const fromPersons = persons.flatMap(({ id, relationships }) =>
    relationships.computers.data.filter((each) => computers.includes(each.id)).map((each) => `${each.id} of ${id}`),
  );
  const fromComputers = owned.flatMap(
    ({
      id,
      relationships: {
        owner: { data },
      },
    }) => (data === null ? [] : [`${id} of ${data.id}`]),
  );
  expect(fromPersons, `of ${ada} and ${bob}`).to.have.members(fromComputers);
}
