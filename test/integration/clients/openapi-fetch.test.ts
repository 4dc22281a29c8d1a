import { expect } from 'chai';
import createClient, { type Client } from 'openapi-fetch';
import { serializeQuery, type paths } from '../../../client/src/index.ts';
import { MEDIA_TYPE } from '../../support/api-client.ts';
import type { TestService } from '../../support/test-service.ts';
import { each, namedWithoutE1, ownerOf, rejectionOf, serialsOf, startWithSample } from './sample.ts';

describe('openapi-fetch', () => {
  let service: TestService;
  let api: Client<paths, typeof MEDIA_TYPE>;
  const path = { id: '1' };
  const headers = { 'Content-Type': MEDIA_TYPE };

  beforeEach(async () => {
    service = await startWithSample();
    api = createClient<paths, typeof MEDIA_TYPE>({
      baseUrl: service.url,
      headers: { Accept: MEDIA_TYPE },
      querySerializer: serializeQuery,
    });
  });
  afterEach(() => service.stop());

  it('lists with filter, sort, page, fields and include', async () => {
    const { data } = await api.GET('/persons', {
      params: {
        query: {
          filter: [{ name: 'computers__serial', op: 'eq', val: 'E-1' }],
          sort: ['-birth_date'],
          'page[size]': 1,
          include: ['computers.owner'],
          'fields[person]': ['birth_date', 'computers'],
        },
      },
    });
    expect(data?.meta?.count).to.equal(1);
    expect(data?.data[0]?.attributes).to.deep.equal({ birth_date: '1815-12-10' });
    expect(each(data?.included ?? [], 'type')).to.deep.equal(['computer', 'computer', 'person']);
    const found = await api.GET('/persons', { params: { query: { filter: [...namedWithoutE1] } } });
    expect(each(found.data?.data ?? [], 'id')).to.deep.equal(['3']);
  });

  it('fetches one with what is related', async () => {
    const { data } = await api.GET('/computers/{id}', { params: { path: { id: '3' }, query: { include: ['owner'] } } });
    expect(data?.data.attributes.serial).to.equal('M-3');
    expect(data?.included?.[0]).to.have.nested.property('attributes.display_name', 'GRACE');
  });

  it('creates with a relationship, updates and deletes', async () => {
    const relationships = { computers: { data: [{ type: 'computer' as const, id: '3' }] } };
    const created = await api.POST('/persons', {
      headers,
      body: { data: { type: 'person', attributes: { name: 'Edsger' }, relationships } },
    });
    expect(created.response.headers.get('Location')).to.equal('/persons/4');
    expect(await serialsOf(service, '4')).to.deep.equal(['M-3']);
    const { data } = await api.PATCH('/persons/{id}', {
      headers,
      params: { path },
      body: { data: { type: 'person', id: '1', attributes: { birth_date: '1815-12-11' } } },
    });
    expect(data?.data.attributes.birth_date).to.equal('1815-12-11');
    const deleted = await api.DELETE('/persons/{id}', { params: { path } });
    expect(deleted.data?.meta.message).to.equal('Object successfully deleted');
  });

  it('changes relationships', async () => {
    const body = { data: [{ type: 'computer' as const, id: '3' }] };
    const request = { headers, params: { path }, body };
    await api.POST('/persons/{id}/relationships/computers', request);
    expect(await serialsOf(service, '1')).to.deep.equal(['E-1', 'E-2', 'M-3']);
    await api.DELETE('/persons/{id}/relationships/computers', request);
    expect(await serialsOf(service, '1')).to.deep.equal(['E-1', 'E-2']);
    await api.PATCH('/persons/{id}/relationships/computers', request);
    expect(await serialsOf(service, '1')).to.deep.equal(['M-3']);
    await api.PATCH('/computers/{id}/relationships/owner', {
      headers,
      params: { path: { id: '3' } },
      body: { data: null },
    });
    expect(await ownerOf(service, '3')).to.equal(undefined);
  });

  it('shows errors', async () => {
    const body = { data: { type: 'person', attributes: { name: ' ' } } } as const;
    const { data, error, response } = await api.POST('/persons', { headers, body });
    expect(data).to.equal(undefined);
    expect(response.status).to.equal(422);
    expect(error?.errors[0]).to.include({ code: 'invalid-attribute' });
  });

  describe('with workarounds', () => {
    it('needs the serializer: its own repeats lists, and throws for filters', async () => {
      const plain = createClient<paths, typeof MEDIA_TYPE>({ baseUrl: service.url });
      const { error } = await plain.GET('/persons', {
        params: { query: { include: ['computers', 'computers.owner'] } },
      });
      expect(error).to.have.nested.property('errors[0].source.parameter', 'include');
      const filtered = plain.GET('/persons', { params: { query: { filter: [...namedWithoutE1] } } });
      expect(await rejectionOf(filtered))
        .to.have.property('message')
        .that.includes('querySerializer');
    });

    it('needs the media type: it sends JSON', async () => {
      const body = { data: { type: 'person', attributes: { name: 'Edsger' } } } as const;
      const { response } = await api.POST('/persons', { body });
      expect(response.status).to.equal(415);
    });
  });
});
