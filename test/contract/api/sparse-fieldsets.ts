import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import { addComputer, addPerson, computerIds, personId } from './fixtures.ts';

interface World {
  readonly person: string;
  readonly computer: string;
}

interface Shown {
  readonly type: string;
  readonly attributes: object;
  readonly relationships: object;
}

type Ask = (world: World) => readonly [method: string, path: string, body?: unknown];

/** Every way to get resource objects, with both types in the answer where that is possible. */
const requests: readonly (readonly [name: string, ask: Ask])[] = [
  ['GET persons', ({ person }) => ['GET', `/persons?filter[id]=${person}&include=computers`]],
  [
    'POST persons',
    () => ['POST', '/persons?include=computers', { data: { type: 'person', attributes: { name: 'Ada' } } }],
  ],
  ['GET a person', ({ person }) => ['GET', `/persons/${person}?include=computers`]],
  [
    'PATCH a person',
    ({ person: id }) => ['PATCH', `/persons/${id}?include=computers`, { data: { type: 'person', id } }],
  ],
  ['GET computers of a person', ({ person }) => ['GET', `/persons/${person}/computers?include=owner`]],
  [
    'POST computers of a person',
    ({ person }) => [
      'POST',
      `/persons/${person}/computers?include=owner`,
      { data: { type: 'computer', attributes: { serial: 'S2' } } },
    ],
  ],
  ['GET computers', ({ computer }) => ['GET', `/computers?filter[id]=${computer}&include=owner`]],
  [
    'POST computers',
    () => ['POST', '/computers?include=owner', { data: { type: 'computer', attributes: { serial: 'S2' } } }],
  ],
  ['GET a computer', ({ computer }) => ['GET', `/computers/${computer}?include=owner`]],
  [
    'PATCH a computer',
    ({ computer: id }) => ['PATCH', `/computers/${id}?include=owner`, { data: { type: 'computer', id } }],
  ],
  ['GET an owner', ({ computer }) => ['GET', `/computers/${computer}/owner?include=computers`]],
  [
    'PATCH an owner',
    ({ person: id, computer }) => [
      'PATCH',
      `/computers/${computer}/owner?include=computers`,
      { data: { type: 'person', id } },
    ],
  ],
  ...['POST', 'PATCH', 'DELETE'].flatMap((method): (readonly [string, Ask])[] => [
    [
      `${method} computers of a relationship`,
      ({ person, computer }) => [
        method,
        `/persons/${person}/relationships/computers?include=computers`,
        { data: computerIds(computer) },
      ],
    ],
    [
      `${method} owner of a relationship`,
      ({ person, computer }) => [
        method,
        `/computers/${computer}/relationships/owner?include=owner`,
        { data: personId(person) },
      ],
    ],
  ]),
  [
    'GET linkage of a person',
    ({ person }) => ['GET', `/persons/${person}/relationships/computers?include=computers.owner`],
  ],
  [
    'GET linkage of a computer',
    ({ computer }) => ['GET', `/computers/${computer}/relationships/owner?include=owner.computers`],
  ],
];

/** `fields[TYPE]` on every route that answers with resources. */
export function describeSparseFieldsets({ client }: ApiUnderTest): void {
  describe('fields', () => {
    const shownBy = async (ask: Ask, fields: string): Promise<readonly Shown[]> => {
      const [method, path, body] = ask(await makeWorld(client));
      const response = await client.send(method, `${path}&${fields}`, body === undefined ? {} : { body });
      expect(response.status, response.text).to.be.oneOf([200, 201]);
      const { data, included = [] } = response.document as { data: Shown | Shown[] | null; included?: Shown[] };
      return [data, included].flat().filter((item) => item !== null && 'links' in item);
    };

    for (const [name, ask] of requests) {
      it(`leave relationships only on ${name}`, async () => {
        const shown = await shownBy(ask, 'fields[person]=computers&fields[computer]=owner');
        expect(shown).not.to.deep.equal([]);
        for (const { type, attributes, relationships } of shown) {
          expect(attributes).to.deep.equal({});
          expect(relationships).to.have.all.keys(type === 'person' ? 'computers' : 'owner');
        }
      });

      it(`leave attributes only on ${name}`, async () => {
        for (const { type, ...rest } of await shownBy(ask, 'fields[person]=birth_date&fields[computer]=serial')) {
          expect(Object.keys(rest)).to.have.members(['id', 'attributes', 'relationships', 'links']);
          expect(rest.attributes).to.have.all.keys(type === 'person' ? 'birth_date' : 'serial');
          expect(rest.relationships).to.deep.equal({});
        }
      });
    }

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

    it('take an include path its effect when they leave one of its relationships out, but not its check', async () => {
      const { person, computer } = await makeWorld(client);
      for (const path of [
        `/persons/${person}?include=computers&fields[person]=birth_date`,
        `/persons/${person}?include=computers,computers.owner&fields[person]=`,
        `/computers/${computer}?include=owner&fields[computer]=serial`,
      ])
        expect((await client.get(path)).document, path).not.to.have.property('included');
      const partly = await client.get(`/persons/${person}?include=computers,computers.owner&fields[computer]=serial`);
      expect((partly.document.included as readonly Shown[]).map(({ type }) => type)).to.deep.equal(['computer']);
      expectErrors(
        await client.get(`/persons/${person}?include=owner&fields[person]=birth_date`),
        'invalid-parameter ?include',
      );
    });

    it('of one type leave the other whole', async () => {
      const { person } = await makeWorld(client);
      const { document } = await client.get(`/persons/${person}?include=computers&fields[computer]=`);
      expect(document.data.attributes).to.have.all.keys('birth_date', 'display_name');
      expect(document.included[0].attributes).to.deep.equal({});
    });

    it('do not touch linkage that is primary data', async () => {
      const { person, computer } = await makeWorld(client);
      const { document } = await client.get(`/persons/${person}/relationships/computers?fields[person]=birth_date`);
      expect(document.data).to.deep.equal(computerIds(computer));
    });

    for (const parameter of [
      'fields[persons]=name',
      'fields[person]=nmae',
      'fields[person]=serial',
      'fields[computer]=name',
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
        expectErrors(await client.get(`/computers?${encodeURI(parameter)}`), `invalid-parameter ?${name}`);
      });
  });
}

async function makeWorld(client: ApiClient): Promise<World> {
  const person = await addPerson(client);
  return { person, computer: await addComputer(client, 'S1', person) };
}
