import { expect } from 'chai';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import { addPerson, ownedByPersons } from './persons.ts';

/** Which attributes of a person `fields` selects, and which names it refuses. */
export function describePersonFieldsets({ client }: ApiUnderTest): void {
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
      ...ownedByPersons.flatMap(({ type, attribute }) => [`fields[person]=${attribute}`, `fields[${type}]=birth_date`]),
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
        for (const { path } of ownedByPersons)
          expectErrors(await client.get(`${path}?${encodeURI(parameter)}`), `invalid-parameter ?${name}`);
      });
  });
}
