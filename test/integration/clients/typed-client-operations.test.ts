import { expect } from 'chai';
import { createClient, PreconditionFailedError, type AnyOperations, type Client } from '../../../client/src/index.ts';
import type { TestService } from '../../support/test-service.ts';
import { each, ownerOf, rejectionOf, serialsOf, startWithSample } from './sample.ts';

describe('The typed client sends a list of operations,', () => {
  let service: TestService;
  let api: Client;
  let sent: Headers[];

  beforeEach(async () => {
    sent = [];
    service = await startWithSample();
    api = createClient({
      baseUrl: service.url,
      fetch: (request) => {
        sent.push(request.headers);
        return fetch(request);
      },
    });
  });
  afterEach(() => service.stop());

  it('whose results are in their order, and whose local identifiers are those of new resources', async () => {
    const [edsger, engine, grace, gone] = await api
      .operations()
      .add({ type: 'person', lid: 'e', attributes: { name: 'Edsger' } })
      .add({
        type: 'computer',
        attributes: { serial: 'X-1' },
        relationships: { owner: { data: { type: 'person', lid: 'e' } } },
      })
      .update({ type: 'person', id: '2', attributes: { birth_date: null } })
      .remove({ type: 'computer', id: '3' })
      .send();
    expect(edsger.attributes.display_name).to.equal('EDSGER');
    expect(engine.attributes.serial).to.equal('X-1');
    expect(grace.attributes.birth_date).to.equal(null);
    expect(gone).to.equal(undefined);
    expect(await ownerOf(service, engine.id)).to.equal(edsger.id);
    expect(await rejectionOf(api.get('/computers/{id}', { path: { id: '3' } }))).to.include({ status: 404 });
  });

  it('with changes of relationships, and no results where none has a resource', async () => {
    const results = await api
      .operations()
      .link({ type: 'person', id: '3' }, 'computers', [{ type: 'computer', id: '3' }])
      .unlink({ type: 'person', id: '1' }, 'computers', [{ type: 'computer', id: '1' }])
      .replace({ type: 'computer', id: '1' }, 'owner', { type: 'person', id: '3' })
      .replace({ type: 'person', id: '2' }, 'computers', [{ type: 'computer', id: '2' }])
      .send();
    expect(results).to.deep.equal(Array(4).fill(undefined));
    expect(await serialsOf(service, '3')).to.deep.equal(['E-1', 'M-3']);
    expect(await serialsOf(service, '2')).to.deep.equal(['E-2']);
  });

  it('which is done as a whole or not at all', async () => {
    const list = api
      .operations()
      .add({ type: 'person', attributes: { name: 'Edsger' } })
      .remove({ type: 'person', id: '99' });
    const error = await rejectionOf(list.send());
    expect(error).to.include({ status: 404 });
    expect(each(each(error.errors, 'source'), 'pointer')).to.deep.equal(['/atomic:operations/1/ref']);
    expect((await api.get('/persons')).meta.count).to.equal(3);
  });

  it('with what was read as the condition of each', async () => {
    const path = { id: '1' };
    const seen = await api.get('/persons/{id}', { path });
    const change = api
      .operations()
      .update({ type: 'person', id: '1', attributes: { birth_date: null } }, { ifMatch: seen });
    await change.send();
    const link = api.operations().link({ type: 'person', id: '1' }, 'computers', [], { ifMatch: seen });
    for (const late of [change, link]) {
      const error = await rejectionOf(late.send());
      expect(error).to.be.instanceOf(PreconditionFailedError);
    }
    const computers = await api.get('/persons/{id}/relationships/computers', { path });
    const rest = api
      .operations()
      .replace({ type: 'person', id: '1' }, 'computers', [], { ifMatch: computers })
      .remove({ type: 'person', id: '1' }, { ifMatch: '*' });
    await rest.send();
    expect(await rejectionOf(api.get('/persons/{id}', { path }))).to.include({ status: 404 });
  });

  it('as long as is known at run time only', async () => {
    let list: AnyOperations = api.operations();
    for (const name of ['A', 'B', 'C']) {
      list = list.add({ type: 'person', lid: name, attributes: { name } });
      list = list.link({ type: 'person', lid: name }, 'computers', []);
    }
    const results = await list.send();
    expect(results.map((result) => result?.type)).to.deep.equal(Array(3).fill(['person', undefined]).flat());
  });

  it('with a key and headers like other writes, each time it is sent', async () => {
    const list = api.operations().add({ type: 'person', attributes: { name: 'Edsger' } });
    const [first] = await list.send({ idempotencyKey: 'k', headers: { 'X-Request-Id': 'mine' } });
    const [again] = await list.send({ idempotencyKey: 'k' });
    const [other] = await list.send();
    expect(again).to.deep.equal(first);
    expect(other.id).not.to.equal(first.id);
    expect(sent[0]?.get('X-Request-Id')).to.equal('mine');
    expect(sent[0]?.get('Content-Type')).to.equal('application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"');
    expect(sent[2]?.get('Idempotency-Key')).to.match(/^"[0-9a-f]{32}"$/);
  });
});
