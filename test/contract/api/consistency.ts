import { expect } from 'chai';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import { unique } from './fixtures.ts';
import { addPerson } from './persons.ts';

const TOKEN = 'Consistency-Token';

/** Tokens at a service without replicas: it refuses malformed ones and ignores the others. */
export function describeConsistency({ client }: ApiUnderTest): void {
  describe(TOKEN, () => {
    for (const token of [
      '',
      '0',
      'g'.repeat(24),
      'A'.repeat(24),
      'a'.repeat(23),
      'a'.repeat(25),
      `"${'a'.repeat(24)}"`,
    ])
      it(`is refused if it is malformed: ${JSON.stringify(token)}`, async () => {
        const id = await addPerson(client);
        const options = { headers: { [TOKEN]: token } };
        for (const path of ['/persons', `/persons/${id}`, `/persons/${id}/computers`])
          expectErrors(await client.get(path, options), 'invalid-header');
        const data = { type: 'person', id, attributes: { name: unique('N') } };
        const refused = await client.patch(`/persons/${id}`, { data }, options);
        expectErrors(refused, 'invalid-header');
        expect(refused.document.errors[0].meta).to.deep.equal({ header: TOKEN });
      });

    it('is refused if it is there twice', async () => {
      const headers = { [TOKEN]: ['a'.repeat(24), 'a'.repeat(24)] };
      expectErrors(await client.get('/persons', { headers }), 'invalid-header');
    });

    it('changes nothing without replicas, and no answer has one', async () => {
      // Of the first timeline, however far: a server refuses reads with those of later ones than its own.
      const options = { headers: { [TOKEN]: `00000001${'f'.repeat(16)}` } };
      const data = { type: 'person', attributes: { name: 'Ada' } };
      const created = await client.post('/persons', { data }, options);
      expect(created.status).to.equal(201);
      const read = await client.get(created.headers.location ?? '', options);
      expect(read.status).to.equal(200);
      for (const { headers } of [created, read]) expect(headers).not.to.have.property(TOKEN.toLowerCase());
    });
  });
}
