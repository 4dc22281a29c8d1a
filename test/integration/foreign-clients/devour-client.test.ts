import { expect } from 'chai';
import JsonApi from 'devour-client';
import type { TestService } from '../../support/test-service.ts';
import { each, namedWithoutE1, ownerOf, rejectionOf, serialsOf, startWithSample } from '../clients/sample.ts';

describe('devour-client', () => {
  let service: TestService;
  let api: JsonApi;

  beforeEach(async () => {
    service = await startWithSample();
    // Types are singular here; the default sends plural ones.
    api = new JsonApi({ apiUrl: service.url, pluralize: false, logger: false, errorBuilder: (error) => error });
    const computers = { jsonApi: 'hasMany', type: 'computer' };
    const person = { name: '', email: '', birth_date: '', display_name: '', computers };
    api.define('person', person, { collectionPath: 'persons', readOnly: ['display_name'] });
    const owner = { jsonApi: 'hasOne', type: 'person' };
    api.define('computer', { serial: '', owner }, { collectionPath: 'computers' });
  });
  afterEach(() => service.stop());

  it('lists with filter, sort, page, fields and include', async () => {
    const { data, meta, links } = await api.findAll('person', {
      filter: { computers__serial: 'E-1' },
      sort: '-birth_date',
      page: { size: 1, number: 1 },
      include: 'computers.owner',
      fields: { person: 'birth_date,computers' },
    });
    expect(meta).to.deep.equal({ count: 1 });
    expect(links.self).to.be.a('string');
    expect(data).to.have.lengthOf(1);
    expect(data[0]).to.include({ id: '1', birth_date: '1815-12-10' }).and.not.have.property('display_name');
    expect(each(data[0].computers, 'serial')).to.deep.equal(['E-1', 'E-2']);
    expect(data[0].computers[0].owner.id).to.equal('1');
  });

  it('filters by JSON', async () => {
    const { data } = await api.findAll('person', { filter: JSON.stringify(namedWithoutE1) });
    expect(each(data, 'id')).to.deep.equal(['3']);
  });

  it('fetches one with what is related', async () => {
    const { data } = await api.find('computer', '3', { include: 'owner' });
    expect(data).to.include({ id: '3', serial: 'M-3' });
    expect(data.owner).to.include({ id: '2', display_name: 'GRACE' });
  });

  it('fetches what is related, and linkage', async () => {
    const related = await api.one('person', '1').all('computer').get({ sort: '-serial' });
    expect(each(related.data, 'serial')).to.deep.equal(['E-2', 'E-1']);
    const linkage = await api.one('person', '1').relationships('computers').get();
    expect(each(linkage.data, 'id')).to.deep.equal(['1', '2']);
  });

  it('creates with a relationship', async () => {
    const { data } = await api.create('person', { name: 'Edsger', computers: [{ id: '3' }] }, { include: 'computers' });
    expect(data).to.include({ id: '4', display_name: 'EDSGER' });
    expect(data.computers[0].serial).to.equal('M-3');
    await api.one('person', '4').all('computer').post({ serial: 'X-8' });
    expect(await serialsOf(service, '4')).to.deep.equal(['M-3', 'X-8']);
  });

  it('updates what it has fetched', async () => {
    const { data: ada } = await api.find('person', '1');
    const { data } = await api.update('person', { ...ada, birth_date: '1815-12-11' });
    expect(data).to.include({ birth_date: '1815-12-11', display_name: 'ADA <ada@example.org>' });
    expect(await serialsOf(service, '1')).to.deep.equal(['E-1', 'E-2']);
  });

  it('adds to, removes from and replaces a to-many relationship', async () => {
    const { data } = await api
      .one('person', '1')
      .relationships('computers')
      .post([{ id: '3' }]);
    expect(each(data.computers, 'serial')).to.deep.equal(['E-1', 'E-2', 'M-3']);
    await api
      .one('person', '1')
      .relationships('computers')
      .destroy([{ type: 'computer', id: '1' }]);
    expect(await serialsOf(service, '1')).to.deep.equal(['E-2', 'M-3']);
    await api
      .one('person', '1')
      .relationships('computers')
      .patch([{ id: '1' }]);
    expect(await serialsOf(service, '1')).to.deep.equal(['E-1']);
  });

  it('sets and clears a to-one relationship', async () => {
    const { data } = await api.one('computer', '1').relationships('owner').patch({ id: '2' });
    expect(data.owner.display_name).to.equal('GRACE');
    await api.one('computer', '1').relationships('owner').patch(null);
    expect(await ownerOf(service, '1')).to.equal(undefined);
  });

  it('deletes', async () => {
    const { meta } = await api.destroy('person', '1');
    expect(meta).to.deep.equal({ message: 'Object successfully deleted' });
    const errors = await rejectionOf(api.find('person', '1'));
    expect(errors[0]).to.include({ status: '404', code: 'object-not-found' });
  });

  it('names errors by the field', async () => {
    const errors = await rejectionOf(api.create('person', { name: ' ', birth_date: '1815-02-30' }));
    expect(errors).to.have.all.keys('name', 'birth_date');
    expect(errors.name.code).to.equal('invalid-attribute');
  });

  describe('with workarounds', () => {
    it('needs include paths in one text: it sends a list as include[]', async () => {
      const errors = await rejectionOf(api.findAll('person', { include: ['computers'] }));
      expect(errors[0].detail).to.include('unknown parameter "include[]"');
    });

    it('needs the owner included before an update: it takes an absent one for none, and sends that', async () => {
      const { data: blind } = await api.find('computer', '3');
      expect(blind.owner).to.equal(null);
      const { data: seen } = await api.find('computer', '3', { include: 'owner' });
      await api.update('computer', { ...seen, serial: 'M-4' });
      expect(await ownerOf(service, '3')).to.equal('2');
      await api.update('computer', { ...blind, serial: 'M-5' });
      expect(await ownerOf(service, '3')).to.equal(undefined);
    });
  });
});
