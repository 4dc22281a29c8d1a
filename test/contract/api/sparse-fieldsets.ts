import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import type { OwnedResource } from './owned-resource.ts';

interface World {
  readonly owner: string;
  /** The resource that the owner owns. */
  readonly item: string;
}

interface Shown {
  readonly type: string;
  readonly attributes: object;
  readonly relationships: object;
}

type Ask = (world: World) => readonly [method: string, path: string, body?: unknown];

/** Every route that returns resource objects, with both types in the answer where possible. */
const requestsOf = (items: OwnedResource): readonly (readonly [name: string, ask: Ask])[] => [
  [
    `GET ${items.owner.plural}`,
    ({ owner }) => ['GET', `${items.owner.path}?filter[id]=${owner}&include=${items.relationship}`],
  ],
  [
    `POST ${items.owner.plural}`,
    () => [
      'POST',
      `${items.owner.path}?include=${items.relationship}`,
      { data: { type: items.owner.type, attributes: items.ownerAttributes('Ada') } },
    ],
  ],
  [`GET a ${items.owner.type}`, ({ owner }) => ['GET', `${items.owner.path}/${owner}?include=${items.relationship}`]],
  [
    `PATCH a ${items.owner.type}`,
    ({ owner: id }) => [
      'PATCH',
      `${items.owner.path}/${id}?include=${items.relationship}`,
      { data: { type: items.owner.type, id } },
    ],
  ],
  [
    `GET ${items.plural} of a ${items.owner.type}`,
    ({ owner }) => ['GET', `${items.relatedPath(owner)}?include=${items.inverse}`],
  ],
  [
    `POST ${items.plural} of a ${items.owner.type}`,
    ({ owner }) => ['POST', `${items.relatedPath(owner)}?include=${items.inverse}`, { data: items.draft('S2') }],
  ],
  [`GET ${items.plural}`, ({ item }) => ['GET', `${items.path}?filter[id]=${item}&include=${items.inverse}`]],
  [`POST ${items.plural}`, () => ['POST', `${items.path}?include=${items.inverse}`, { data: items.draft('S2') }]],
  [`GET a ${items.type}`, ({ item }) => ['GET', `${items.path}/${item}?include=${items.inverse}`]],
  [
    `PATCH a ${items.type}`,
    ({ item: id }) => ['PATCH', `${items.path}/${id}?include=${items.inverse}`, { data: { type: items.type, id } }],
  ],
  ['GET an owner', ({ item }) => ['GET', `${items.path}/${item}/${items.inverse}?include=${items.relationship}`]],
  [
    'PATCH an owner',
    ({ owner: id, item }) => [
      'PATCH',
      `${items.path}/${item}/${items.inverse}?include=${items.relationship}`,
      { data: { type: items.owner.type, id } },
    ],
  ],
  ...['POST', 'PATCH', 'DELETE'].flatMap((method): (readonly [string, Ask])[] => [
    [
      `${method} linkage of a ${items.owner.type}`,
      ({ owner, item }) => [
        method,
        `${items.linkagePath(owner)}?include=${items.relationship}`,
        { data: items.ids(item) },
      ],
    ],
    [
      `${method} linkage of a ${items.type}`,
      ({ owner, item }) => [
        method,
        `${items.path}/${item}/relationships/${items.inverse}?include=${items.inverse}`,
        { data: items.ownerId(owner) },
      ],
    ],
  ]),
  [
    `GET linkage of a ${items.owner.type}`,
    ({ owner }) => ['GET', `${items.linkagePath(owner)}?include=${items.relationship}.${items.inverse}`],
  ],
  [
    `GET linkage of a ${items.type}`,
    ({ item }) => [
      'GET',
      `${items.path}/${item}/relationships/${items.inverse}?include=${items.inverse}.${items.relationship}`,
    ],
  ],
];

/** `fields[TYPE]` on every route that returns resources. */
export function describeSparseFieldsets({ client }: ApiUnderTest, items: OwnedResource): void {
  describe(`fields of ${items.owner.plural} and their ${items.plural}`, () => {
    const shownBy = async (ask: Ask, fields: string): Promise<readonly Shown[]> => {
      const [method, path, body] = ask(await makeWorld(client, items));
      const response = await client.send(method, `${path}&${fields}`, body === undefined ? {} : { body });
      expect(response.status, response.text).to.be.oneOf([200, 201]);
      const { data, included = [] } = response.document as { data: Shown | Shown[] | null; included?: Shown[] };
      return [data, included].flat().filter((shown) => shown !== null && 'links' in shown);
    };

    for (const [name, ask] of requestsOf(items)) {
      it(`can select only relationships on ${name}`, async () => {
        const shown = await shownBy(
          ask,
          `fields[${items.owner.type}]=${items.relationship}&fields[${items.type}]=${items.inverse}`,
        );
        expect(shown).not.to.deep.equal([]);
        for (const { type, attributes, relationships } of shown) {
          expect(attributes).to.deep.equal({});
          expect(relationships).to.have.all.keys(type === items.owner.type ? items.relationship : items.inverse);
        }
      });

      it(`can select only attributes on ${name}`, async () => {
        for (const { type, ...rest } of await shownBy(
          ask,
          `fields[${items.owner.type}]=${items.owner.shown}&fields[${items.type}]=${items.attribute}`,
        )) {
          expect(Object.keys(rest)).to.have.members(['id', 'attributes', 'relationships', 'links']);
          expect(rest.attributes).to.have.all.keys(type === items.owner.type ? items.owner.shown : items.attribute);
          expect(rest.relationships).to.deep.equal({});
        }
      });
    }

    it('disable an include path by omitting one of its relationships, but not its validation', async () => {
      const { owner, item } = await makeWorld(client, items);
      for (const path of [
        `${items.owner.path}/${owner}?include=${items.relationship}&fields[${items.owner.type}]=${items.owner.shown}`,
        `${items.owner.path}/${owner}?include=${items.relationship},${items.relationship}.${items.inverse}&fields[${items.owner.type}]=`,
        `${items.path}/${item}?include=${items.inverse}&fields[${items.type}]=${items.attribute}`,
      ])
        expect((await client.get(path)).document, path).not.to.have.property('included');
      const partly = await client.get(
        `${items.owner.path}/${owner}?include=${items.relationship},${items.relationship}.${items.inverse}&fields[${items.type}]=${items.attribute}`,
      );
      expect((partly.document.included as readonly Shown[]).map(({ type }) => type)).to.deep.equal([items.type]);
      expectErrors(
        await client.get(
          `${items.owner.path}/${owner}?include=${items.inverse}&fields[${items.owner.type}]=${items.owner.shown}`,
        ),
        'invalid-parameter ?include',
      );
    });

    it('of one type do not affect the other', async () => {
      const { owner, item } = await makeWorld(client, items);
      const { document } = await client.get(
        `${items.owner.path}/${owner}?include=${items.relationship}&fields[${items.type}]=`,
      );
      expect(document.data).to.deep.equal(items.ownerObject(owner, items.linked(item)));
      expect(document.included[0].attributes).to.deep.equal({});
    });

    it('do not affect linkage as primary data', async () => {
      const { owner, item } = await makeWorld(client, items);
      const { document } = await client.get(
        `${items.linkagePath(owner)}?fields[${items.owner.type}]=${items.owner.shown}`,
      );
      expect(document.data).to.deep.equal(items.ids(item));
    });
  });
}

async function makeWorld(client: ApiClient, items: OwnedResource): Promise<World> {
  const owner = await items.addOwner(client);
  return { owner, item: await items.add(client, 'S1', owner) };
}
