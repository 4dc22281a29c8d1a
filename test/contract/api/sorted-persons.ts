import { expect } from 'chai';
import { query } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { unique, type Identifier } from './fixtures.ts';
import { addPerson } from './persons.ts';

export function describeSortedPersons({ client }: ApiUnderTest): void {
  describe('Lists of persons', () => {
    it('sort in both directions, then by id', async () => {
      const name = unique('sorted');
      const [b, a, c] = [
        await addPerson(client, { name, birth_date: '2001-01-01' }),
        await addPerson(client, { name, birth_date: '2000-01-01' }),
        await addPerson(client, { name }),
      ];
      for (const [sort, order] of [
        ['birth_date', [a, b, c]],
        ['-birth_date', [c, b, a]],
        ['name', [b, a, c]],
        ['-id', [c, a, b]],
        ['', [b, a, c]],
      ] as const) {
        const response = await client.get(`/persons${query({ 'filter[name]': name, sort })}`);
        expect(
          (response.document.data as readonly Identifier[]).map(({ id }) => id),
          sort,
        ).to.deep.equal(order);
      }
    });
  });
}
