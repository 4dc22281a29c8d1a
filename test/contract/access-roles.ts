// Reads and writes of roles without conditions on rows, over HTTP.
import { resources } from '#test/support/model';
import { expect } from 'chai';
import { operationKindOf, operationsOf, type Operation } from '#adapters/http/api/operations';
import { atomicFormat, MEDIA_TYPE } from '#adapters/http/api/media-types';
import { all, bearer, keyEntry, reading } from '../support/access.ts';
import { serveApp, type ServedApp } from '../support/apps.ts';
import { FORM_TYPE } from '../support/api-client.ts';
import { accessFor } from '../support/policy-access.ts';
import { plantRows } from '../support/stored-rows.ts';
import type { OpenStorage } from './rows/guarded-rows.ts';

/** Roles with hidden fields or types. Each parameter and status has an example here; the comparison of policies tries every route. */
const narrow = {
  'no names': { person: { read: { fields: ['birth_date', 'computers'] } }, computer: { read: {} } },
  'no computers': { person: { read: {} } },
};
const views: Readonly<
  Record<keyof typeof narrow, readonly (readonly [path: string, status: number, hides?: string])[]>
> = {
  'no names': [
    ['/persons/1', 200, 'marker-name'],
    ['/computers/1?include=owner', 200, 'marker-name'],
    ['/export/persons.csv', 200, 'marker-name'],
    ['/persons?filter[name]=marker-name', 400],
    ['/persons?filter=[{"name":"id","op":"eq","field":"name"}]', 400],
    ['/computers?sort=-owner__email', 400],
    ['/persons?fields[person]=display_name', 400],
  ],
  'no computers': [
    ['/persons/1', 200, 'computer'],
    ['/computers', 403],
    ['/computers/1/owner', 403],
    ['/persons/1/computers', 404],
    ['/persons/1/relationships/computers', 404],
    ['/persons?include=computers', 400],
  ],
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
    person: { read: { fields: ['birth_date'] }, create: { fields: ['name'] }, update: { fields: ['name'] } },
  },
};

