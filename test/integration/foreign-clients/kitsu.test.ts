import { expect } from 'chai';
import Kitsu from 'kitsu';
import type { TestService } from '../../support/test-service.ts';
import { each, namedWithoutE1, ownerOf, rejectionOf, serialsOf, startWithSample } from '../clients/sample.ts';

describe('kitsu', () => {
  let service: TestService;
  let api: Kitsu;

  beforeEach(async () => {
    service = await startWithSample();
    api = new Kitsu({ baseURL: service.url, pluralize: false, camelCaseTypes: false, resourceCase: 'none' });
  });
  afterEach(() => service.stop());

  it('lists with filter, sort, page, fields and include', async () => {
    const { data, meta } = await api.get('persons', {
      params: {
        filter: { computers__serial: 'E-1' },
        sort: '-birth_date',
        page: { size: 1, number: 1 },
        include: 'computers.owner',
        fields: { person: 'birth_date,computers' },
      },
    });
    expect(meta).to.deep.equal({ count: 1 });
    expect(data).to.have.lengthOf(1);
    expect(data[0]).to.include({ id: '1', birth_date: '1815-12-10' }).and.not.have.property('display_name');
    expect(each(data[0].computers.data, 'serial')).to.deep.equal(['E-1', 'E-2']);
    expect(data[0].computers.data[0].owner.data.id).to.equal('1');
  });

  it('filters by JSON', async () => {
    const { data } = await api.get('persons', { params: { filter: JSON.stringify(namedWithoutE1) } });
    expect(each(data, 'id')).to.deep.equal(['3']);
  });

  it('fetches one with what is related', async () => {
    const { data } = await api.get('computers/3', { params: { include: 'owner' } });
    expect(data).to.include({ id: '3', serial: 'M-3' });
    expect(data.owner.data).to.include({ id: '2', display_name: 'GRACE' });
  });

  it('fetches what is related, and linkage', async () => {
    const related = await api.get('persons/1/computers', { params: { sort: '-serial' } });
    expect(each(related.data, 'serial')).to.deep.equal(['E-2', 'E-1']);
    const linkage = await api.get('persons/1/relationships/computers');
    expect(each(linkage.data, 'id')).to.deep.equal(['1', '2']);
  });

  it('deletes', async () => {
    const { meta } = await api.delete('persons', '1');
    expect(meta).to.deep.equal({ message: 'Object successfully deleted' });
    const { errors } = await rejectionOf(api.get('persons/1'));
    expect(errors[0]).to.include({ status: '404', code: 'object-not-found' });
  });

  it('shows errors', async () => {
    const body = { name: ' ', birth_date: '1815-02-30' };
    const { errors, response } = await rejectionOf(
      api.request({ method: 'POST', url: 'persons', type: 'person', body }),
    );
    expect(response.status).to.equal(422);
    const pointers = each(each(errors, 'source'), 'pointer');
    expect(pointers).to.deep.equal(['/data/attributes/name', '/data/attributes/birth_date']);
  });

  describe('with workarounds', () => {
    it('needs `request` to write: `post` and `patch` take the path for the type', async () => {
      const { errors } = await rejectionOf(api.post('persons', { name: 'Edsger' }));
      expect(errors[0]).to.include({ status: '409', code: 'type-conflict' });
    });

    it('creates with a relationship', async () => {
      const { data } = await api.request({
        method: 'POST',
        url: 'persons',
        type: 'person',
        body: { name: 'Edsger', computers: { data: [{ type: 'computer', id: '3' }] } },
        params: { include: 'computers' },
      });
      expect(data).to.include({ id: '4', display_name: 'EDSGER' });
      expect(data.computers.data[0].serial).to.equal('M-3');
    });

    it('updates', async () => {
      const body = { id: '1', birth_date: '1815-12-11' };
      const { data } = await api.request({ method: 'PATCH', url: 'persons/1', type: 'person', body });
      expect(data).to.include({ birth_date: '1815-12-11', display_name: 'ADA <ada@example.org>' });
    });

    it('updates what it has fetched, once the owner is included: an absent one becomes an attribute', async () => {
      const { data: blind } = await api.get('computers/3');
      const request = { method: 'PATCH', url: 'computers/3', type: 'computer' } as const;
      const { errors } = await rejectionOf(api.request({ ...request, body: { ...blind, serial: 'M-4' } }));
      expect(errors[0].source).to.deep.equal({ pointer: '/data/attributes/owner' });
      const { data: seen } = await api.get('computers/3', { params: { include: 'owner' } });
      await api.request({ ...request, body: { ...seen, serial: 'M-4' } });
      expect(await serialsOf(service, '2')).to.deep.equal(['M-4']);
    });

    it('adds to, removes from and replaces a to-many relationship; a DELETE needs its body from axios', async () => {
      const relationship = { url: 'persons/1/relationships/computers', type: 'computer' };
      await api.request({ ...relationship, method: 'POST', body: [{ id: '3' }] });
      expect(await serialsOf(service, '1')).to.deep.equal(['E-1', 'E-2', 'M-3']);
      const data = { data: [{ type: 'computer', id: '1' }] };
      await api.request({ ...relationship, method: 'DELETE', body: undefined, axiosOptions: { data } });
      expect(await serialsOf(service, '1')).to.deep.equal(['E-2', 'M-3']);
      await api.request({ ...relationship, method: 'PATCH', body: [{ id: '1' }] });
      expect(await serialsOf(service, '1')).to.deep.equal(['E-1']);
    });

    it('sets and clears a to-one relationship', async () => {
      const relationship = { url: 'computers/1/relationships/owner', type: 'person', method: 'PATCH' } as const;
      await api.request({ ...relationship, body: { id: '2' } });
      expect(await ownerOf(service, '1')).to.equal('2');
      await api.request({ ...relationship, body: null });
      expect(await ownerOf(service, '1')).to.equal(undefined);
    });
  });
});
