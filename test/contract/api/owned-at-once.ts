import { expect } from 'chai';
import type { ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectConsistent } from './concurrent-world.ts';
import { addPerson } from './persons.ts';
import { addSets, linkedSets, mapSets, type OwnedSets } from './owned-sets.ts';

const ROUNDS = 4;

interface World {
  readonly ada: string;
  readonly bob: string;
  /** Of each type: Ada's, Bob's, and two without an owner. */
  readonly sets: OwnedSets;
}

/** Concurrent writes to several types at once. Locks must not follow the order of members or identifiers in a body. */
export function describeOwnedAtOnce({ client }: ApiUnderTest): void {
  const patch = (id: string, sets: OwnedSets): Promise<ApiResponse> =>
    client.patch(`/persons/${id}`, { data: { type: 'person', id, relationships: linkedSets(sets) } });
  const create = (sets: OwnedSets): Promise<ApiResponse> =>
    client.post('/persons', { data: { type: 'person', attributes: { name: 'New' }, relationships: linkedSets(sets) } });

  const races: readonly (readonly [
    does: string,
    allowed: readonly number[],
    race: (world: World) => readonly Promise<ApiResponse>[],
  ])[] = [
    [
      'changing two persons with the relationships in opposite orders succeeds',
      [200],
      ({ ada, bob, sets }) =>
        [sets, backwards(sets), sets, backwards(sets)].flatMap((each) => [
          patch(ada, each),
          patch(bob, backwards(each)),
        ]),
    ],
    [
      'creating persons with the same unowned items in opposite orders succeeds',
      [201],
      ({ sets }) => {
        const free = mapSets(sets, (ids) => ids.slice(2));
        return Array.from({ length: 8 }, (_, index) => create(index % 2 === 0 ? free : backwards(free)));
      },
    ],
    [
      'creating and changing persons with the relationships in opposite orders succeeds',
      [200, 201],
      ({ ada, bob, sets }) => [
        patch(ada, sets),
        create(backwards(sets)),
        patch(bob, backwards(sets)),
        create(sets),
        ...[...sets].map(([items, ids]) => client.post(items.linkagePath(ada), { data: items.ids(...ids) })),
        ...[...sets].map(([items, ids]) => client.patch(items.linkagePath(bob), { data: items.ids(...ids) })),
      ],
    ],
    [
      'deleting persons and items while everything is linked leaves nothing dangling',
      [200, 404],
      ({ ada, bob, sets }) => [
        patch(bob, sets),
        client.delete(`/persons/${ada}`),
        patch(ada, backwards(sets)),
        patch(bob, backwards(sets)),
        ...[...sets].flatMap(([items, [first = '', , , last = '']]) => [
          client.delete(`${items.path}/${first}/owner`),
          client.delete(`${items.path}/${last}`),
        ]),
      ],
    ],
  ];

  describe('Concurrent writes to everything that persons own', () => {
    for (const [does, allowed, race] of races)
      it(does, async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const sets = await addSets(client, 4);
          const ada = await addPerson(client, {}, linkedSets(mapSets(sets, (ids) => ids.slice(0, 1))));
          const bob = await addPerson(client, {}, linkedSets(mapSets(sets, (ids) => ids.slice(1, 2))));
          const responses = await Promise.all(race({ ada, bob, sets }));
          for (const { status, text } of responses) expect(status, text).to.be.oneOf(allowed);
          for (const [items, owned] of sets) await expectConsistent(client, items, { ada, bob, owned });
        }
      });
  });
}

/** The same sets with members and identifiers in the opposite order. */
function backwards(sets: OwnedSets): OwnedSets {
  return new Map([...mapSets(sets, (ids) => ids.toReversed())].toReversed());
}
