import { expect } from 'chai';
import { queryOfModel } from '#adapters/http/pages/query-of-model';
import { served } from '#composition/product/served';
import { startTestService, type TestService } from '../../../support/test-service.ts';

const JSON_API = { 'Content-Type': 'application/vnd.api+json' };

describe('The requests that pages show', () => {
  let service: TestService;

  before(async () => {
    service = await startTestService({ DATABASE_URL: 'memory:' });
  });
  after(() => service.stop());

  for (const { title, path, body } of served.examples.requests)
    it(title, async () => {
      const sent = body === undefined ? {} : { method: 'POST', headers: JSON_API, body: JSON.stringify(body) };
      const answer = await fetch(service.url + path, sent);
      expect(answer.status, await answer.text()).to.equal(body === undefined ? 200 : 201);
    });

  const [...examples] = queryOfModel(Object.values(served.resources)).matchAll(/^GET (.*)$/gm);
  for (const [, path = ''] of examples)
    it(path, async () => {
      const answer = await fetch(service.url + path);
      expect(answer.status, await answer.text()).to.equal(200);
    });

  it('call a field computed only if it is not stored', () => {
    const { resources } = served;
    const said = queryOfModel(Object.values(resources)).match(/ computed; /g) ?? [];
    const computed = Object.values(resources).flatMap(({ fields }) =>
      Object.values(fields).filter(({ kind, stored }) => kind === 'attribute' && stored === undefined),
    );
    expect(said).to.have.lengthOf(computed.length);
  });
});
