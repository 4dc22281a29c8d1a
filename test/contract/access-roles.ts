// What roles see and may do, over HTTP. Services share one storage, and differ in who asks.
import type { Actor } from '#application/model/actor';
import { expect } from 'chai';
import { isRead, operationKindOf, operationsOf, type Operation } from '#adapters/http/api/operations';
import { atomicFormat, MEDIA_TYPE } from '#adapters/http/api/media-types';
import { readPolicy, type ReadPolicy } from '#adapters/http/policy/read-policy';
import { KeyAuthenticator } from '#adapters/authentication/key-authenticator';
import { BearerAuthenticator } from '#adapters/authentication/bearer-authenticator';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { all, bearer, keyEntry, reading } from '../support/access.ts';
import { serveApp, type ServedApp } from '../support/apps.ts';
import type { OpenStorage } from './rows/guarded-rows.ts';

const MARKERS = ['marker-name', 'marker-email', '1815-12-10', 'MARKER-NAME', 'marker-serial'];

/** Roles whose fields are hidden one way or another. */
const narrow = {
  'no names': { person: { read: { fields: ['birth_date', 'computers'] } }, computer: { read: {} } },
  'no dates': { person: { read: { fields: ['name', 'email', 'display_name', 'computers'] } }, computer: { read: {} } },
  'only display names': { person: { read: { fields: ['display_name'] } }, computer: { read: {} } },
  'no serials': { person: { read: {} }, computer: { read: { fields: ['owner'] } } },
  'no owners': { person: { read: {} }, computer: { read: { fields: ['serial'] } } },
  'no computers': { person: { read: {} } },
  'no persons': { computer: { read: {} } },
};
const roles = {
  ...narrow,
  all,
  reading,
  nothing: {},
  writer: {
    person: { read: {}, update: { fields: ['birth_date'] }, create: { fields: ['name'] } },
    computer: { read: {}, create: {}, update: { fields: ['serial'] } },
  },
  'creates computers': { person: { read: {} }, computer: { read: {}, create: {} } },
  mover: {
    person: { read: {}, update: { fields: ['computers'] } },
    computer: { read: {}, update: { fields: ['owner'] } },
  },
  'writes what it does not see': {
    person: { read: { fields: ['birth_date'] }, update: { fields: ['name'] } },
  },
};

/**
 * @param open opens an empty storage
 * @param share of the questions to ask, as one in so many
 */
