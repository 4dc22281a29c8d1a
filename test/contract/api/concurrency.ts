import { expect } from 'chai';
import type { ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectConsistent, makeWorld, type World } from './concurrent-world.ts';
import { computerIds, computersOf, dataAt, personId, personObject, type Identifier } from './fixtures.ts';

const ROUNDS = 4;

/** Clients that write at once. */
export function describeConcurrency({ client }: ApiUnderTest): void {
  const send = (method: string, path: string, data?: unknown): Promise<ApiResponse> =>
    client.send(method, path, data === undefined ? {} : { body: { data } });
  const relationship = (person: string): string => `/persons/${person}/relationships/computers`;
  const owner = (computer: string): string => `/computers/${computer}/relationships/owner`;

  const races: readonly (readonly [
    does: string,
    allowed: readonly number[],
    race: (world: World) => Promise<readonly ApiResponse[]>,
  ])[] = [
    [
      'linking the same computers to two persons gives them to one',
      [200],
      async ({ ada, bob, computers }) => {
        const responses = await Promise.all([
          send('POST', relationship(ada), computerIds(...computers)),
          send('POST', relationship(bob), computerIds(...computers.toReversed())),
        ]);
        const owned = [await computersOf(client, ada), await computersOf(client, bob)].map(({ length }) => length);
        expect(owned).to.have.members([0, 4]);
        return responses;
      },
    ],
    [
      'replacing a set several times leaves one of the sets',
      [200],
      async ({ ada, computers: [a, b, c, d] }) => {
        const sets = [[a, b], [c, d], [b, c, d], []];
        const responses = await Promise.all(sets.map((set) => send('PATCH', relationship(ada), computerIds(...set))));
        expect(sets).to.deep.include(await computersOf(client, ada));
        return responses;
      },
    ],
    [
      'setting the owner from both sides gives the computer to one',
      [200],
      ({ ada, bob, computers: [a, b, c] }) =>
        Promise.all([
          send('PATCH', owner(c), personId(ada)),
          send('PATCH', owner(c), personId(bob)),
          send('PATCH', relationship(ada), computerIds(a, b)),
          send('POST', relationship(bob), computerIds(c, a)),
          send('DELETE', relationship(ada), computerIds(a, c)),
          send('PATCH', owner(c), null),
        ]),
    ],
    [
      'deleting a person while it gets computers leaves no dangling owner',
      [200, 201, 404],
      async ({ ada, computers }) => {
        const attributes = { serial: 'new' };
        const [deleted, ...others] = await Promise.all([
          send('DELETE', `/persons/${ada}`),
          send('POST', relationship(ada), computerIds(...computers)),
          send('POST', `/persons/${ada}/computers`, { type: 'computer', attributes }),
          send('PATCH', owner(computers[3]), personId(ada)),
          send('POST', '/computers', {
            type: 'computer',
            attributes,
            relationships: { owner: { data: personId(ada) } },
          }),
          send('PATCH', `/persons/${ada}`, { type: 'person', id: ada, attributes: { name: 'Augusta' } }),
        ]);
        expect(deleted.status).to.equal(200);
        expect((await client.get(`/persons/${ada}`)).status).to.equal(404);
        return others;
      },
    ],
    [
      'deleting a computer while it is linked leaves no dangling linkage',
      [200, 404],
      async ({ ada, bob, computers }) => {
        const [deleted, ...others] = await Promise.all([
          send('DELETE', `/computers/${computers[0]}`),
          send('POST', relationship(bob), computerIds(...computers)),
          send('PATCH', relationship(ada), computerIds(...computers.toReversed())),
          send('PATCH', owner(computers[0]), personId(bob)),
          send('DELETE', relationship(ada), computerIds(...computers)),
        ]);
        expect(deleted.status).to.equal(200);
        return others;
      },
    ],
    [
      'deleting twice deletes once',
      [200, 404],
      async ({ ada, bob, computers: [, b, c] }) => {
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
          ...(await both(`/persons/${ada}`)),
          ...(await both(`/computers/${b}/owner`)),
          ...(await both(`/computers/${c}`)),
        ];
      },
    ],
    [
      'changing different attributes keeps all changes',
      [200],
      async ({ ada, computers: [a] }) => {
        const changes = [{ name: 'Augusta' }, { email: 'augusta@example.org' }, { birth_date: '1815-12-10' }];
        const responses = await Promise.all([
          ...changes.map((attributes) => send('PATCH', `/persons/${ada}`, { type: 'person', id: ada, attributes })),
          send('PATCH', `/persons/${ada}`, { type: 'person', id: ada, relationships: { computers: { data: [] } } }),
        ]);
        expect(await dataAt(client, `/persons/${ada}`)).to.deep.equal(
          personObject(ada, { display_name: 'AUGUSTA <augusta@example.org>', birth_date: '1815-12-10' }),
        );
        expect(await dataAt(client, owner(a))).to.equal(null);
        return responses;
      },
    ],
    [
      'changing one attribute twice keeps one of the values',
      [200],
      async ({ ada, computers: [a] }) => {
        const names = ['One', 'Two', 'Three', 'Four'];
        const responses = await Promise.all(
          names.map((name) => send('PATCH', `/persons/${ada}`, { type: 'person', id: ada, attributes: { name } })),
        );
        const person = await dataAt(client, `/persons/${ada}`);
        expect(names.map((name) => personObject(ada, { display_name: name.toUpperCase() }, [a]))).to.deep.include(
          person,
        );
        return responses;
      },
    ],
    [
      'creating computers of one person keeps them all',
      [201],
      async ({ ada }) => {
        const responses = await Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            send('POST', `/persons/${ada}/computers`, { type: 'computer', attributes: { serial: `N${index}` } }),
          ),
        );
        expect(await computersOf(client, ada)).to.have.lengthOf(11);
        return responses;
      },
    ],
    [
      'creating persons with the same computers gives all of them to the last',
      [201],
      async ({ computers }) => {
        const relationships = { computers: { data: computerIds(...computers) } };
        const data = { type: 'person', attributes: { name: 'New' }, relationships };
        const responses = await Promise.all(Array.from({ length: 5 }, () => send('POST', '/persons', data)));
        const sizes = await Promise.all(
          responses.map(({ document }) => computersOf(client, document.data.id as string)),
        );
        expect(sizes.map(({ length }) => length).filter((size) => size > 0)).to.deep.equal([4]);
        return responses;
      },
    ],
    [
      'reading during writes sees each write whole',
      [200],
      async ({ ada, computers }) => {
        const [, , c, d] = computers;
        const sets: readonly (readonly string[])[] = [[c, d], [...computers]];
        await send('PATCH', relationship(ada), computerIds(...(sets[0] ?? [])));
        const writes = sets.toReversed().map((set) => send('PATCH', relationship(ada), computerIds(...set)));
        const reads = Array.from({ length: 6 }, () => client.get(`/persons/${ada}?include=computers.owner`));
        for (const { document } of await Promise.all(reads)) {
          const linked = (document.data.relationships.computers.data as Identifier[]).map(({ id }) => id);
          const shown = (document.included as Identifier[])
            .filter(({ type }) => type === 'computer')
            .map(({ id }) => id);
          expect(sets).to.deep.include(linked);
          expect(shown).to.deep.equal(linked);
        }
        return Promise.all(writes);
      },
    ],
  ];

  describe('At once', () => {
    for (const [does, allowed, race] of races)
      it(does, async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const world = await makeWorld(client);
          for (const { status, text } of await race(world)) expect(status, text).to.be.oneOf(allowed);
          await expectConsistent(client, world);
        }
      });
  });
}
