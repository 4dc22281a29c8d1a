// Error objects in JSON:API 1.1.
import { expect } from 'chai';
import { checkLast, everyPart, partsOf, type Checks } from '../check.ts';
import { dissect, type Found } from '../documents.ts';
import { operate, operateWith } from '../operations.ts';
import { identify, newPerson, pathOf, relationshipOf } from '../resources.ts';
import { type Exchange, type Session } from '../session.ts';
import { queryOf } from './query-strings.ts';
import { ERROR_TYPE } from './top-level.ts';

const MEMBERS = ['id', 'links', 'status', 'code', 'title', 'detail', 'source', 'meta'];
const JSON_POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;

export const errorObjects: Checks = {
  'error-members': everyPart('errors', 'has only defined members in errors, of the right types', (error, where) => {
    expect(MEMBERS, where).to.include.members(Object.keys(error as object));
    for (const name of ['status', 'code', 'title', 'detail']) expect(error[name], where).to.be.a('string');
    const source = (error.source ?? {}) as Readonly<Record<string, unknown>>;
    expect(['pointer', 'parameter', 'header'], where).to.include.members(Object.keys(source));
    for (const value of Object.values(source)) expect(value, where).to.be.a('string');
    if ('pointer' in source) expect(source['pointer'], where).to.match(JSON_POINTER);
  }),

  'error-member-required': everyPart('errors', 'has at least one defined member in every error', (error, where) => {
    expect(error, where).to.have.any.keys(...MEMBERS);
  }),

  'error-links': checkLast('links every error to its type', (session) => {
    const types = new Map<string, string>();
    for (const { value, where } of partsOf(session, 'errors')) {
      expect(value.links, where).to.have.all.keys('type');
      const { type } = value.links as { readonly type: string };
      if (ERROR_TYPE.test(type)) continue;
      expect(types.get(value.code as string) ?? type, where).to.equal(type);
      types.set(value.code as string, type);
    }
    expect(types.size, 'different codes').to.be.above(5);
    expect(new Set(types.values()).size, 'different types').to.equal(types.size);
  }),

  'error-type': checkLast('serves a page that explains every error type', async (session) => {
    const types = new Set(partsOf(session, 'errors').map(({ value }) => value.links.type as string));
    const [ofProfile, own] = [[...types].filter(isOfProfile), [...types].filter((type) => !isOfProfile(type))];
    expect(ofProfile.length).to.be.above(0);
    const pages = new Map<string, string>();
    for (const type of own) {
      const [page = '', fragment = ''] = type.split('#');
      if (!pages.has(page)) pages.set(page, await textOf(session, page));
      expect(pages.get(page), type).to.include(`id="${fragment}"`);
    }
  }),

  'error-status': checkLast('repeats the status of the response in errors', (session) => {
    for (const { method, path, response } of session.withDocument()) {
      const errors: readonly { readonly status?: string }[] = response.document.errors ?? [];
      for (const { status } of errors) expect(status, `${method} ${path}`).to.match(/^[45]\d\d$/);
      if (errors.length === 1) expect(errors[0]?.status, `${method} ${path}`).to.equal(String(response.status));
    }
  }),

  'error-title': checkLast('gives errors with the same code the same title', (session) => {
    const titles = new Map<string, string>();
    for (const { value, where } of partsOf(session, 'errors')) {
      expect(titles.get(value.code as string) ?? value.title, where).to.equal(value.title);
      titles.set(value.code as string, value.title as string);
    }
    expect(titles.size, 'different codes').to.be.above(5);
  }),

  'error-source': checkLast('gives an error at most one source, which is in the request', (session) => {
    const met = new Set<string>();
    for (const { exchange, value, where } of errorsOf(session)) {
      if (!('source' in value)) continue;
      const [name, ...others] = Object.keys(value.source as object);
      expect(others, where).to.deep.equal([]);
      met.add(name ?? '');
      if (name === 'parameter') {
        expect([...new URLSearchParams(queryOf(exchange.path)).keys()], where).to.include(value.source.parameter);
      }
      if (name === 'header') expect(value.source.header, where).to.match(/^[A-Za-z-]+$/);
    }
    expect([...met]).to.include.members(['pointer', 'parameter']);
  }),

  'error-pointer': checkLast('points only to values in the request document', async (session) => {
    await sendIncomplete(session);
    const pointed = errorsOf(session).filter(({ value }) => value.source?.pointer !== undefined);
    expect(pointed.length).to.be.above(0);
    for (const { exchange, value, where } of pointed)
      expect(
        leadsTo(value.source.pointer as string, documentIn(exchange)),
        `${where}: ${value.source.pointer}`,
      ).to.equal(true);
  }),
};

function isOfProfile(type: string): boolean {
  return ERROR_TYPE.test(type);
}

async function textOf(session: Session, page: string): Promise<string> {
  const response = await session.read(page);
  expect(response.status, page).to.equal(200);
  expect(response.headers.get('content-type'), page).to.match(/^text\/html(?:;|$)/);
  return response.text();
}

/** Every error of the run, with its exchange. */
function errorsOf(session: Session): readonly (Found & { readonly exchange: Exchange })[] {
  return session
    .withDocument()
    .flatMap((exchange) => dissect(exchange).errors.map((error) => ({ exchange, ...error })));
}

/** Sends incomplete documents, and expects errors that name the missing part. */
async function sendIncomplete(session: Session): Promise<void> {
  const person = await newPerson(session);
  const ref = identify(person);
  for (const [missing, response] of [
    [{ attribute: 'name' }, await session.post('/persons', { data: { type: 'person' } })],
    [{ attribute: 'name' }, await session.post('/persons', { data: { type: 'person', attributes: {} } })],
    [{ member: 'type' }, await session.post('/persons', { data: { attributes: { name: 'x' } } })],
    [{ member: 'data' }, await session.post('/persons', {})],
    [{ member: 'id' }, await session.patch(pathOf(person), { data: { type: 'person' } })],
    [{ member: 'data' }, await session.patch(pathOf(person), { data: { ...ref, relationships: { computers: {} } } })],
    [{ member: 'data' }, await session.patch(relationshipOf(person), {})],
    [{ member: 'id' }, await session.post(relationshipOf(person), { data: [{ type: 'computer' }] })],
    [{ member: 'atomic:operations' }, await operateWith(session, {})],
    [{ member: 'op' }, await operate(session, {})],
    [{ member: 'data' }, await operate(session, { op: 'add' })],
    [{ attribute: 'serial' }, await operate(session, { op: 'add', data: { type: 'computer', attributes: {} } })],
    [{ member: 'type' }, await operate(session, { op: 'remove', ref: {} })],
  ] as const) {
    expect(response.status, response.text).to.be.within(400, 499);
    const metas = (response.document.errors as readonly { readonly meta?: object }[]).map(({ meta = {} }) => meta);
    expect(
      metas.some((meta) => Object.entries(missing).every(([name, value]) => Reflect.get(meta, name) === value)),
      `${JSON.stringify(missing)}: ${response.text}`,
    ).to.equal(true);
  }
}

/** The request document; undefined if there is none. */
function documentIn({ body }: Exchange): unknown {
  if (body === undefined) return undefined;
  return JSON.parse(typeof body === 'string' ? body : JSON.stringify(body)) as unknown;
}

/** True if a JSON Pointer (RFC 6901) resolves to a value. */
function leadsTo(pointer: string, document: unknown): boolean {
  const [root, ...tokens] = pointer.split('/');
  let value = document;
  for (const token of tokens) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
    value = Reflect.get(value, name) as unknown;
  }
  return root === '' && document !== undefined;
}
