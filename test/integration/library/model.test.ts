import { expect } from 'chai';
import { apiConfig } from '#composition/api-config';
import { readConfig } from '#composition/config/config';
import { resources } from '#test/support/model';
import { expectErrors } from '../../contract/api/expect-errors.ts';
import { ApiClient, type ApiResponse } from '../../support/api-client.ts';
import { startProcess } from '../../support/service-process.ts';
import '../../unit/adapters/http/api/resources-in-full.test.ts';

describe('The served model', () => {
  it('is the one that RESOURCES names', () => {
    expect(Object.keys(resources)).to.include.members(['author', 'book_copy']);
  });

  it('is part of its entity tags', () => {
    expect(apiConfig(readConfig({})).service)
      .to.have.property('model')
      .with.length(22);
  });

  describe('in a child process', () => {
    let service: ReturnType<typeof startProcess>;
    before(() => {
      service = startProcess({ DATABASE_URL: 'memory:' });
    });
    after(() => service.kill());

    it('is inherited', async () => {
      const answer = await fetch(await service.listening);
      expect(await answer.json()).to.have.nested.property('meta.name', 'library');
    });

    it('reports only the failed check if a unique rule is broken, too', async () => {
      const client = new ApiClient(await service.listening);
      const add = (pin: string): Promise<ApiResponse> => {
        const attributes = { card_number: 'M-1', pin, mail: 'ada@example.org' };
        return client.post('/members', { data: { type: 'member', attributes } });
      };
      expect((await add('4711')).status).to.equal(201);
      expectErrors(await add('4711'), 'not-unique #/data/attributes/card_number');
      expectErrors(await add('NONE'), 'invalid-attribute #/data/attributes/pin');
    });
  });
});
