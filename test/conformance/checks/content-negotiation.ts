import { expect } from 'chai';
import { MEDIA_TYPE } from '../../support/api-client.ts';
import { check, checkLast, expectError, expectStatus, type Checks } from '../check.ts';
import { newPerson, pathOf } from '../resources.ts';

const WITH_PARAMETER = `${MEDIA_TYPE}; charset=utf-8`;

export const contentNegotiation: Checks = {
  'response-content-type#1': checkLast('sends every document with the media type and no parameters', (session) => {
    const exchanges = session.withDocument();
    expect(exchanges.length).to.be.above(0);
    for (const { method, path, response } of exchanges)
      expect(response.headers['content-type'], `${method} ${path}`).to.equal(MEDIA_TYPE);
  }),

  'response-unsupported-media-type#1': check('rejects a Content-Type with parameters', async (session) => {
    const person = await newPerson(session);
    const path = pathOf(person);
    const options = { headers: { 'Content-Type': WITH_PARAMETER } };
    const body = { data: { type: 'person', attributes: { name: 'changed' } } };
    expectError(await session.send('POST', '/persons', { ...options, body }), 415);
    expectError(
      await session.send('PATCH', path, { ...options, body: { data: { ...body.data, id: person.id } } }),
      415,
    );
    expectError(await session.send('GET', path, options), 415);
    expectError(await session.send('DELETE', path, options), 415);
    expect((await session.get(path)).document.data).to.deep.equal(person);
  }),

  'response-not-acceptable#1': check(
    'rejects an Accept that has the media type only with parameters',
    async (session) => {
      expectError(await session.get('/persons', { Accept: WITH_PARAMETER }), 406);
      expectError(await session.get('/persons', { Accept: `${WITH_PARAMETER}, ${MEDIA_TYPE};version=1, */*` }), 406);
      expectStatus(await session.get('/persons', { Accept: `${WITH_PARAMETER}, ${MEDIA_TYPE}` }), 200);
    },
  ),
};
