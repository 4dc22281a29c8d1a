// Content negotiation in JSON:API 1.0, except where JSON:API 1.1 changes it for extensions and profiles.
import { expect } from 'chai';
import { ATOMIC_TYPE, CURSOR_TYPE, MEDIA_TYPE } from '../../support/media-types.ts';
import { check, checkLast, expectError, expectStatus } from '../check.ts';
import { newPerson, pathOf, relationshipOf } from '../resources.ts';

const WITH_PARAMETER = `${MEDIA_TYPE}; charset=utf-8`;

export const hasBareMediaType = checkLast(
  'sends the media type without parameters to every request that names no extension and no profile',
  (session) => {
    const bare = session.exchanges.filter(({ sent }) => !/\b(ext|profile)=/.test(Object.values(sent).join()));
    const withDocument = bare.filter(({ response }) => response.document !== undefined);
    expect(withDocument.length).to.be.above(0);
    for (const { method, path, response } of withDocument)
      expect(response.headers['content-type'], `${method} ${path}`).to.equal(MEDIA_TYPE);
  },
);

export const refusesContentType = check(
  'rejects every parameter of Content-Type except profile and, at /operations, ext',
  async (session) => {
    const person = await newPerson(session);
    const path = pathOf(person);
    const body = { data: { type: 'person', attributes: { name: 'changed' } } };
    for (const type of [WITH_PARAMETER, ATOMIC_TYPE, `${CURSOR_TYPE};charset=utf-8`]) {
      const options = { headers: { 'Content-Type': type } };
      expectError(await session.send('POST', '/persons', { ...options, body }), 415);
      expectError(
        await session.send('PATCH', path, { ...options, body: { data: { ...body.data, id: person.id } } }),
        415,
      );
      expectError(await session.send('GET', path, options), 415);
      expectError(await session.send('DELETE', path, options), 415);
    }
    expect((await session.get(path)).document.data).to.deep.equal(person);
  },
);

export const refusesAccept = check(
  'rejects an Accept that names the media type only with parameters other than profile and, at /operations, ext',
  async (session) => {
    const person = await newPerson(session);
    expectError(await session.get('/persons', { Accept: WITH_PARAMETER }), 406);
    expectError(await session.get('/persons', { Accept: `${WITH_PARAMETER}, ${MEDIA_TYPE};version=1, */*` }), 406);
    expectStatus(await session.get('/persons', { Accept: `${WITH_PARAMETER}, ${MEDIA_TYPE}` }), 200);
    for (const path of [pathOf(person), relationshipOf(person), '/', '/persons'])
      for (const Accept of [ATOMIC_TYPE, `${CURSOR_TYPE};version=1`])
        expectError(await session.get(path, { Accept }), 406);
  },
);
