import { expect } from 'chai';
import { filterQuery, query, type ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import { dataAt, MISSING, unique } from './fixtures.ts';
import type { OwnedResource } from './owned-resource.ts';

interface World {
  readonly person: string;
  readonly other: string;
  /** Owned by `person`. */
  readonly mine: string;
  /** Owned by `other`. */
  readonly others: string;
}

/** Every write is atomic. */
export function describeTransactions({ client }: ApiUnderTest, items: OwnedResource): void {
  const name = unique('transaction');
  const send = (method: string, path: string, data: unknown): Promise<ApiResponse> =>
    client.send(method, path, { body: { data } });

  const failures: readonly (readonly [
    name: string,
    write: (world: World) => Promise<ApiResponse>,
    ...errors: readonly string[],
  ])[] = [
    [
      `creates no ${items.owner.type} and transfers no ${items.type}`,
      ({ mine, others }) => {
        const relationships = items.linked(mine, MISSING, others);
        return send('POST', items.owner.path, {
          type: items.owner.type,
          attributes: items.ownerAttributes(name),
          relationships,
        });
      },
      `#/data/relationships/${items.relationship}/data/1`,
    ],
    [
      `changes no ${items.owner.type}`,
      ({ person: id, others }) => {
        const relationships = items.linked(others, MISSING);
        return send('PATCH', `${items.owner.path}/${id}`, {
          type: items.owner.type,
          id,
          attributes: items.ownerAttributes(name),
          relationships,
        });
      },
      `#/data/relationships/${items.relationship}/data/1`,
    ],
    [
      'changes no owner',
      ({ person: id, mine, others }) => {
        const relationships = items.linked(others, MISSING);
        return send('PATCH', `${items.path}/${mine}/${items.inverse}`, {
          type: items.owner.type,
          id,
          attributes: items.ownerAttributes(name),
          relationships,
        });
      },
      `#/data/relationships/${items.relationship}/data/1`,
    ],
    [
      `creates no ${items.type}`,
      () => {
        return send('POST', items.path, items.draft(name, MISSING));
      },
      `#/data/relationships/${items.inverse}/data`,
    ],
    [
      `creates no ${items.type} of a ${items.owner.type}`,
      ({ person }) => {
        return send('POST', items.relatedPath(person), items.draft(name, MISSING));
      },
      `#/data/relationships/${items.inverse}/data`,
    ],
    [
      `changes no ${items.type}`,
      ({ mine: id }) => {
        return send('PATCH', `${items.path}/${id}`, { id, ...items.draft(name, MISSING) });
      },
      `#/data/relationships/${items.inverse}/data`,
    ],
    [
      `links no ${items.type}`,
      ({ person, others }) => send('POST', items.linkagePath(person), items.ids(others, MISSING)),
      '#/data/1',
    ],
    [
      'replaces no set',
      ({ person, others }) => send('PATCH', items.linkagePath(person), items.ids(MISSING, others)),
      '#/data/0',
    ],
    [
      'sets no owner',
      ({ mine }) => send('PATCH', `${items.path}/${mine}/relationships/${items.inverse}`, items.ownerId(MISSING)),
      '#/data',
    ],
  ];

  describe(`A write to ${items.owner.plural} and ${items.plural} that finds a linked resource missing`, () => {
    for (const [does, write, pointer] of failures)
      it(does, async () => {
        const [mine = '', others = ''] = await items.addSeveral(client, 2);
        const person = await items.addOwner(client, items.linked(mine));
        const world = { person, mine, others, other: await items.addOwner(client, items.linked(others)) };
        const state = await readState(world);
        expectErrors(await write(world), `object-not-found ${pointer}`);
        expect(await readState(world)).to.deep.equal(state);
      });
  });

  async function readState({ person, other, mine, others }: World): Promise<unknown> {
    const filter = filterQuery([{ name: 'id', op: 'in_', val: [person, other] }]);
    const named = await client.get(`${items.owner.path}${query({ [`filter[${items.owner.attribute}]`]: name })}`);
    const numbered = await client.get(`${items.path}${query({ [`filter[${items.attribute}]`]: name })}`);
    return {
      persons: await dataAt(client, `${items.owner.path}${filter}`),
      mine: await dataAt(client, `${items.path}${query({ 'filter[id]': mine, include: items.inverse })}`),
      others: await dataAt(client, `${items.path}${query({ 'filter[id]': others, include: items.inverse })}`),
      created: [named.document.meta as unknown, numbered.document.meta as unknown],
    };
  }
}
