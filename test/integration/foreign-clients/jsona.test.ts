import { expect } from 'chai';
import { Jsona } from 'jsona';
import { ApiClient, query } from '../../support/api-client.ts';
import type { TestService } from '../../support/test-service.ts';
import { each, namedWithoutE1, ownerOf, serialsOf, startWithSample, type Model } from '../clients/sample.ts';

// jsona reads and writes documents and sends nothing itself.
describe('jsona', () => {
  const jsona = new Jsona();
  let service: TestService;
  let client: ApiClient;

  beforeEach(async () => {
    service = await startWithSample();
    client = new ApiClient(service.url);
  });
  afterEach(() => service.stop());

  async function fetchModel(path: string): Promise<Model> {
    const { status, text } = await client.get(path);
    expect(status).to.equal(200);
    return jsona.deserialize(text);
  }

  it('reads lists with what is related', async () => {
    const filter = JSON.stringify([{ name: 'computers__serial', op: 'eq', val: 'E-1' }]);
    const parameters = { filter, sort: '-birth_date', 'page[size]': '1', include: 'computers.owner' };
    const [ada, ...others] = await fetchModel(`/persons${query(parameters)}`);
    expect(others).to.deep.equal([]);
    expect(ada).to.include({ type: 'person', id: '1', birth_date: '1815-12-10' });
    expect(each(ada.computers, 'serial')).to.deep.equal(['E-1', 'E-2']);
    expect(ada.computers[0].owner.display_name).to.equal('ADA <ada@example.org>');
    const found = await fetchModel(`/persons${query({ filter: JSON.stringify(namedWithoutE1) })}`);
    expect(each(found, 'id')).to.deep.equal(['3']);
  });

  it('reads one with what is related, and one with nothing', async () => {
    const computer = await fetchModel('/computers/3?include=owner');
    expect(computer).to.include({ serial: 'M-3' });
    expect(computer.owner.display_name).to.equal('GRACE');
    expect((await fetchModel('/persons/3?include=computers')).computers).to.deep.equal([]);
  });

  it('writes what creates with a relationship', async () => {
    const stuff = {
      type: 'person',
      name: 'Edsger',
      computers: [{ type: 'computer', id: '3' }],
      relationshipNames: ['computers'],
    };
    const { status, document } = await client.post('/persons', jsona.serialize({ stuff }));
    expect(status).to.equal(201);
    expect(document.data.attributes.display_name).to.equal('EDSGER');
    expect(await serialsOf(service, '4')).to.deep.equal(['M-3']);
  });

  it('writes what updates a resource that it has read, once `links` is gone: it takes them for an attribute', async () => {
    const ada = { ...(await fetchModel('/persons/1')), birth_date: '1815-12-11' };
    const refused = await client.patch('/persons/1', jsona.serialize({ stuff: ada }));
    expect(refused.document.errors[0].source).to.deep.equal({ pointer: '/data/attributes/links' });
    delete ada.links;
    const { document } = await client.patch('/persons/1', jsona.serialize({ stuff: ada }));
    expect(document.data.attributes.birth_date).to.equal('1815-12-11');
    expect(await serialsOf(service, '1')).to.deep.equal(['E-1', 'E-2']);
  });

  it('leaves an owner that it has not read alone', async () => {
    const computer = { ...(await fetchModel('/computers/3')), serial: 'M-4' };
    delete computer.links;
    expect((await client.patch('/computers/3', jsona.serialize({ stuff: computer }))).status).to.equal(200);
    expect(await ownerOf(service, '3')).to.equal('2');
  });

  it('writes linkage', async () => {
    const { data } = jsona.serialize({ stuff: [{ type: 'computer', id: '3' }] });
    const path = '/persons/1/relationships/computers';
    const { document } = await client.post(path, { data });
    expect(jsona.deserialize(document)).to.have.property('computers').with.lengthOf(3);
    await client.delete(path, { data });
    expect(await serialsOf(service, '1')).to.deep.equal(['E-1', 'E-2']);
    await client.patch(path, { data });
    expect(await serialsOf(service, '1')).to.deep.equal(['M-3']);
  });
});
