import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import { addPerson, personId, personObject } from './persons.ts';
import type { OwnedResource } from './owned-resource.ts';
import { ownedResources } from './owned-resources.ts';

interface World {
  readonly person: string;
  /** The resource that the person owns. */
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
  ['GET persons', ({ person }) => ['GET', `/persons?filter[id]=${person}&include=${items.relationship}`]],
  [
    'POST persons',
    () => ['POST', `/persons?include=${items.relationship}`, { data: { type: 'person', attributes: { name: 'Ada' } } }],
  ],
  ['GET a person', ({ person }) => ['GET', `/persons/${person}?include=${items.relationship}`]],
  [
    'PATCH a person',
    ({ person: id }) => ['PATCH', `/persons/${id}?include=${items.relationship}`, { data: { type: 'person', id } }],
  ],
  [`GET ${items.plural} of a person`, ({ person }) => ['GET', `${items.relatedPath(person)}?include=owner`]],
  [
    `POST ${items.plural} of a person`,
    ({ person }) => ['POST', `${items.relatedPath(person)}?include=owner`, { data: items.draft('S2') }],
  ],
  [`GET ${items.plural}`, ({ item }) => ['GET', `${items.path}?filter[id]=${item}&include=owner`]],
  [`POST ${items.plural}`, () => ['POST', `${items.path}?include=owner`, { data: items.draft('S2') }]],
  [`GET a ${items.type}`, ({ item }) => ['GET', `${items.path}/${item}?include=owner`]],
  [
    `PATCH a ${items.type}`,
    ({ item: id }) => ['PATCH', `${items.path}/${id}?include=owner`, { data: { type: items.type, id } }],
  ],
  ['GET an owner', ({ item }) => ['GET', `${items.path}/${item}/owner?include=${items.relationship}`]],
  [
    'PATCH an owner',
    ({ person: id, item }) => [
      'PATCH',
      `${items.path}/${item}/owner?include=${items.relationship}`,
      { data: { type: 'person', id } },
    ],
  ],
  ...['POST', 'PATCH', 'DELETE'].flatMap((method): (readonly [string, Ask])[] => [
    [
      `${method} linkage of a person`,
      ({ person, item }) => [
        method,
        `${items.linkagePath(person)}?include=${items.relationship}`,
        { data: items.ids(item) },
      ],
    ],
    [
      `${method} linkage of a ${items.type}`,
      ({ person, item }) => [
        method,
        `${items.path}/${item}/relationships/owner?include=owner`,
        { data: personId(person) },
      ],
    ],
  ]),
  [
    'GET linkage of a person',
    ({ person }) => ['GET', `${items.linkagePath(person)}?include=${items.relationship}.owner`],
  ],
  [
    `GET linkage of a ${items.type}`,
    ({ item }) => ['GET', `${items.path}/${item}/relationships/owner?include=owner.${items.relationship}`],
  ],
];

/** `fields[TYPE]` on every route that returns resources. */
export function describeSparseFieldsets(api: ApiUnderTest): void {
  describePersons(api);
  for (const items of ownedResources) describeOwned(api, items);
}

function describePersons({ client }: ApiUnderTest): void {
  describe('fields', () => {
    for (const [fields, expected] of [
      ['', {}],
      ['id', {}],
      ['name,email', {}],
      ['birth_date', { birth_date: '1815-12-10' }],
      ['display_name', { display_name: 'ADA <a@b>' }],
      ['display_name,id,name,birth_date', { display_name: 'ADA <a@b>', birth_date: '1815-12-10' }],
    ] as const)
      it(`show ${JSON.stringify(expected)} for ${JSON.stringify(fields)}`, async () => {
        const id = await addPerson(client, { email: 'a@b', birth_date: '1815-12-10' });
        const { document } = await client.get(`/persons/${id}?fields[person]=${fields}`);
        const links = { self: `/persons/${id}` };
        expect(document.data).to.deep.equal({ type: 'person', id, attributes: expected, relationships: {}, links });
      });

    for (const parameter of [
      'fields[persons]=name',
      'fields[person]=nmae',
      ...ownedResources.flatMap(({ type, attribute }) => [`fields[person]=${attribute}`, `fields[${type}]=birth_date`]),
      'fields[person]=name,,email',
      'fields[person]=password',
      'fields[__proto__]=name',
      'fields[person]=__proto__',
      'fields[person]=constructor',
      'fields[Person]=name',
      'fields=name',
      'fields[]=name',
    ])
      it(`refuse ${parameter}`, async () => {
        const name = parameter.slice(0, parameter.indexOf('='));
        expectErrors(await client.get(`/persons?${parameter}`), `invalid-parameter ?${name}`);
        for (const { path } of ownedResources)
          expectErrors(await client.get(`${path}?${encodeURI(parameter)}`), `invalid-parameter ?${name}`);
      });
  });
}

