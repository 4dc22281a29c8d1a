import { expect } from 'chai';
import { createClient } from '../../../client/src/index.ts';
import { MEDIA_TYPE } from '../../support/api-client.ts';

const TOKEN = 'Consistency-Token';

describe('The typed client of a service with replicas', () => {
  it('sends the latest token with each request, whatever the order of the answers', async () => {
    const [sent, given]: [(string | null)[], string[]] = [[], ['', '0a', '0c', '0b', '']];
    const api = createClient({
      baseUrl: 'http://localhost',
      fetch: async (request) => {
        const token = given[sent.length] ?? '';
        sent.push(request.headers.get(TOKEN));
        const headers = { 'Content-Type': MEDIA_TYPE, ...(token !== '' && { [TOKEN]: token }) };
        return new Response('{"data":null}', { headers });
      },
    });
    const path = { id: '1' };
    await api.get('/persons/{id}', { path });
    await api.patch('/persons/{id}', { path, body: { data: { type: 'person', id: '1' } } });
    await api.patch('/persons/{id}', { path, body: { data: { type: 'person', id: '1' } } });
    await api.delete('/persons/{id}', { path });
    await api.get('/persons/{id}', { path });
    await api.get('/persons/{id}', { path, headers: { [TOKEN]: '00' } });
    expect(sent).to.deep.equal([null, null, '0a', '0c', '0c', '00']);
  });
});