export function describeRoles(storage: string, open: OpenStorage, share = 1): void {
  describe(`A role, with a storage ${storage},`, () => {
    const policy = policyOf({ roles });
    const questions = everyQuestion.filter((_, index) => index % share === 0);
    let opened: Awaited<ReturnType<typeof open>>;
    let unitOfWork: UnitOfWork;
    let guarded: ServedApp;

    before(async () => {
      opened = await open();
      ({ unitOfWork } = opened);
      guarded = await serveApp(unitOfWork, { access: accessOf(policy) });
      const ada = { name: 'marker-name', email: 'marker-email@example.org', birth_date: '1815-12-10' };
      await create('person', ada);
      await create('person', { name: 'Grace' });
      await create('computer', { serial: 'marker-serial' }, { owner: { data: { type: 'person', id: '1' } } });
      await create('computer', { serial: 'free' });
    });
    after(async () => {
      await guarded.close();
      await opened.close();
    });

    async function create(type: string, attributes: object, relationships: object = {}): Promise<void> {
      const created = await send(guarded.url, `/${type}s`, {
        role: 'all',
        method: 'POST',
        body: { data: { type, attributes, relationships } },
      });
      expect(created.status, created.text).to.equal(201);
    }

    describe('that may nothing', () => {
      for (const operation of operationsOf({ allowUnpaged: true })) {
        if (operation.kind === 'root' || operation.kind === 'describe') continue;
        it(`is refused ${operation.method} ${operation.path}`, async () => {
          const { status, document } = await send(guarded.url, ...requestFor(operation, 'nothing'));
          expect(status).to.equal(403);
          expect(document).to.have.nested.property('errors[0].code', 'forbidden');
        });
      }

      it('is told so at the entry point', async () => {
        const { document } = await send(guarded.url, '/', { role: 'nothing' });
        expect(document).to.have.deep.nested.property('meta.actor', {
          subject: 'key:nothing',
          role: 'nothing',
          may: {},
        });
      });
    });

    describe('that may only read', () => {
      for (const operation of operationsOf({ allowUnpaged: true })) {
        if (operation.method === 'GET') continue;
        it(`is refused ${operation.method} ${operation.path}`, async () => {
          expect((await send(guarded.url, ...requestFor(operation, 'reading'))).status).to.equal(403);
        });
      }
    });

    for (const [name] of Object.entries(narrow))
      describe(`that sees ${name}`, () => {
        let theirs: ServedApp;
        before(async () => {
          const rules = policy.roles.get(name);
          theirs = await serveApp(unitOfWork, { access: undefined, ...(rules && { resources: rules.resources }) });
        });
        after(() => theirs.close());

        it('is answered like everybody of a service that never had the others, or refused', async () => {
          let compared = 0;
          for (const path of questions) {
            const own = await send(guarded.url, path, { role: name });
            for (const marker of hiddenFrom(name))
              expect(own.text + JSON.stringify(own.headers), path).not.to.include(marker);
            if (isRefused(name, path)) {
              expect(own.status, path).to.equal(403);
              continue;
            }
            const expected = await send(theirs.url, path, {});
            expect([own.status, own.text, own.headers], path).to.deep.equal([
              expected.status,
              expected.text,
              expected.headers,
            ]);
            compared += 1;
          }
          expect(compared).to.be.greaterThan(100 / share);
        });
      });

    it('gets a tag that shows neither identifier nor version, and is not that of another role', async () => {
      const [one, other] = await Promise.all(
        ['all', 'no names'].map((role) => send(guarded.url, '/persons/1', { role, keepsTag: true })),
      );
      const [tag = '', others = ''] = [one?.headers['etag'], other?.headers['etag']];
      expect(tag).to.match(/^"[\w-]{22}\.[\w-]+"$/);
      expect(tag).not.to.equal(others);
      expect(tag.split('.')[0]).to.equal(others.split('.')[0]);
      const again = await send(guarded.url, '/persons/1', { role: 'no names', headers: { 'If-None-Match': tag } });
      expect(again.status).to.equal(200);
      const known = await send(guarded.url, '/persons/1', { role: 'no names', headers: { 'If-None-Match': others } });
      expect(known.status).to.equal(304);
    });

    describe('that may write some fields', () => {
      const person = (attributes: object, id?: string): object => ({
        data: { type: 'person', ...(id !== undefined && { id }), attributes },
      });
      const owner = (id: string): object => ({ owner: { data: { type: 'person', id } } });

      const refusals: readonly (readonly [
        what: string,
        role: string,
        method: string,
        path: string,
        object,
        string[],
      ])[] = [
        ['another attribute', 'writer', 'PATCH', '/persons/1', person({ name: 'x' }, '1'), ['/data/attributes/name']],
        [
          'several',
          'writer',
          'PATCH',
          '/persons/1',
          person({ name: 'x', email: 'nobody', birth_date: '1900-01-01' }, '1'),
          ['/data/attributes/name', '/data/attributes/email'],
        ],
        [
          'another when it creates',
          'writer',
          'POST',
          '/persons',
          person({ name: 'x', birth_date: '1900-01-01' }),
          ['/data/attributes/birth_date'],
        ],
        [
          'an owner whose computers it may not change',
          'writer',
          'POST',
          '/computers',
          { data: { type: 'computer', attributes: { serial: 'x' }, relationships: owner('1') } },
          ['/data/relationships/owner/data'],
        ],
        [
          'an owner of a type that it may not change at all',
          'creates computers',
          'POST',
          '/computers',
          { data: { type: 'computer', attributes: { serial: 'x' }, relationships: owner('1') } },
          ['/data/relationships/owner/data'],
        ],
        [
          'a relationship',
          'writer',
          'PATCH',
          '/computers/1',
          { data: { type: 'computer', id: '1', relationships: owner('2') } },
          ['/data/relationships/owner'],
        ],
      ];
      for (const [what, role, method, path, body, pointers] of refusals)
        it(`is refused ${what}, and nothing changes`, async () => {
          const before = await send(guarded.url, path, { role: 'all' });
          const { status, document } = await send(guarded.url, path, { role, method, body });
          expect(status).to.equal(403);
          expect(pointersIn(document)).to.deep.equal(pointers);
          expect((await send(guarded.url, path, { role: 'all' })).text).to.equal(before.text);
        });

      it('writes those', async () => {
        const changed = await send(guarded.url, '/persons/2', {
          role: 'writer',
          method: 'PATCH',
          body: person({ birth_date: '1906-12-09' }, '2'),
        });
        expect(changed.status, changed.text).to.equal(200);
      });

      it('is refused the linkage of another relationship by the path alone', async () => {
        const body = { data: [{ type: 'computer', id: '1' }] };
        const path = '/persons/1/relationships/computers';
        expect((await send(guarded.url, path, { role: 'writer', method: 'POST', body })).status).to.equal(403);
      });

      it('moves what it may move', async () => {
        const path = '/computers/2/relationships/owner';
        for (const data of [{ type: 'person', id: '2' }, null]) {
          const moved = await send(guarded.url, path, { role: 'mover', method: 'PATCH', body: { data } });
          expect(moved.status, moved.text).to.equal(200);
        }
      });

      it('does not know a field that it may neither read nor write', async () => {
        const role = 'writes what it does not see';
        const unknown = await send(guarded.url, '/persons/2', {
          role,
          method: 'PATCH',
          body: person({ email: 'a@b.de' }, '2'),
        });
        expect(unknown.status).to.equal(422);
        expect(unknown.text).to.include('unknown attribute');
      });

      it('writes what it does not see, and is not shown it', async () => {
        const role = 'writes what it does not see';
        const written = await send(guarded.url, '/persons/2', {
          role,
          method: 'PATCH',
          body: person({ name: 'Hidden' }, '2'),
        });
        expect(written.status, written.text).to.equal(200);
        expect(written.text.toLowerCase()).not.to.include('hidden');
        expect((await send(guarded.url, '/persons?sort=name', { role })).status).to.equal(400);
      });

      it('is refused an operation of a list, and all of the list', async () => {
        const add = { op: 'add', data: { type: 'person', attributes: { name: 'Added' } } };
        const remove = { op: 'remove', ref: { type: 'person', id: '1' } };
        const { status, document } = await operate('writer', [add, remove]);
        expect(status).to.equal(403);
        expect(pointersIn(document)).to.deep.equal(['/atomic:operations/1/ref']);
        const { text } = await send(guarded.url, '/persons?filter[name]=Added', { role: 'all' });
        expect(text).to.include('"count":0');
      });

      it('is refused an operation on a type that it does not see', async () => {
        const { status } = await operate('writes what it does not see', [
          { op: 'add', data: { type: 'computer', attributes: { serial: 'x' } } },
        ]);
        expect(status).to.equal(403);
      });
    });

    it('is refused behind the header fields, and before the body', async () => {
      const bad = { role: 'reading', method: 'POST', rawBody: '{' };
      expect((await send(guarded.url, '/persons', bad)).status).to.equal(403);
      const malformed = await send(guarded.url, '/persons', { ...bad, headers: { 'If-Match': 'x' } });
      expect(malformed.status).to.equal(400);
      const ofAnotherType = await send(guarded.url, '/persons', { ...bad, headers: { 'Content-Type': 'text/plain' } });
      expect(ofAnotherType.status).to.equal(415);
    });

    it('shares no Idempotency-Key with others', async () => {
      const body = { data: { type: 'person', attributes: { name: 'Once' } } };
      const headers = { 'Idempotency-Key': '"shared"' };
      const [one, other] = [
        await send(guarded.url, '/persons', { role: 'all', method: 'POST', body, headers }),
        await send(guarded.url, '/persons', { role: 'writer', method: 'POST', body, headers }),
      ];
      expect([one.status, other.status]).to.deep.equal([201, 201]);
      expect(one.headers['location']).not.to.equal(other.headers['location']);
    });

    it('gets the short answer to a repetition when it may see something else by then', async () => {
      const body = { data: { type: 'person', attributes: { name: 'Short' } } };
      const request = { role: 'all', method: 'POST', body, headers: { 'Idempotency-Key': '"short"' } };
      const first = await send(guarded.url, '/persons', request);
      const narrowed = policyOf({
        roles: { all: { ...all, person: { ...all.person, read: { fields: ['birth_date'] } } } },
      });
      const later = await serveApp(unitOfWork, { access: accessOf(narrowed) });
      const repeated = await send(later.url, '/persons', request);
      await later.close();
      expect(repeated.status).to.equal(201);
      expect(repeated.headers['location']).to.equal(first.headers['location']);
      expect(repeated.document).to.deep.equal({
        meta: { message: 'Already done; read the resource' },
        jsonapi: { version: '1.0' },
      });
    });

    it('is named in the log, without its credentials', () => {
      const log = guarded.lines.join('\n');
      expect(log).to.include('"actor":{"subject":"key:reading","role":"reading"}');
      expect(log).not.to.include('pc_').and.not.to.include(keyEntry('reading', 'reading').sha256);
    });

    function operate(role: string, operations: readonly object[]): Promise<Sent> {
      const { mediaType } = atomicFormat;
      return send(guarded.url, '/operations', {
        role,
        method: 'POST',
        headers: { Accept: mediaType, 'Content-Type': mediaType },
        body: { 'atomic:operations': operations },
      });
    }
  });
}

