import { expect } from 'chai';
import { filterQuery, type ApiClient } from '../../support/api-client.ts';
import { dataAt, type Identifier } from './fixtures.ts';
import type { OwnedResource } from './owned-resource.ts';

/** The resources that concurrent writes compete for. */
export interface World {
  readonly ada: string;
  readonly bob: string;
  /** Ada's, Bob's, and two without an owner. */
  readonly owned: readonly [string, string, string, string];
}

export async function makeWorld(client: ApiClient, items: OwnedResource): Promise<World> {
  const [a = '', b = '', c = '', d = ''] = await items.addSeveral(client, 4);
  return {
    ada: await items.addOwner(client, items.linked(a)),
    bob: await items.addOwner(client, items.linked(b)),
    owned: [a, b, c, d],
  };
}

/** Expects both sides of the relationship to agree, and each item to have at most one owner. */
export async function expectConsistent(
  client: ApiClient,
  { owner, path, relationship, inverse }: OwnedResource,
  { ada, bob, owned }: Pick<World, 'ada' | 'bob'> & { readonly owned: readonly string[] },
): Promise<void> {
  const find = async (list: string, name: string, include: string): Promise<unknown> => {
    const filter = filterQuery([{ name, op: 'in_', val: owned }]);
    return dataAt(client, `${list}${filter}&page[size]=0&include=${include}`);
  };
  const owners = (await find(owner.path, `${relationship}__id`, relationship)) as readonly Linked[];
  const items = (await find(path, 'id', inverse)) as readonly Linked[];
  const fromOwners = owners.flatMap((each) =>
    linkageOf(each, relationship)
      .filter(({ id }) => owned.includes(id))
      .map(({ id }) => `${id} of ${each.id}`),
  );
  const fromItems = items.flatMap((item) => linkageOf(item, inverse).map(({ id }) => `${item.id} of ${id}`));
  expect(fromOwners, `of ${ada} and ${bob}`).to.have.members(fromItems);
}

interface Linked extends Identifier {
  readonly relationships: Readonly<Record<string, { readonly data: Identifier | null | readonly Identifier[] }>>;
}

function linkageOf({ relationships }: Linked, name: string): readonly Identifier[] {
  const data = relationships[name]?.data ?? [];
  return 'id' in data ? [data] : data;
}
