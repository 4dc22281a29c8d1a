import { expect } from 'chai';
import { check, checkLast, expectError, expectStatus, partsOf, type Checks } from '../check.ts';
import { newPerson, pathOf, relationshipOf } from '../resources.ts';
import { type Session } from '../session.ts';

export const queryParametersAndErrors: Checks = {
  'query-parameters-non-alpha#1': check(
    'names its own query parameters as members, with a character besides a to z',
    async (session) => {
      const own = await ownParameters(session);
      for (const name of own) {
        expect(name).to.match(/^[a-zA-Z0-9](?:[\w -]*[a-zA-Z0-9])?$/);
        expect(name).to.match(/[^a-z]/);
        expectStatus(await session.get(`/persons?${name}=`), 200);
      }
    },
  ),

  'query-parameters-under-camel#1': check(
    'has a capital letter in the names of its own query parameters',
    async (session) => {
      for (const name of await ownParameters(session)) expect(name).to.match(/[A-Z]/);
    },
  ),

  'query-parameters-bad-request#1': check('rejects unknown query parameters', async (session) => {
    const person = await newPerson(session);
    for (const path of ['/', '/persons', pathOf(person), relationshipOf(person)])
      for (const name of ['unknown', 'includes', 'Include', 'unknownName'])
        expectError(await session.get(`${path}?${name}=1`), 400, { parameter: name });
    const data = { type: 'person', attributes: { name: 'x' } };
    expectError(await session.post('/persons?unknown=1', { data }), 400, { parameter: 'unknown' });
    expectError(await session.delete(`${pathOf(person)}?unknown=1`), 400, { parameter: 'unknown' });
    expectStatus(await session.get(pathOf(person)), 200);
  }),

  'error-stop-processing#1': check('reports all errors of one step together', async (session) => {
    const data = { type: 'person', attributes: { name: '', birth_date: 'x', unknown: 1 } };
    const attributes = await session.post('/persons', { data });
    expectStatus(attributes, 422);
    expect(attributes.document.errors).to.have.length(3);
    const parameters = await session.get('/persons?sort=unknown&page[size]=x');
    expectStatus(parameters, 400);
    expect(parameters.document.errors).to.have.length(2);
  }),

  'error-general#1': checkLast('responds to several errors with the most general status', async (session) => {
    // Invalid attributes (422) together with an invalid query (400) get 400.
    const data = { type: 'person', attributes: { name: '', birth_date: 'x' } };
    expectStatus(await session.post('/persons?unknown=1', { data }), 400);
    const several = session.withDocument().filter(({ response }) => response.document.errors?.length > 1);
    expect(several.length).to.be.above(0);
    for (const { path, response } of several)
      for (const { status } of response.document.errors) expect(status, path).to.equal(String(response.status));
  }),

  'error-object-key#1': checkLast('has an array of errors in every error response', (session) => {
    const exchanges = session.withDocument();
    expect(exchanges.some(({ response }) => response.status >= 400)).to.equal(true);
    for (const { method, path, response } of exchanges) {
      const where = `${method} ${path}`;
      if (response.status < 400) expect(response.document, where).not.to.have.property('errors');
      else expect(response.document.errors, where).to.be.an('array').that.is.not.empty;
    }
  }),

  'error-object-members#1': checkLast('has status, code, title, detail and source as defined', (session) => {
    const titles = new Map<string, string>();
    for (const { value, where } of partsOf(session, 'errors')) {
      for (const name of ['status', 'code', 'title', 'detail']) expect(value[name], where).to.be.a('string');
      // The standard: the title should not change from occurrence to occurrence.
      expect(titles.get(value.code) ?? value.title, where).to.equal(value.title);
      titles.set(value.code, value.title);
      if (!('source' in value)) continue;
      expect(['pointer', 'parameter'], where).to.include.members(Object.keys(value.source));
      if ('pointer' in value.source) expect(value.source.pointer, where).to.match(/^(\/([^~/]|~[01])*)*$/);
      if ('parameter' in value.source) expect(value.source.parameter, where).to.be.a('string');
    }
    expect(titles.size, 'different codes').to.be.above(5);
  }),
};

/** The custom query parameters of a route, read from the error about an unknown parameter. */
export async function ownParameters(session: Session, path = '/persons'): Promise<readonly string[]> {
  const names = await parametersOf(session, path);
  const own = names.filter((name) => !/^(?:include|fields|filter|sort|page)(?:\[.*)?$/.test(name));
  expect(own).to.include.members(['includeSort', 'includeFilter']);
  return own;
}

/** All query parameters of a route. Words in capitals between brackets are placeholders. */
export async function parametersOf(session: Session, path: string): Promise<readonly string[]> {
  const { document } = await session.get(`${path}?unknown=1`);
  const [, names = ''] = /Parameters of this route: (.*)$/.exec(document.errors[0].detail as string) ?? [];
  return names.split(', ');
}
