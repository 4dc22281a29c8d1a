import { expect } from 'chai';
import { createClient, PreconditionFailedError, tagOf, type Client } from '../../../client/src/index.ts';
import type { TestService } from '../../support/test-service.ts';
import { each, rejectionOf, startWithSample } from './sample.ts';

const path = { id: '1' };
const change = (birthDate: string) =>
  ({ body: { data: { type: 'person', id: '1', attributes: { birth_date: birthDate } } } }) as const;
const linkage = { path, body: { data: [{ type: 'computer', id: '3' }] } } as const;

describe('The typed client, given what was read,', () => {
  let service: TestService;
  let api: Client;

  beforeEach(async () => {
    service = await startWithSample();
    api = createClient({ baseUrl: service.url });
  });
  afterEach(() => service.stop());

  it('writes while it is current, and goes on with what the write has answered', async () => {
    const ada = await api.get('/persons/{id}', { path });
    const changed = await api.patch('/persons/{id}', { path, ...change('1816-01-01'), ifMatch: ada });
    const again = await api.patch('/persons/{id}', { path, ...change('1817-01-01'), ifMatch: changed });
    const linked = await api.post('/persons/{id}/relationships/computers', { ...linkage, ifMatch: again });
    await api.delete('/persons/{id}', { path, ifMatch: linked });
    expect(await rejectionOf(api.get('/persons/{id}', { path }))).to.include({ status: 404 });
  });

  it('rejects every write once somebody has changed it, and changes nothing', async () => {
    const ada = await api.get('/persons/{id}', { path });
    const computers = await api.get('/persons/{id}/relationships/computers', { path });
    const theirs = await api.patch('/persons/{id}', { path, ...change('1816-01-01') });
    const writes = [
      () => api.patch('/persons/{id}', { path, ...change('1817-01-01'), ifMatch: ada }),
      () => api.delete('/persons/{id}', { path, ifMatch: ada }),
      () => api.post('/persons/{id}/relationships/computers', { ...linkage, ifMatch: computers }),
      () => api.patch('/persons/{id}/relationships/computers', { ...linkage, ifMatch: computers }),
      () => api.delete('/persons/{id}/relationships/computers', { ...linkage, ifMatch: ada }),
    ];
    for (const write of writes) {
      const error = await rejectionOf(write());
      expect(error).to.be.instanceOf(PreconditionFailedError).and.include({ status: 412 });
      expect(each(error.errors, 'code')).to.deep.equal(['precondition-failed']);
    }
    expect(tagOf(await api.get('/persons/{id}', { path }))).to.equal(tagOf(theirs));
  });

  it('never deletes an owner that it has not seen', async () => {
    const owner = { path: { computer_id: '3' } };
    const grace = await api.get('/computers/{computer_id}/owner', owner);
    await api.patch('/computers/{id}/relationships/owner', {
      path: { id: '3' },
      body: { data: { type: 'person', id: '1' } },
    });
    const refused = await rejectionOf(api.delete('/computers/{computer_id}/owner', { ...owner, ifMatch: grace }));
    expect(refused).to.be.instanceOf(PreconditionFailedError);
    const ada = await api.get('/computers/{computer_id}/owner', owner);
    await api.delete('/computers/{computer_id}/owner', { ...owner, ifMatch: ada });
    expect((await api.get('/persons')).meta.count).to.equal(2);
  });

  it('takes the tag of a new resource, and a tag as text', async () => {
    const created = await api.post('/computers', { body: { data: { type: 'computer', attributes: { serial: 'N' } } } });
    const { id } = created.data;
    const body = { data: { type: 'computer', id, attributes: { serial: 'M' } } } as const;
    await api.patch('/computers/{id}', { path: { id }, body, ifMatch: tagOf(created) });
    const refused = await rejectionOf(api.delete('/computers/{id}', { path: { id }, ifMatch: created }));
    expect(refused).to.be.instanceOf(PreconditionFailedError);
    await api.delete('/computers/{id}', { path: { id }, ifMatch: '*' });
  });

  it('keeps the tag out of the document, and sends nothing for a copy without it', async () => {
    const ada = await api.get('/persons/{id}', { path });
    expect(tagOf(ada)).to.match(/^"[\w.-]+"$/);
    expect(JSON.stringify(ada)).not.to.include(JSON.stringify(tagOf(ada)).slice(1, -1));
    const error = await rejectionOf(api.delete('/persons/{id}', { path, ifMatch: { ...ada } }));
    expect(error.message).to.match(/^the document has no entity tag/);
    await api.get('/persons/{id}', { path });
  });
});
