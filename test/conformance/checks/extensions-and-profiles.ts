// Content negotiation in JSON:API 1.1, and its rules for documents with extensions and profiles.
import { expect } from 'chai';
import { type ApiResponse } from '../../support/api-client.ts';
import {
  ATOMIC,
  ATOMIC_TYPE,
  CURSOR_TYPE,
  CURSORS,
  INCLUDED,
  INCLUDED_CURSOR_TYPE,
  INCLUDED_TYPE,
  MEDIA_TYPE,
  MODERN_TYPE,
  UNKNOWN_PROFILE as UNKNOWN,
} from '../../support/media-types.ts';
import { check, checkLast, expectError, expectStatus, modernPartsOf, type Checks } from '../check.ts';
import { memberNames } from '../documents.ts';
import { OPERATIONS, operate, operateWith, operationHeaders } from '../operations.ts';
import { pageOf } from '../pages.ts';
import {
  expectLinkage,
  identify,
  newComputer,
  newPerson,
  pathOf,
  relatedOf,
  relationshipOf,
  uniqueText,
} from '../resources.ts';
import { type Session } from '../session.ts';
import { definedMembers } from './top-level.ts';

const JSON_API = /^application\/vnd\.api\+json(?:;(?:ext|profile)="[^"]+")*$/;

