// Requests of every kind, so that the checks of all documents see every kind of document.
import { expectStatus } from './check.ts';
import { operate } from './operations.ts';
import { pageOf } from './pages.ts';
import {
  deletedResource,
  identify,
  newComputer,
  newPerson,
  pathOf,
  relatedOf,
  relationshipOf,
  serialsStartingWith,
  uniqueText,
  type Identifier,
} from './resources.ts';
import { type Session } from './session.ts';

/** Sends the requests, which leave every kind of document in the session. */
export async function survey(session: Session): Promise<void> {
  const prefix = uniqueText();
  const person = await newPerson(session);
  const computer = await newComputer(session, `${prefix}a`, person);
  const ownerless = await newComputer(session, `${prefix}b`);
  await read(session, prefix, [person, computer, ownerless]);
  await write(session, person, computer, ownerless);
  await fail(session, person);
  await page(session, prefix);
  await performOperations(session, prefix, person);
}

async function read(session: Session, prefix: string, resources: readonly Identifier[]): Promise<void> {
  const queries = ['', '?include=', '?fields[person]=&fields[computer]=serial'];
  for (const each of resources) {
    const [one, both] = each.type === 'person' ? ['computers', 'computers.owner'] : ['owner', 'owner.computers'];
    const includes = [`?include=${one}`, `?include=${both}`, `?include=${both}&fields[person]=computers`];
    for (const path of [pathOf(each), relationshipOf(each)])
      for (const query of [...queries, ...includes]) expectStatus(await session.get(path + query), 200);
    for (const query of queries) expectStatus(await session.get(relatedOf(each) + query), 200);
    const path = each.type === 'person' ? 'computers' : 'owner.computers';
    const bounds = `?include=${both}&page[${path}][size]=1&page[${path}][total]=true&includeSort=-${path}.serial`;
    expectStatus(await session.get(pathOf(each) + bounds), 200);
    if (each.type === 'person')
      for (const query of ['?sort=-serial', '?page[size]=1', '?include=computers&page[before]='])
        expectStatus(await session.get(relationshipOf(each) + query), 200);
  }
  const lists = ['/', '/persons?page[size]=1', `/computers?include=owner&${serialsStartingWith(prefix)}&page[size]=1`];
  const ends = ['&page[number]=2', '&page[number]=9'].map(
    (page) => `/computers?${serialsStartingWith(prefix)}&page[size]=1${page}`,
  );
  for (const path of [...lists, ...ends]) expectStatus(await session.get(path), 200);
}

async function write(session: Session, person: Identifier, computer: Identifier, other: Identifier): Promise<void> {
  const many = { data: [identify(other)] };
  expectStatus(await session.patch(pathOf(person), { data: { ...identify(person), attributes: {} } }), 200);
  expectStatus(await session.post(relationshipOf(person), many), 200);
  expectStatus(await session.delete(relationshipOf(person), many), 200);
  expectStatus(await session.patch(relationshipOf(person), { data: [] }), 200);
  for (const data of [identify(person), null])
    expectStatus(await session.patch(relationshipOf(computer), { data }), 200);
}

async function fail(session: Session, person: Identifier): Promise<void> {
  const gone = await deletedResource(session, 'computer');
  const bad = { type: 'person', attributes: { name: '', unknown: 1 } };
  expectStatus(await session.get('/nowhere'), 404);
  expectStatus(await session.get(pathOf(gone)), 404);
  expectStatus(await session.get('/persons?sort=unknown&include=unknown'), 400);
  expectStatus(await session.get('/persons?filter=[{}]'), 400);
  expectStatus(await session.send('PUT', '/persons', { body: {} }), 405);
  expectStatus(await session.get('/persons', { Accept: 'text/html' }), 406);
  expectStatus(await session.send('POST', '/persons', { body: '{}', headers: { 'Content-Type': 'text/plain' } }), 415);
  expectStatus(await session.post('/persons', '{'), 400);
  expectStatus(await session.post('/persons', { data: { ...bad, id: '1' } }), 403);
  expectStatus(await session.post('/computers', { data: bad }), 409);
  expectStatus(await session.post('/persons', { data: bad }), 422);
  expectStatus(await session.post(relationshipOf(person), { data: [gone] }), 404);
}

async function page(session: Session, prefix: string): Promise<void> {
  const list = `/computers?include=owner&${serialsStartingWith(prefix)}&page[size]=1`;
  for (const position of ['page[after]=', 'page[before]=', 'page[after]=&page[total]=false']) {
    expectStatus(await session.get(`${list}&${position}`), 200);
    await pageOf(session, `${list}&${position}`);
  }
  expectStatus(await session.get(`${list}&page[after]=&page[before]=`), 400);
  expectStatus(await session.get(`${list}&page[after]=x`), 400);
}

async function performOperations(session: Session, prefix: string, person: Identifier): Promise<void> {
  const add = { op: 'add', data: { type: 'computer', lid: 'c', attributes: { serial: `${prefix}c` } } };
  const ref = { ...identify(person), relationship: 'computers' };
  const link = { op: 'add', ref, data: [{ type: 'computer', lid: 'c' }] };
  const update = { op: 'update', data: { ...identify(person), attributes: {} } };
  expectStatus(await operate(session, add, link, update), 200);
  expectStatus(await operate(session, add, link, { op: 'remove', ref: { type: 'computer', lid: 'c' } }), 200);
  expectStatus(await operate(session, { ...link, data: [] }), 204);
  expectStatus(await operate(session, { op: 'unknown' }), 400);
  expectStatus(await operate(session, { op: 'remove', href: '/persons/0' }), 404);
}
