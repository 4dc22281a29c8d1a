import { expect } from 'chai';
import type { ApiClient, ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { createdId } from './created-id.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { dataAt, MISSING, type Identifier } from './fixtures.ts';
import { addPerson, personId, personObject, ownedByPersons } from './persons.ts';
import { addSets, expectOwner, linkedSets, mapSets, type OwnedSets } from './owned-sets.ts';

/** The routes that write relationships of a person; each call writes a new person. */
const writes: readonly (readonly [route: string, write: Write])[] = [
  ['POST /persons', (client, relationships) => client.post('/persons', person(relationships))],
  [
    'PATCH /persons/{id}',
    async (client, relationships) => {
      const id = await addPerson(client);
      return client.patch(`/persons/${id}`, person(relationships, id));
    },
  ],
  ...ownedByPersons.map((items): readonly [string, Write] => [
    `PATCH ${items.path}/{id}/owner`,
    async (client, relationships) => {
      const id = await addPerson(client);
      return client.patch(`${items.path}/${await items.add(client, 'S1', id)}/owner`, person(relationships, id));
    },
  ]),
];

type Write = (client: ApiClient, relationships: object) => Promise<ApiResponse>;

function person(relationships: object, id?: string): object {
  return { data: { type: 'person', id, attributes: { name: 'Ada' }, relationships } };
}

/** Writes of all relationships of a person in one body. */
export function describeOwnedTogether({ client }: ApiUnderTest): void {
  describe('Everything that a person owns', () => {
    for (const [route, write] of writes) {
      it(`is transferred by one ${route}`, async () => {
        const sets = await addSets(client, 2);
        const previous = await addPerson(client, {}, linkedSets(sets));
        const { status, text, document } = await write(client, linkedSets(mapSets(sets, reversed)));
        expect(status, text).to.be.oneOf([200, 201]);
        const id = document.data.id as string;
        expect(document.data).to.deep.equal(personObject(id, {}, linkedSets(sets)));
        expect(await dataAt(client, `/persons/${id}`)).to.deep.equal(document.data);
        expect(await dataAt(client, `/persons/${previous}`)).to.deep.equal(personObject(previous));
        await expectOwner(client, sets, id);
      });

      it(`is not transferred when ${route} names missing items, all of which are reported`, async () => {
        const sets = await addSets(client, 2);
        const gone = mapSets(sets, ([, second = '']) => [second]);
        for (const [items, [id = '']] of gone) await client.delete(`${items.path}/${id}`);
        const left = mapSets(sets, ([first = '']) => [first]);
        const owner = await addPerson(client, {}, linkedSets(left));
        const response = await write(client, linkedSets(mapSets(sets, ([one = '', two = '']) => [MISSING, one, two])));
        expectErrors(response, ...everywhere('object-not-found', '/0', '/2'));
        expect(detailsOf(response)).to.have.members(
          [...gone].flatMap(([{ label }, [id = '']]) => [
            `${label}: ${MISSING} not found`,
            `${label}: ${id} not found`,
          ]),
        );
        await expectOwner(client, left, owner);
      });

      it(`has all type conflicts reported together by ${route}`, async () => {
        const wrong = relationshipsOf(() => [personId(MISSING)]);
        expectErrors(await write(client, wrong), ...everywhere('type-conflict', '/0/type'));
      });

      it(`has all shape errors reported together by ${route}`, async () => {
        const wrong = relationshipsOf(({ type }) => ({ type, id: MISSING }));
        expectErrors(await write(client, wrong), ...everywhere('invalid-document', ''));
      });

      it(`is limited to 10,000 identifiers in total for ${route}`, async () => {
        const sets = await addSets(client, 1);
        const each = Math.floor(10_000 / sets.size);
        const repeated = (more: number): OwnedSets =>
          new Map([...sets].map(([items, [id = '']], at) => [items, Array<string>(at === 0 ? more : each).fill(id)]));
        const most = 10_000 - each * (sets.size - 1);
        expectErrors(await write(client, linkedSets(repeated(most + 1))), 'body-too-large');
        const { status, text } = await write(client, linkedSets(repeated(most)));
        expect(status, text).to.be.oneOf([200, 201]);
      });
    }

    for (const items of ownedByPersons) {
      it(`is unchanged where only the ${items.plural} change`, async () => {
        const sets = await addSets(client, 2);
        const id = await addPerson(client, {}, linkedSets(sets));
        const [one = '', other = ''] = sets.get(items) ?? [];
        const path = items.linkagePath(id);
        for (const [response, left] of [
          [await client.patch(`/persons/${id}`, person(items.linked(one), id)), [one]],
          [await client.post(path, { data: items.ids(other) }), [one, other]],
          [await client.delete(path, { data: items.ids(one) }), [other]],
          [await client.patch(path, { data: [] }), []],
        ] as const) {
          const expected = linkedSets(new Map([...sets, [items, left]]));
          expect(response.document.data).to.deep.equal(personObject(id, {}, expected));
        }
      });

      it(`is left without an owner when the owner of a ${items.type} is deleted`, async () => {
        const sets = await addSets(client, 2);
        const id = await addPerson(client, {}, linkedSets(sets));
        const [item = ''] = sets.get(items) ?? [];
        expect((await client.delete(`${items.path}/${item}/owner`)).status).to.equal(200);
        expectErrors(await client.get(`/persons/${id}`), 'object-not-found ?id');
        await expectOwner(client, sets, null);
      });
    }

    it('is left without an owner when the person is deleted', async () => {
      const sets = await addSets(client, 2);
      const id = createdId(await client.post('/persons', person(linkedSets(sets))));
      expect((await client.delete(`/persons/${id}`)).status).to.equal(200);
      await expectOwner(client, sets, null);
    });

    it('is included in the order of the paths', async () => {
      const sets = await addSets(client, 2);
      const id = await addPerson(client, {}, linkedSets(sets));
      for (const order of [[...sets], [...sets].toReversed()]) {
        const include = order.map(([{ relationship }]) => relationship).join();
        const { document } = await client.get(`/persons/${id}?include=${include}`);
        expect(
          (document.included as readonly Identifier[]).map((each) => ({ type: each.type, id: each.id })),
        ).to.deep.equal(order.flatMap(([items, ids]) => items.ids(...ids)));
      }
    });
  });
}

/** The relationships of a body, with `data` by type. */
function relationshipsOf(dataOf: (items: { readonly type: string }) => unknown): object {
  return Object.fromEntries(ownedByPersons.map((items) => [items.relationship, { data: dataOf(items) }]));
}

/** The same errors in the linkage of every relationship. */
function everywhere(code: string, ...places: readonly string[]): readonly string[] {
  return ownedByPersons.flatMap(({ relationship }) =>
    places.map((place) => `${code} #/data/relationships/${relationship}/data${place}`),
  );
}

function reversed(ids: readonly string[]): readonly string[] {
  return ids.toReversed();
}