export const extensionsAndProfiles: Checks = {
  'negotiation-parameters': checkLast('has no media type parameters other than ext and profile', (session) => {
    const types = new Set(session.exchanges.map(({ response }) => response.headers['content-type']));
    types.delete(undefined);
    expect([...types]).to.include.members([MEDIA_TYPE, ATOMIC_TYPE, CURSOR_TYPE]);
    for (const type of types) expect(type).to.match(JSON_API);
  }),

  'negotiation-content-type': checkLast('sends and accepts only the JSON:API media type', async (session) => {
    for (const { method, path, response } of session.exchanges)
      if (response.document !== undefined)
        expect(response.headers['content-type'], `${method} ${path}`).to.match(JSON_API);
    const person = await newPerson(session);
    const attributes = { name: uniqueText() };
    const types: readonly (string | string[])[] = ['application/json', 'text/plain', []];
    for (const type of types) {
      const headers = { 'Content-Type': type };
      const created = { data: { type: 'person', attributes } };
      expectError(await session.send('POST', '/persons', { headers, body: created }), 415);
      const changed = { data: { ...identify(person), attributes } };
      expectError(await session.send('PATCH', pathOf(person), { headers, body: changed }), 415);
    }
    expect((await session.get(`/persons?filter[name]=${attributes.name}`)).document.data).to.deep.equal([]);
    expect((await session.get(pathOf(person))).document.data).to.deep.equal(person);
  }),

  'negotiation-parameter-values': check('reads and writes lists of URIs separated by spaces', async (session) => {
    const { headers } = await session.get('/persons', { Accept: `${MEDIA_TYPE};profile="${UNKNOWN} ${CURSORS}"` });
    expect(headers['content-type']).to.equal(CURSOR_TYPE);
    for (const separator of [',', ';', '\t']) {
      const profile = `profile="${UNKNOWN}${separator}${CURSORS}"`;
      const one = await session.get('/persons?page[size]=1', { Accept: `${MEDIA_TYPE};${profile}` });
      expectStatus(one, 200);
      expect(one.headers['content-type']).to.equal(MEDIA_TYPE);
    }
    await expectRefused(session, `${MEDIA_TYPE};ext="${ATOMIC},${ATOMIC}"`, OPERATIONS);
  }),

  'negotiation-ext-parameter': check('names the extension in every answer to operations', async (session) => {
    const added = await operate(session, add());
    expectStatus(added, 200);
    expect(added.headers['content-type']).to.equal(ATOMIC_TYPE);
    const failed = await operate(session, { op: 'remove', ref: { type: 'person', id: '0' } });
    expectError(failed, 404);
    expect(failed.headers['content-type']).to.equal(ATOMIC_TYPE);
  }),

  'negotiation-profile-parameter': check('names the profile in a page that has it applied', async (session) => {
    for (const path of ['/persons', '/persons?page[after]=', '/computers?page[before]=']) {
      const { headers } = await pageOf(session, `${path}${path.includes('?') ? '&' : '?'}page[size]=1`);
      expect(headers['content-type'], path).to.equal(CURSOR_TYPE);
    }
    const person = await newPerson(session, [await newComputer(session)]);
    // The query parameters alone apply a profile.
    for (const [path, type] of [
      ['/persons?page[size]=1&page[after]=', CURSOR_TYPE],
      [`${relationshipOf(person)}?page[size]=1`, INCLUDED_CURSOR_TYPE],
      [`${pathOf(person)}?page[computers][size]=1`, INCLUDED_TYPE],
      [`/persons?page[size]=1&page[before]=&page[computers][size]=1`, INCLUDED_CURSOR_TYPE],
    ] as const) {
      const { headers, document } = await session.get(path);
      expect(headers['content-type'], path).to.equal(type);
      const profile = [INCLUDED, CURSORS].filter((uri) => type.includes(uri));
      expect(document.jsonapi, path).to.deep.equal({ version: '1.1', profile });
    }
  }),

  'negotiation-content-type-other-parameter': check('rejects other parameters of Content-Type', async (session) => {
    for (const type of [`${MEDIA_TYPE};charset=utf-8`, `${ATOMIC_TYPE};charset=utf-8`, `${MEDIA_TYPE};version=1.1`]) {
      await expectRefused(session, type, OPERATIONS);
      await expectRefused(session, type, '/persons');
    }
  }),

  'negotiation-content-type-unsupported-ext': check('rejects unsupported extensions', async (session) => {
    for (const extensions of [UNKNOWN, `${ATOMIC} ${UNKNOWN}`, `${ATOMIC}/`, 'bulk'])
      await expectRefused(session, `${MEDIA_TYPE};ext="${extensions}"`, OPERATIONS);
    for (const extensions of [UNKNOWN, ATOMIC])
      await expectRefused(session, `${MEDIA_TYPE};ext="${extensions}"`, '/persons');
  }),

  'negotiation-accept-other-parameter': check('ignores entries of Accept with other parameters', async (session) => {
    const list = await session.get('/persons', { Accept: `${CURSOR_TYPE};charset=utf-8, ${MEDIA_TYPE}` });
    expectStatus(list, 200);
    expect(list.headers['content-type']).to.equal(MEDIA_TYPE);
    const Accept = `${ATOMIC_TYPE};charset=utf-8, ${ATOMIC_TYPE}`;
    expectStatus(await sendAdd(session, { ...operationHeaders, Accept }), 200);
  }),

  'negotiation-accept-only-other-parameters': check(
    'rejects an Accept whose entries all have other parameters',
    async (session) => {
      const Accept = `${MEDIA_TYPE};charset=utf-8, ${CURSOR_TYPE};version=1.1, ${ATOMIC_TYPE};version=1.1`;
      expectError(await session.get('/persons', { Accept }), 406);
      expectError(await sendAdd(session, { ...operationHeaders, Accept }), 406);
    },
  ),

  'negotiation-accept-unsupported-ext': check(
    'rejects an Accept whose entries all name an unsupported extension',
    async (session) => {
      for (const extensions of [UNKNOWN, `${ATOMIC} ${UNKNOWN}`]) {
        const type = `${MEDIA_TYPE};ext="${extensions}"`;
        expectError(await session.get('/persons', { Accept: `${type}, ${type};q=0.5` }), 406);
        expectError(await sendAdd(session, { ...operationHeaders, Accept: type }), 406);
        expectStatus(await sendAdd(session, { ...operationHeaders, Accept: `${type}, ${ATOMIC_TYPE}` }), 200);
      }
      expectError(await session.get('/persons', { Accept: ATOMIC_TYPE }), 406);
    },
  ),

  'negotiation-profile-apply': check('applies the profile to lists if it is acceptable', async (session) => {
    const other = 'http://jsonapi.org/profiles/ethanresnick/cursor-pagination';
    for (const [Accept, expected] of [
      [CURSOR_TYPE, CURSOR_TYPE],
      [`${MEDIA_TYPE};profile="${other}"`, CURSOR_TYPE],
      [`${MEDIA_TYPE}, ${CURSOR_TYPE}`, CURSOR_TYPE],
      [`${MEDIA_TYPE};q=0.8, ${CURSOR_TYPE}`, CURSOR_TYPE],
      [`${MEDIA_TYPE}, ${CURSOR_TYPE};q=0.9`, MEDIA_TYPE],
      [`${MEDIA_TYPE}, ${CURSOR_TYPE};q=0`, MEDIA_TYPE],
    ] as const) {
      const response = await session.get('/persons?page[size]=1', { Accept });
      expectStatus(response, 200);
      expect(response.headers['content-type'], Accept).to.equal(expected);
    }
  }),

  'negotiation-profile-unknown': check('ignores unknown profiles on every route', async (session) => {
    const person = await newPerson(session);
    const [path, relationship, none] = [pathOf(person), relationshipOf(person), { data: [] }];
    for (const read of ['/', '/persons?page[size]=1', path, relatedOf(person), relationship])
      expectIgnored(await session.get(read, { Accept: MODERN_TYPE }));
    const data = { type: 'person', attributes: { name: 'x' } };
    const writes: [method: string, path: string, body?: unknown][] = [
      ['POST', '/persons', { data }],
      ['PATCH', path, { data: { ...identify(person), attributes: {} } }],
      ['POST', relationship, none],
      ['PATCH', relationship, none],
      ['DELETE', relationship, none],
      ['DELETE', path],
    ];
    for (const [method, at, body] of writes) {
      const type = body === undefined ? {} : { 'Content-Type': MODERN_TYPE };
      for (const Accept of method === 'DELETE' ? [MODERN_TYPE] : [MODERN_TYPE, MEDIA_TYPE])
        expectIgnored(await session.send(method, at, { headers: { ...type, Accept }, body }));
    }
    const both = {
      'Content-Type': `${ATOMIC_TYPE};profile="${UNKNOWN}"`,
      Accept: `${ATOMIC_TYPE};profile="${UNKNOWN}"`,
    };
    const added = await sendAdd(session, both);
    expectStatus(added, 200);
    expect(added.headers['content-type']).to.equal(ATOMIC_TYPE);
    const list = await session.get('/persons', { Accept: `${MEDIA_TYPE};profile="${CURSORS} ${UNKNOWN}"` });
    expect(list.headers['content-type']).to.equal(CURSOR_TYPE);
    expect(list.document.jsonapi.profile).to.deep.equal([CURSORS]);
  }),

  'negotiation-vary': checkLast('has Vary: Accept in every answer', (session) => {
    expect(session.exchanges.length).to.be.above(0);
    for (const { method, path, response } of session.exchanges)
      expect(response.headers.vary?.split(/, */), `${method} ${path}`).to.include('Accept');
  }),

  'extended-additional-members': checkLast('has no members other than those defined', (session) => {
    const defined = {
      ...definedMembers,
      documents: ['jsonapi', 'atomic:results', 'data', 'errors', 'meta', 'links', 'included'],
      results: ['data', 'meta'],
      linkLists: [...definedMembers.linkLists, 'describedby', 'type'],
      linkObjects: ['href', 'rel', 'describedby', 'title', 'type', 'hreflang', 'meta'],
      versions: ['version', 'ext', 'profile', 'meta'],
    } as const;
    for (const [part, allowed] of Object.entries(defined)) {
      const parts = modernPartsOf(session, part as keyof typeof defined);
      for (const { value, where } of parts) expect(allowed, where).to.include.members(Object.keys(value));
      expect(parts.length, part).to.be.above(0);
    }
    for (const { value, where } of modernPartsOf(session, 'errors'))
      expect(['pointer', 'parameter', 'header'], where).to.include.members(Object.keys(value.source ?? {}));
  }),

  'extended-ignore-members': check('ignores members that are not defined', async (session) => {
    const surplus = { surplus: { nested: true } };
    const person = await newPerson(session);
    const owner = { ...surplus, data: { ...identify(person), ...surplus } };
    const data = { type: 'computer', attributes: { serial: 'x' }, relationships: { owner }, ...surplus };
    const target = { op: 'update', ref: { ...identify(person), ...surplus } };
    const response = await operateWith(session, {
      ...surplus,
      'atomic:operations': [
        { op: 'add', data, ...surplus },
        { ...target, data: { ...identify(person), ...surplus } },
      ],
    });
    expectStatus(response, 200);
    expect(memberNames(response.document)).not.to.include('surplus');
    const [{ data: computer }] = response.document['atomic:results'];
    await expectLinkage(session, computer, identify(person));
    const changes = { ...identify(computer), attributes: {}, ...surplus };
    for (const answer of [
      await session.post('/computers', { data, ...surplus }),
      await session.patch(pathOf(computer), { data: changes, ...surplus }),
      await session.patch(relationshipOf(computer), { data: { ...identify(person), ...surplus }, ...surplus }),
    ]) {
      expect(answer.status, answer.text).to.be.oneOf([200, 201]);
      expect(memberNames(answer.document)).not.to.include('surplus');
    }
  }),

  'extended-top-level': checkLast('has data, errors, meta or results in every document', (session) => {
    const documents = modernPartsOf(session, 'documents');
    expect(documents.length).to.be.above(0);
    for (const { value, where } of documents)
      expect(value, where).to.have.any.keys('data', 'errors', 'meta', 'atomic:results');
  }),

  'extended-self-link': checkLast(
    'names the media type in self if an extension or a profile is applied',
    async (session) => {
      const applied = session
        .withModernDocument()
        .filter(({ response }) => response.headers['content-type'] !== MEDIA_TYPE && response.document.links?.self);
      expect(applied.length).to.be.above(0);
      for (const { method, path, response } of applied)
        expect(response.document.links.self, `${method} ${path}`).to.include({
          type: response.headers['content-type'],
        });
      const { document } = await pageOf(session, '/persons?page[size]=1');
      const again = await session.follow(document.links.self, { Accept: document.links.self.type });
      expect(again.document).to.deep.equal(document);
    },
  ),

  'jsonapi-object-ext-profile': checkLast('names version, extension and profile in jsonapi', async (session) => {
    // A client that does not accept 1.1 gets 1.0.
    const asking = session.exchanges.filter(({ sent, response }) => !('Accept' in sent) && response.status !== 406);
    const documents = asking.filter(({ response }) => response.document !== undefined);
    for (const { method, path, response } of documents)
      expect(response.document.jsonapi, `${method} ${path}`).to.include({ version: '1.1' });
    const { document: added } = await operate(session, add());
    expect(added.jsonapi).to.deep.equal({ version: '1.1', ext: [ATOMIC] });
    const { document: page } = await pageOf(session, '/persons?page[size]=1');
    expect(page.jsonapi).to.deep.equal({ version: '1.1', profile: [CURSORS] });
  }),

  'jsonapi-object-no-negotiation': check('takes no extension and no profile from jsonapi', async (session) => {
    const jsonapi = { version: '1.1', ext: [ATOMIC], profile: [CURSORS] };
    const data = { type: 'person', attributes: { name: 'x' } };
    const headers = { 'Content-Type': MEDIA_TYPE, Accept: MEDIA_TYPE };
    const created = await session.send('POST', '/persons', { headers, body: { data, jsonapi } });
    expectStatus(created, 201);
    expect(created.headers['content-type']).to.equal(MEDIA_TYPE);
    const operations = { 'atomic:operations': [add()], jsonapi };
    const bare = { ...headers, Accept: ATOMIC_TYPE };
    expectError(await session.send('POST', OPERATIONS, { headers: bare, body: operations }), 415);
  }),

  'jsonapi-object-negotiation-by-header': check('goes by the headers, whatever jsonapi says', async (session) => {
    const jsonapi = { version: '1.0', ext: [UNKNOWN] };
    const response = await operateWith(session, { 'atomic:operations': [add()], jsonapi });
    expectStatus(response, 200);
    expect(response.headers['content-type']).to.equal(ATOMIC_TYPE);
  }),
};