/** @param open opens an empty storage */
export function describeRoles(storage: string, open: OpenStorage): void {
  describe(`A role, with a storage ${storage},`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    let guarded: ServedApp;

    before(async () => {
      opened = await open();
      guarded = await serveApp(opened.unitOfWork, { access: accessOf(roles) });
      await plantRows(opened.unitOfWork, [
        { person: 'marker-name', email: 'marker-email@example.org', birthDate: '1815-12-10' },
        { person: 'Grace' },
        { computer: 'marker-serial', owner: 'marker-name' },
        { computer: 'free' },
      ]);
    });
    after(async () => {
      await guarded.close();
      await opened.close();
    });

    for (const [may, role] of [
      ['do nothing', 'nothing'],
      ['only read', 'reading'],
    ] as const)
      describe(`that may ${may}`, () => {
        for (const operation of operationsOf({ allowUnpaged: true }, resources)) {
          const { kind, method, path } = operation;
          if (kind === 'root' || kind === 'describe' || (role === 'reading' && method === 'GET')) continue;
          it(`is refused ${method} ${path}`, async () => {
            const { status, text } = await send(guarded.url, ...requestFor(operation, role));
            expect([status, JSON.parse(text).errors[0].code]).to.deep.equal([403, 'forbidden']);
          });
          if (method === 'GET' && operationKindOf(operation).query !== 'none' && kind !== 'changes')
            it(`gets the same 403 for QUERY ${path} as for GET`, async () => {
              const [at, request] = requestFor(operation, role);
              const headers = { 'Content-Type': FORM_TYPE };
              const answers = [
                await send(guarded.url, at, request),
                await send(guarded.url, at, { ...request, method: 'QUERY', headers, body: '' }),
                await send(guarded.url, at, { ...request, method: 'QUERY', headers, body: 'nope=1' }),
              ];
              const [get] = answers;
              for (const { status, text } of answers) expect([status, text]).to.deep.equal([403, get?.text]);
            });
        }
      });

    it('that may do nothing has an empty list of permissions at the entry point', async () => {
      const { text } = await send(guarded.url, '/', { role: 'nothing' });
      expect(JSON.parse(text).meta.actor).to.deep.equal({ subject: 'key:nothing', role: 'nothing', may: {} });
    });

    for (const [role, asked] of Object.entries(views))
      for (const [path, status, hides = ''] of asked)
        it(`that sees ${role} gets ${status} at ${path}`, async () => {
          const answer = await send(guarded.url, path, { role });
          expect(answer.status, answer.text).to.equal(status);
          if (status === 200) expect(answer.text.toLowerCase()).not.to.include(hides);
        });

    for (const [role, asked] of Object.entries(views))
      for (const [path, status] of asked)
        it(`that sees ${role} gets the same for QUERY ${path} as for GET`, async () => {
          const [bare = '', body = ''] = path.split('?');
          const headers = { 'Content-Type': FORM_TYPE };
          const [get, answer] = [
            await send(guarded.url, path, { role }),
            await send(guarded.url, bare, { role, method: 'QUERY', headers, body }),
          ];
          expect([answer.status, answer.text]).to.deep.equal([status, get.text]);
          expect(answer.headers.get('ETag')).to.equal(get.headers.get('ETag'));
        });

    it('gets a tag of its own, which reveals neither identifier nor version', async () => {
      const tagFor = async (role: string): Promise<string> =>
        (await send(guarded.url, '/persons/1', { role })).headers.get('ETag') ?? '';
      const [tag, other] = [await tagFor('no names'), await tagFor('all')];
      expect(other).to.match(/^"[\w-]{22}\.[\w-]+"$/);
      expect(tag).not.to.equal(other);
      expect(tag.split('.')[0]).to.equal(other.split('.')[0]);
      for (const [sent, status] of [
        [other, 200],
        [tag, 304],
      ] as const) {
        const headers = { 'If-None-Match': sent };
        expect((await send(guarded.url, '/persons/1', { role: 'no names', headers })).status).to.equal(status);
      }
    });

    describe('that may write some fields', () => {
      const person = (attributes: object, id?: string): object => ({
        data: { type: 'person', ...(id !== undefined && { id }), attributes },
      });
      const computer = (owner: string, id?: string): object => ({
        data: {
          type: 'computer',
          ...(id !== undefined && { id }),
          attributes: { serial: 'x' },
          relationships: { owner: { data: { type: 'person', id: owner } } },
        },
      });

      for (const [what, request, ...pointers] of [
        [
          'each attribute that it may not update',
          ['writer', 'PATCH', '/persons/1', person({ name: 'x', email: 'nobody', birth_date: '1900-01-01' }, '1')],
          '/data/attributes/name',
          '/data/attributes/email',
        ],
        [
          'an attribute that it may update but not create',
          ['writer', 'POST', '/persons', person({ name: 'x', birth_date: '1900-01-01' })],
          '/data/attributes/birth_date',
        ],
        [
          'a relationship that it may not update',
          ['writer', 'PATCH', '/computers/1', computer('2', '1')],
          '/data/relationships/owner',
        ],
        [
          'an owner of a type that it may not update',
          ['creates computers', 'POST', '/computers', computer('1')],
          '/data/relationships/owner/data',
        ],
      ] as const)
        it(`is refused ${what}, and nothing changes`, async () => {
          const [role, method, path, body] = request;
          const before = await send(guarded.url, path, { role: 'all' });
          const { status, text } = await send(guarded.url, path, { role, method, body });
          expect(status).to.equal(403);
          expect(pointersIn(text)).to.deep.equal(pointers);
          expect((await send(guarded.url, path, { role: 'all' })).text).to.equal(before.text);
        });

      it('is refused linkage of a relationship that it may not update', async () => {
        const body = { data: [{ type: 'computer', id: '1' }] };
        const path = '/persons/1/relationships/computers';
        expect((await send(guarded.url, path, { role: 'writer', method: 'POST', body })).status).to.equal(403);
      });

      it('moves computers if it may update both relationships', async () => {
        const path = '/computers/2/relationships/owner';
        for (const data of [{ type: 'person', id: '2' }, null]) {
          const moved = await send(guarded.url, path, { role: 'mover', method: 'PATCH', body: { data } });
          expect(moved.status, moved.text).to.equal(200);
        }
      });

      it('gets the unknown-attribute error for an attribute that it may neither read nor write', async () => {
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

      it('is refused a whole list because of one operation', async () => {
        const add = { op: 'add', data: { type: 'person', attributes: { name: 'Added' } } };
        const remove = { op: 'remove', ref: { type: 'person', id: '1' } };
        const { status, text } = await operate('writer', [add, remove]);
        expect(status).to.equal(403);
        expect(pointersIn(text)).to.deep.equal(['/atomic:operations/1/ref']);
        const added = await send(guarded.url, '/persons?filter[name]=Added', { role: 'all' });
        expect(added.text).to.include('"count":0');
      });

      it('is refused an operation on a type that it does not see', async () => {
        const { status } = await operate('writes what it does not see', [
          { op: 'add', data: { type: 'computer', attributes: { serial: 'x' } } },
        ]);
        expect(status).to.equal(403);
      });

      it('gets results without the fields that it does not see', async () => {
        const add = { op: 'add', data: { type: 'person', attributes: { name: 'marker-added' } } };
        const { status, text } = await operate('writes what it does not see', [add]);
        expect(status).to.equal(200);
        expect(text)
          .to.include('birth_date')
          .and.not.to.match(/marker-added/i);
      });

      it('is told that a relationship that it does not see is unknown', async () => {
        const unlink = { op: 'remove', ref: { type: 'person', id: '1', relationship: 'computers' }, data: [] };
        const { status, text } = await operate('writes what it does not see', [unlink]);
        expect(status).to.equal(400);
        expect(text).to.include('unknown relationship \\"computers\\" of person');
      });
    });

    it('is refused after the headers are checked and before the body is', async () => {
      const bad = { role: 'reading', method: 'POST', body: '{' };
      expect((await send(guarded.url, '/persons', bad)).status).to.equal(403);
      const malformed = await send(guarded.url, '/persons', { ...bad, headers: { 'If-Match': 'x' } });
      expect(malformed.status).to.equal(400);
      const ofAnotherType = await send(guarded.url, '/persons', { ...bad, headers: { 'Content-Type': 'text/plain' } });
      expect(ofAnotherType.status).to.equal(415);
    });

    it('does not share an Idempotency-Key with other actors', async () => {
      const body = { data: { type: 'person', attributes: { name: 'Once' } } };
      const headers = { 'Idempotency-Key': '"shared"' };
      const [one, other] = [
        await send(guarded.url, '/persons', { role: 'all', method: 'POST', body, headers }),
        await send(guarded.url, '/persons', { role: 'writer', method: 'POST', body, headers }),
      ];
      expect([one.status, other.status]).to.deep.equal([201, 201]);
      expect(one.headers.get('Location')).not.to.equal(other.headers.get('Location'));
    });

    it('gets a short response to a repeated request if its rules have changed', async () => {
      const body = { data: { type: 'person', attributes: { name: 'Short' } } };
      const request = { role: 'all', method: 'POST', body, headers: { 'Idempotency-Key': '"short"' } };
      const first = await send(guarded.url, '/persons', request);
      const narrowed = { all: { ...all, person: { ...all.person, read: { fields: ['birth_date'] } } } };
      const later = await serveApp(opened.unitOfWork, { access: accessOf(narrowed) });
      const repeated = await send(later.url, '/persons', request);
      await later.close();
      expect(repeated.status).to.equal(201);
      expect(repeated.headers.get('Location')).to.equal(first.headers.get('Location'));
      expect(JSON.parse(repeated.text)).to.deep.equal({
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
      const body = { 'atomic:operations': operations };
      return send(guarded.url, '/operations', { role, method: 'POST', headers: atomicHeaders, body });
    }
  });
}

function accessOf(inFile: Readonly<Record<string, object>>): ReturnType<typeof accessFor> {
  const names = Object.keys(inFile);
  return accessFor(
    { roles: inFile },
    names.map((name) => ({ name, role: name })),
  );
}

interface Request {
  readonly role: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a string as it is. */
  readonly body?: object | string;
}

interface Sent {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

async function send(url: string, path: string, { role, method = 'GET', headers, body }: Request): Promise<Sent> {
  const response = await fetch(url + path, {
    method,
    headers: { ...bearer(role), 'Content-Type': MEDIA_TYPE, ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

function pointersIn(text: string): readonly unknown[] {
  const { errors }: { readonly errors: readonly { readonly source?: { readonly pointer: string } }[] } =
    JSON.parse(text);
  return errors.map(({ source }) => source?.pointer);
}

const atomicHeaders = { Accept: atomicFormat.mediaType, 'Content-Type': atomicFormat.mediaType };

/** A request whose role is checked before its document. */
function requestFor({ method, path, kind }: Operation, role: string): readonly [path: string, Request] {
  const headers = kind === 'operate' ? atomicHeaders : {};
  return [path.replace(/:\w+/, '1'), { role, method, headers, ...(method !== 'GET' && { body: {} }) }];
}