/** What is asked by each narrow role: everything, and each field by its name in every place that takes one. */
const fields = ['id', 'name', 'email', 'birth_date', 'display_name', 'computers', 'serial', 'owner', 'nothing'];
const paths = [
  ...operationsOf({ allowUnpaged: true })
    .filter((operation) => isRead(operation) && operationKindOf(operation).action !== undefined)
    .flatMap(({ path }) => (path.includes(':') ? ['1', '2'].map((id) => path.replace(/:\w+/, id)) : [path])),
  '/persons/7',
];
const everyQuestion = paths.flatMap((path) => [
  path,
  `${path}?include=computers`,
  `${path}?include=owner`,
  `${path}?include=owner.computers`,
  `${path}?fields[person]=id&fields[computer]=id`,
  `${path}?page[size]=1&page[after]=`,
  ...fields.flatMap((field) => [
    `${path}?sort=${field}`,
    `${path}?sort=-owner__${field}`,
    `${path}?fields[person]=${field}`,
    `${path}?filter[${field}]=1`,
    `${path}?filter[owner__${field}]=1`,
    `${path}?filter=${encodeURIComponent(JSON.stringify([{ name: field, op: 'ne', val: 'marker-name' }]))}`,
    `${path}?filter=${encodeURIComponent(JSON.stringify([{ name: 'id', op: 'eq', field }]))}`,
  ]),
]);