function add(name = 'x'): object {
  return { op: 'add', data: { type: 'person', attributes: { name } } };
}

/** Creates a person by an operation, with headers of its own. */
function sendAdd(session: Session, headers: Readonly<Record<string, string>>): ReturnType<Session['send']> {
  return session.send('POST', OPERATIONS, { headers, body: { 'atomic:operations': [add()] } });
}

/** Expects success, and that no profile was applied. */
function expectIgnored(response: ApiResponse): void {
  expect(response.status, response.text).to.be.oneOf([200, 201]);
  expect(response.headers['content-type']).to.equal(MEDIA_TYPE);
  expect(response.document.jsonapi).not.to.have.any.keys('ext', 'profile');
}

/** Expects 415, and that nothing has been created. */
async function expectRefused(session: Session, type: string, path: string): Promise<void> {
  const name = uniqueText();
  const data = { type: 'person', attributes: { name } };
  const body = path === OPERATIONS ? { 'atomic:operations': [add(name)] } : { data };
  const headers = { 'Content-Type': type, Accept: path === OPERATIONS ? ATOMIC_TYPE : MEDIA_TYPE };
  expectError(await session.send('POST', path, { headers, body }), 415);
  expect((await session.get(`/persons?filter[name]=${name}`)).document.data).to.deep.equal([]);
}
