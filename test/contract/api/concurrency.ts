import { expect } from 'chai';
import type { ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectConsistent, makeWorld, type World } from './concurrent-world.ts';
import { dataAt, type Identifier } from './fixtures.ts';
import type { OwnedResource } from './owned-resource.ts';

const ROUNDS = 4;

/** Concurrent writes over HTTP. */
export function describeConcurrency({ client }: ApiUnderTest, items: OwnedResource): void {
  const send = (method: string, path: string, data?: unknown): Promise<ApiResponse> =>
    client.send(method, path, data === undefined ? {} : { body: { data } });
  const relationship = (person: string): string => items.linkagePath(person);
  const owner = (item: string): string => `${items.path}/${item}/relationships/${items.inverse}`;

  const races: readonly (readonly [
    does: string,
    allowed: readonly number[],
    race: (world: World) => Promise<readonly ApiResponse[]>,
  ])[] = [
    [
      `linking the same ${items.plural} to two ${items.owner.plural} leaves each with one owner`,
      [200],
      async ({ ada, bob, owned }) => {
        const responses = await Promise.all([
          send('POST', relationship(ada), items.ids(...owned)),
          send('POST', relationship(bob), items.ids(...owned.toReversed())),
        ]);
        const sizes = [await items.of(client, ada), await items.of(client, bob)].map(({ length }) => length);
        expect(sizes).to.have.members([0, 4]);
        return responses;
      },
    ],
    [
      'replacing a set several times leaves one of the replacements',
      [200],
      async ({ ada, owned: [a, b, c, d] }) => {
        const sets = [[a, b], [c, d], [b, c, d], []];
        const responses = await Promise.all(sets.map((set) => send('PATCH', relationship(ada), items.ids(...set))));
        expect(sets).to.deep.include(await items.of(client, ada));
        return responses;
      },
    ],
    [
      `setting the owner from both sides leaves the ${items.type} with at most one owner`,
      [200],
      ({ ada, bob, owned: [a, b, c] }) =>
        Promise.all([
          send('PATCH', owner(c), items.ownerId(ada)),
          send('PATCH', owner(c), items.ownerId(bob)),
          send('PATCH', relationship(ada), items.ids(a, b)),
          send('POST', relationship(bob), items.ids(c, a)),
          send('DELETE', relationship(ada), items.ids(a, c)),
          send('PATCH', owner(c), null),
        ]),
    ],
    [
      `deleting a ${items.owner.type} while ${items.plural} are linked to them leaves no dangling owner`,
      [200, 201, 404],
      async ({ ada, owned }) => {
        const [deleted, ...others] = await Promise.all([
          send('DELETE', `${items.owner.path}/${ada}`),
          send('POST', relationship(ada), items.ids(...owned)),
          send('POST', items.relatedPath(ada), items.draft('new')),
          send('PATCH', owner(owned[3]), items.ownerId(ada)),
          send('POST', items.path, items.draft('new', ada)),
          send('PATCH', `${items.owner.path}/${ada}`, {
            type: items.owner.type,
            id: ada,
            attributes: items.ownerAttributes('Augusta'),
          }),
        ]);
        expect(deleted.status).to.equal(200);
        expect((await client.get(`${items.owner.path}/${ada}`)).status).to.equal(404);
        return others;
      },
    ],
    [
      `deleting a ${items.type} while it is linked leaves no dangling linkage`,
      [200, 404],
      async ({ ada, bob, owned }) => {
        const [deleted, ...others] = await Promise.all([
          send('DELETE', `${items.path}/${owned[0]}`),
          send('POST', relationship(bob), items.ids(...owned)),
          send('PATCH', relationship(ada), items.ids(...owned.toReversed())),
          send('PATCH', owner(owned[0]), items.ownerId(bob)),
          send('DELETE', relationship(ada), items.ids(...owned)),
        ]);
        expect(deleted.status).to.equal(200);
        return others;
      },
    ],
    [
      'deleting twice succeeds once',
      [200, 404],
      async ({ ada, bob, owned: [, b, c] }) => {
        const both = async (path: string): Promise<readonly ApiResponse[]> => {
          const responses = await Promise.all([send('DELETE', path), send('DELETE', path)]);
          expect(
            responses.map(({ status }) => status),
            path,
          ).to.have.members([200, 404]);
          return responses;
        };
        expect(bob).not.to.equal(ada);
        return [
          ...(await both(`${items.owner.path}/${ada}`)),
          ...(await both(`${items.path}/${b}/${items.inverse}`)),
          ...(await both(`${items.path}/${c}`)),
        ];
      },
    ],
    [
      'changing different attributes keeps all changes',
      [200],
      async ({ ada, owned: [a] }) => {
        const changes = [items.ownerAttributes('Augusta'), items.owner.detail];
        const responses = await Promise.all([
          ...changes.map((attributes) =>
            send('PATCH', `${items.owner.path}/${ada}`, { type: items.owner.type, id: ada, attributes }),
          ),
          send('PATCH', `${items.owner.path}/${ada}`, {
            type: items.owner.type,
            id: ada,
            relationships: items.linked(),
          }),
        ]);
        expect(await dataAt(client, `${items.owner.path}/${ada}`)).to.deep.equal(
          items.ownerObject(ada, {}, { ...items.ownerAttributes('Augusta'), ...items.owner.detail }),
        );
        expect(await dataAt(client, owner(a))).to.equal(null);
        return responses;
      },
    ],
    [
      'changing one attribute twice keeps one of the values',
      [200],
      async ({ ada, owned: [a] }) => {
        const names = ['One', 'Two', 'Three', 'Four'];
        const responses = await Promise.all(
          names.map((name) =>
            send('PATCH', `${items.owner.path}/${ada}`, {
              type: items.owner.type,
              id: ada,
              attributes: items.ownerAttributes(name),
            }),
          ),
        );
        const person = await dataAt(client, `${items.owner.path}/${ada}`);
        expect(
          names.map((name) => items.ownerObject(ada, items.linked(a), items.ownerAttributes(name))),
        ).to.deep.include(person);
        return responses;
      },
    ],
    [
      `creating several ${items.plural} for one ${items.owner.type} keeps them all`,
      [201],
      async ({ ada }) => {
        const responses = await Promise.all(
          Array.from({ length: 10 }, (_, index) => send('POST', items.relatedPath(ada), items.draft(`N${index}`))),
        );
        expect(await items.of(client, ada)).to.have.lengthOf(11);
        return responses;
      },
    ],
    [
      `creating ${items.owner.plural} with the same ${items.plural} gives all of them to the last`,
      [201],
      async ({ owned }) => {
        const relationships = items.linked(...owned);
        const data = { type: items.owner.type, attributes: items.ownerAttributes('New'), relationships };
        const responses = await Promise.all(Array.from({ length: 5 }, () => send('POST', items.owner.path, data)));
        const sizes = await Promise.all(responses.map(({ document }) => items.of(client, document.data.id as string)));
        expect(sizes.map(({ length }) => length).filter((size) => size > 0)).to.deep.equal([4]);
        return responses;
      },
    ],
    [
      'reading during writes never shows half a write',
      [200],
      async ({ ada, owned }) => {
        const [, , c, d] = owned;
        const sets: readonly (readonly string[])[] = [[c, d], [...owned]];
        await send('PATCH', relationship(ada), items.ids(...(sets[0] ?? [])));
        const writes = sets.toReversed().map((set) => send('PATCH', relationship(ada), items.ids(...set)));
        const reads = Array.from({ length: 6 }, () =>
          client.get(`${items.owner.path}/${ada}?include=${items.relationship}.${items.inverse}`),
        );
        for (const { document } of await Promise.all(reads)) {
          const linked = (document.data.relationships[items.relationship].data as Identifier[]).map(({ id }) => id);
          const shown = (document.included as Identifier[])
            .filter(({ type }) => type === items.type)
            .map(({ id }) => id);
          expect(sets).to.deep.include(linked);
          expect(shown).to.deep.equal(linked);
        }
        return Promise.all(writes);
      },
    ],
  ];

  describe(`Concurrent writes to ${items.plural}`, () => {
    for (const [does, allowed, race] of races)
      it(does, async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const world = await makeWorld(client, items);
          for (const { status, text } of await race(world)) expect(status, text).to.be.oneOf(allowed);
          await expectConsistent(client, items, world);
        }
      });
  });
}