const UNSEEN: Readonly<Record<string, string>> = { 'no computers': 'computers', 'no persons': 'persons' };

function isRefused(role: string, path: string): boolean {
  const plural = UNSEEN[role];
  return plural !== undefined && (path.startsWith(`/${plural}`) || path.startsWith(`/export/${plural}`));
}

/** The marked values that no answer to a role may show. */
function hiddenFrom(role: string): readonly string[] {
  const hidden: Readonly<Record<string, readonly string[]>> = {
    'no names': ['MARKER-NAME', 'marker-email'],
    'no dates': ['1815-12-10'],
    'only display names': ['1815-12-10'],
    'no serials': ['marker-serial'],
    'no computers': ['marker-serial'],
    'no persons': MARKERS.filter((each) => each !== 'marker-serial' && each !== 'marker-name'),
  };
  return hidden[role] ?? [];
}

function policyOf(file: object): ReadPolicy {
  const read = readPolicy({ json: file, duplicates: [] });
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.policy;
}

function accessOf(policy: ReadPolicy) {
  const keys = new KeyAuthenticator();
  keys.use([...policy.roles.keys()].map((role) => ({ ...keyEntry(role, role), claims: {}, expiresAt: undefined })));
  const { anonymous, roles: all } = policy;
  return {
    authenticator: new BearerAuthenticator({ keys, tokens: undefined }),
    anonymous,
    roles: all,
    permissionsOf: (actor: Actor) => policy.permissionsOf(actor),
    onIdentified: () => undefined,
  };
}

interface Request {
  readonly role?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly rawBody?: string;
  readonly keepsTag?: boolean;
}

interface Sent {
  readonly status: number;
  readonly text: string;
  /** But those that differ between any two answers, or by who asks. */
  readonly headers: Readonly<Record<string, string>>;
  readonly document: unknown;
}

async function send(
  url: string,
  path: string,
  { role, method = 'GET', headers = {}, body, rawBody, keepsTag = false }: Request,
): Promise<Sent> {
  const text = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(role !== undefined && bearer(role)),
      ...(text !== undefined && { 'Content-Type': MEDIA_TYPE }),
      ...headers,
    },
    ...(text !== undefined && { body: text }),
  });
  const answer = await response.text();
  const varying = ['date', 'x-request-id', 'vary', ...(keepsTag ? [] : ['etag'])];
  const kept = Object.fromEntries([...response.headers].filter(([name]) => !varying.includes(name)));
  return { status: response.status, text: answer, headers: kept, document: parsed(answer) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function pointersIn(document: unknown): readonly unknown[] {
  const { errors } = document as { readonly errors: readonly { readonly source?: { readonly pointer: string } }[] };
  return errors.map(({ source }) => source?.pointer);
}

/** A request for an operation whose document is not looked at before the role is. */
function requestFor({ method, path, kind }: Operation, role: string): readonly [path: string, Request] {
  const { mediaType } = atomicFormat;
  const headers = kind === 'operate' ? { Accept: mediaType, 'Content-Type': mediaType } : {};
  const body = kind === 'operate' ? { 'atomic:operations': [{ op: 'remove', ref: { type: 'person', id: '1' } }] } : {};
  return [path.replace(/:\w+/, '1'), { role, method, headers, ...(method !== 'GET' && { body }) }];
}
