import { expect } from 'chai';
import {
  check,
  checkLast,
  everyDocument,
  expectIdentifier,
  expectError,
  expectStatus,
  partsOf,
  type Checks,
} from '../check.ts';
import { hasLinkage, type Part } from '../documents.ts';
import { type Exchange } from '../session.ts';
import {
  newComputer,
  newComputers,
  newPerson,
  pathOf,
  relatedOf,
  relationshipOf,
  serialsStartingWith,
} from '../resources.ts';

/** The members of JSON:API 1.0 by the kind of object. */
export const definedMembers = {
  documents: ['jsonapi', 'data', 'errors', 'meta', 'links', 'included'],
  resources: ['type', 'id', 'attributes', 'relationships', 'links', 'meta'],
  identifiers: ['type', 'id', 'meta'],
  relationships: ['links', 'data', 'meta'],
  linkLists: ['self', 'related', 'first', 'last', 'prev', 'next', 'about'],
  versions: ['version', 'meta'],
  errors: ['id', 'links', 'status', 'code', 'title', 'detail', 'source', 'meta'],
} as const satisfies Partial<Record<Part, readonly string[]>>;

/** The error types of Cursor Pagination. */
export const ERROR_TYPE = /^https:\/\/jsonapi\.org\/profiles\/ethanresnick\/cursor-pagination\/[a-z-]+$/;
const COLLECTION = /^\/(?:\w+|persons\/\d+\/(?:relationships\/)?\w+)(?:\?|$)/;

const showsSeveral = (exchange: Exchange): boolean =>
  (exchange.method === 'GET' || hasLinkage(exchange)) && COLLECTION.test(exchange.path);

export const topLevel: Checks = {
  'json-object#1': checkLast('has an object at the root of every document, and requires one', async (session) => {
    for (const { value, where } of partsOf(session, 'documents')) expect(value, where).to.be.an('object');
    for (const root of [[{ data: { type: 'person', attributes: { name: 'x' } } }], 'text', null])
      expectError(await session.post('/persons', JSON.stringify(root)), 400);
  }),

  'required-top-level#1': everyDocument('has data, errors or meta in every document', ({ response }, where) => {
    expect(response.document, where).to.have.any.keys('data', 'errors', 'meta');
  }),

  'data-errors#1': everyDocument('never has both data and errors', ({ response }, where) => {
    const { document } = response;
    expect('data' in document && 'errors' in document, where).to.equal(false);
  }),

  'optional-top-level#1': check('has jsonapi, links and included along with data', async (session) => {
    const person = await newPerson(session);
    const { document } = await session.get(`${pathOf(person)}?include=computers`);
    expect(document).to.have.all.keys('data', 'jsonapi', 'links', 'included');
  }),

  'data-included#1': everyDocument('never has included without data', ({ response }, where) => {
    const { document } = response;
    expect('included' in document && !('data' in document), where).to.equal(false);
  }),

  'top-level-links#1': check(
    'links a document to itself, to related resources and to the pages of a list',
    async (session) => {
      const computer = await newComputer(session);
      const prefix = await newComputers(session, ['a', 'b']);
      expect((await session.get(pathOf(computer))).document.links).to.have.all.keys('self');
      expect((await session.get(relationshipOf(computer))).document.links).to.have.all.keys('self', 'related');
      const list = await session.get(`/computers?${serialsStartingWith(prefix)}&page[size]=1`);
      expect(list.document.links).to.have.all.keys('self', 'first', 'last', 'next');
    },
  ),

  'primary-data#1': everyDocument('has primary data of the requested kind', (exchange, where) => {
    const { document } = exchange.response;
    if (!('data' in document)) return;
    if (showsSeveral(exchange)) expect(document.data, where).to.be.an('array');
    else expect(document.data, where).to.satisfy((data: unknown) => typeof data === 'object' && !Array.isArray(data));
    for (const item of [document.data ?? []].flat()) {
      if (hasLinkage(exchange)) expectIdentifier(item as object, where);
      else expect(item, where).to.include.all.keys('type', 'id', 'attributes');
    }
  }),

  'logical-collection#1': check('returns a collection as an array, with one item or none', async (session) => {
    const person = await newPerson(session);
    expect((await session.get(relatedOf(person))).document.data).to.deep.equal([]);
    const { id } = await newComputer(session, undefined, person);
    for (const path of [relatedOf(person), relationshipOf(person)]) {
      const { data } = (await session.get(path)).document;
      expect(data).to.be.an('array').with.length(1);
      expect(data[0].id).to.equal(id);
    }
  }),

  'ignore-additional-members#1': check('ignores additional members', async (session) => {
    const person = await newPerson(session);
    const extra = { surplus: { nested: true } };
    const owner = { ...extra, data: { type: 'person', id: person.id, ...extra } };
    const data = { type: 'computer', attributes: { serial: 'x' }, relationships: { owner }, ...extra };
    const response = await session.post('/computers?include=owner', { data, ...extra });
    expectStatus(response, 201);
    expect(response.text).not.to.contain('surplus');
    expect(response.document.data.relationships.owner.data).to.deep.equal({ type: 'person', id: person.id });
  }),

  'member-name-case#1': check('treats member names as case-sensitive', async (session) => {
    const attributes = { name: 'x' };
    expectError(await session.post('/persons', { Data: { type: 'person', attributes } }), 400);
    expectError(await session.post('/persons', { data: { Type: 'person', attributes } }), 400);
    const capital = await session.post('/persons', {
      data: { type: 'person', attributes: { ...attributes, Name: 'x' } },
    });
    expectError(capital, 422, { pointer: '/data/attributes/Name' });
    expectError(await session.get('/computers?sort=Serial'), 400, { parameter: 'sort' });
  }),
};

/** Checks what the Cursor Pagination profile makes of it: two errors have a link `type`, which is of JSON:API 1.1. */
export const hasDefinedMembers = checkLast(
  'has no members other than those defined, and the type of two errors of pages',
  (session) => {
    for (const [part, allowed] of Object.entries(definedMembers))
      for (const { value, where } of partsOf(session, part as keyof typeof definedMembers))
        if (!ERROR_TYPE.test(value.type ?? '')) expect(allowed, where).to.include.members(Object.keys(value));
    const typed = partsOf(session, 'errors').filter(({ value }) => 'links' in value);
    expect(typed.length, 'errors with a type').to.be.above(0);
    for (const { value, where } of typed) {
      expect(value.links, where).to.have.all.keys('type');
      expect(value.links.type, where).to.match(ERROR_TYPE);
    }
  },
);