function describeOwned({ client }: ApiUnderTest, items: OwnedResource): void {
  describe(`fields of persons and their ${items.plural}`, () => {
    const shownBy = async (ask: Ask, fields: string): Promise<readonly Shown[]> => {
      const [method, path, body] = ask(await makeWorld(client, items));
      const response = await client.send(method, `${path}&${fields}`, body === undefined ? {} : { body });
      expect(response.status, response.text).to.be.oneOf([200, 201]);
      const { data, included = [] } = response.document as { data: Shown | Shown[] | null; included?: Shown[] };
      return [data, included].flat().filter((shown) => shown !== null && 'links' in shown);
    };

    for (const [name, ask] of requestsOf(items)) {
      it(`can select only relationships on ${name}`, async () => {
        const shown = await shownBy(ask, `fields[person]=${items.relationship}&fields[${items.type}]=owner`);
        expect(shown).not.to.deep.equal([]);
        for (const { type, attributes, relationships } of shown) {
          expect(attributes).to.deep.equal({});
          expect(relationships).to.have.all.keys(type === 'person' ? items.relationship : 'owner');
        }
      });

      it(`can select only attributes on ${name}`, async () => {
        for (const { type, ...rest } of await shownBy(
          ask,
          `fields[person]=birth_date&fields[${items.type}]=${items.attribute}`,
        )) {
          expect(Object.keys(rest)).to.have.members(['id', 'attributes', 'relationships', 'links']);
          expect(rest.attributes).to.have.all.keys(type === 'person' ? 'birth_date' : items.attribute);
          expect(rest.relationships).to.deep.equal({});
        }
      });
    }

    it('disable an include path by omitting one of its relationships, but not its validation', async () => {
      const { person, item } = await makeWorld(client, items);
      for (const path of [
        `/persons/${person}?include=${items.relationship}&fields[person]=birth_date`,
        `/persons/${person}?include=${items.relationship},${items.relationship}.owner&fields[person]=`,
        `${items.path}/${item}?include=owner&fields[${items.type}]=${items.attribute}`,
      ])
        expect((await client.get(path)).document, path).not.to.have.property('included');
      const partly = await client.get(
        `/persons/${person}?include=${items.relationship},${items.relationship}.owner&fields[${items.type}]=${items.attribute}`,
      );
      expect((partly.document.included as readonly Shown[]).map(({ type }) => type)).to.deep.equal([items.type]);
      expectErrors(
        await client.get(`/persons/${person}?include=owner&fields[person]=birth_date`),
        'invalid-parameter ?include',
      );
    });

    it('of one type do not affect the other', async () => {
      const { person, item } = await makeWorld(client, items);
      const { document } = await client.get(`/persons/${person}?include=${items.relationship}&fields[${items.type}]=`);
      expect(document.data).to.deep.equal(personObject(person, {}, items.linked(item)));
      expect(document.included[0].attributes).to.deep.equal({});
    });

    it('do not affect linkage as primary data', async () => {
      const { person, item } = await makeWorld(client, items);
      const { document } = await client.get(`${items.linkagePath(person)}?fields[person]=birth_date`);
      expect(document.data).to.deep.equal(items.ids(item));
    });
  });
}

async function makeWorld(client: ApiClient, items: OwnedResource): Promise<World> {
  const person = await addPerson(client);
  return { person, item: await items.add(client, 'S1', person) };
}
