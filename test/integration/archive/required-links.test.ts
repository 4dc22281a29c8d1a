// Tests the archive: a model with required relationships and every kind of `onDelete`.
import { expect } from 'chai';
import { bearer, keyEntry, writeAccessFiles } from '../../support/access.ts';
import { startOperated } from '../../support/admin-pages.ts';
import { ApiClient, type ApiResponse } from '../../support/api-client.ts';
import { startCli } from '../../support/cli-process.ts';
import { testServer } from '../../support/postgres-server.ts';
import { killedAfterEach } from '../../support/service-process.ts';
import { expectErrors } from '../../contract/api/expect-errors.ts';

const ARCHIVE = new URL('../../models/archive', import.meta.url).pathname;
const PATHS: Readonly<Record<string, string>> = {
  shelf: '/shelves',
  box: '/boxes',
  reader: '/readers',
  sheet: '/sheets',
  mark: '/marks',
};
const REQUIRED: Readonly<Record<string, string>> = { shelf: 'code', box: 'code', reader: 'name', sheet: 'title' };

/** Marks without a sheet that answer another mark. All of them are deleted with their root. */
const THREADS = JSON.stringify([
  { name: 'sheet', op: 'is_', val: null },
  { name: 'answers__id', op: 'isnot', val: null },
]);

interface Identifier {
  readonly type: string;
  readonly id: string;
}

type Linkage = Readonly<Record<string, Identifier | readonly Identifier[] | null>>;

function resourceOf(type: string, linkage: Linkage = {}, attributes: object = {}): object {
  const { [type]: name = 'color' } = REQUIRED;
  const relationships = Object.entries(linkage).map(([each, data]) => [each, { data }] as const);
  return {
    type,
    attributes: { [name]: 'x', ...attributes },
    ...(relationships.length > 0 && { relationships: Object.fromEntries(relationships) }),
  };
}

/** The requests that the tests send to one service. */
function archiveAt(client: ApiClient) {
  const add = async (type: string, linkage?: Linkage, attributes?: object): Promise<Identifier> => {
    const answer = await client.post(PATHS[type] ?? '', { data: resourceOf(type, linkage, attributes) });
    expect(answer.status, answer.text).to.equal(201);
    return { type, id: answer.document.data.id as string };
  };
  const at = ({ type, id }: Identifier, rest = ''): string => `${PATHS[type]}/${id}${rest}`;
  return {
    client,
    add,
    at,
    statusOf: async (each: Identifier): Promise<number> => (await client.get(at(each))).status,
    versionOf: async (each: Identifier): Promise<string> => String((await client.get(at(each))).headers['etag']),
    /** A box on a shelf, with a sheet that a reader has marked. */
    filled: async () => {
      const shelf = await add('shelf');
      const box = await add('box', { shelf });
      const reader = await add('reader');
      const sheet = await add('sheet', { box });
      const mark = await add('mark', { sheet, reader });
      return { shelf, box, reader, sheet, mark };
    },
  };
}

for (const storage of ['memory', 'PostgreSQL'])
  describe(`Required relationships and deletions, on ${storage}`, () => {
    const killedLater = killedAfterEach();
    let archive: ReturnType<typeof archiveAt>;
    let url: string;

    const environment = (others: Readonly<Record<string, string>>) => ({
      RESOURCES: ARCHIVE,
      LOG_LEVEL: 'error',
      DATABASE_URL: url,
      ...others,
    });
    let shared: Awaited<ReturnType<typeof startOperated>>;
    before(async () => {
      url = storage === 'memory' ? 'memory:' : await (await testServer()).createEmptyDatabase();
      shared = await startOperated(environment({}));
      archive = archiveAt(new ApiClient(shared.url));
    });
    after(() => shared.kill());

    it('refuse a creation without a target, unless the path implies one', async () => {
      const { client, at, filled } = archive;
      const { box, shelf } = await filled();
      const pointer = '/data/relationships/box';
      expectErrors(await client.post('/sheets', { data: resourceOf('sheet') }), `invalid-relationship #${pointer}`);
      expectErrors(
        await client.post('/sheets', { data: resourceOf('sheet', { box: null }) }),
        `invalid-relationship #${pointer}`,
      );
      expect((await client.post(at(box, '/sheets'), { data: resourceOf('sheet') })).status).to.equal(201);
      expectErrors(
        await client.post(at(box, '/sheets'), { data: resourceOf('sheet', { box: null }) }),
        `owner-conflict #${pointer}`,
      );
      expectErrors(
        await client.operate([{ op: 'add', data: resourceOf('box') }]),
        'invalid-relationship #/atomic:operations/0/data/relationships/shelf',
      );
      const added = await client.operate([
        { op: 'add', data: { lid: 'new', ...resourceOf('box', { shelf }) } },
        { op: 'add', data: { ...resourceOf('sheet'), relationships: { box: { data: { type: 'box', lid: 'new' } } } } },
      ]);
      expect(added.status, added.text).to.equal(200);
    });

    it('are marked in the description that the explorer reads', async () => {
      const document = (await (await fetch(`${shared.url}/openapi.json`)).json()) as ApiResponse['document'];
      const { box, reader, marks } = document['x-resources'].sheet.fields;
      expect(box.required).to.equal(true);
      for (const other of [reader, marks]) expect(other).not.to.have.property('required');
    });

    it('determine what the description says of deletions', async () => {
      const { paths } = (await (await fetch(`${shared.url}/openapi.json`)).json()) as ApiResponse['document'];
      for (const path of ['/sheets/{id}', '/sheets/{sheet_id}/box', '/sheets/{sheet_id}/reader'])
        expect(paths[path].delete.description, path).to.include('are deleted too, prevent the deletion');
    });

    it('are among the documented errors of the writes that they can refuse', async () => {
      const { paths } = (await (await fetch(`${shared.url}/openapi.json`)).json()) as ApiResponse['document'];
      const documented: Readonly<Record<string, string>> = {
        'post /sheets': 'TypeConflictOrNotUnique',
        'patch /sheets/{id}': 'TypeConflictOrIdConflictOrNotUniqueOrRelationshipRequired',
        'delete /shelves/{id}': 'StillReferenced',
        'delete /boxes/{id}': 'TooManyOrStillReferenced',
        'delete /marks/{id}': 'TooMany',
        'delete /sheets/{id}': 'TooManyOrStillReferenced',
        'delete /readers/{id}': 'StillReferenced',
        'post /boxes/{id}/relationships/sheets': 'TypeConflict',
        'patch /boxes/{id}/relationships/sheets': 'TypeConflictOrRelationshipRequired',
        'delete /boxes/{id}/relationships/sheets': 'TypeConflictOrRelationshipRequired',
        'patch /sheets/{id}/relationships/marks': 'TypeConflictOrNotUnique',
        'delete /sheets/{id}/relationships/marks': 'TypeConflict',
        'delete /sheets/{sheet_id}/box': 'TooManyOrStillReferenced',
      };
      for (const [operation, codes] of Object.entries(documented)) {
        const [method = '', path = ''] = operation.split(' ');
        const { $ref } = paths[path][method].responses['409'] as { readonly $ref: string };
        const name = [codes, 'IdempotencyKeyInUse'].filter((each) => each !== '').join('Or');
        expect($ref, operation).to.equal(`#/components/responses/${name}`);
      }
    });

    it('refuse to remove the target from either side, but allow another target', async () => {
      const { client, add, at, filled } = archive;
      const { shelf, box, sheet } = await filled();
      const other = await add('box', { shelf });
      const refused = (answer: ApiResponse, pointer: string): void => {
        expectErrors(answer, `relationship-required #${pointer}`);
        expect(answer.document.errors[0].meta).to.deep.equal({ type: 'sheet', relationship: 'box', count: 1 });
      };
      const patch = { ...sheet, relationships: { box: { data: null } } };
      refused(await client.patch(at(sheet), { data: patch }), '/data/relationships/box/data');
      refused(await client.patch(at(sheet, '/relationships/box'), { data: null }), '/data');
      refused(await client.delete(at(sheet, '/relationships/box'), { data: box }), '/data');
      refused(await client.delete(at(box, '/relationships/sheets'), { data: [sheet] }), '/data/0');
      refused(await client.patch(at(box, '/relationships/sheets'), { data: [] }), '/data');
      const emptied = { ...box, relationships: { sheets: { data: [] } } };
      refused(await client.patch(at(box), { data: emptied }), '/data/relationships/sheets/data');
      const operation = { op: 'remove', ref: { ...box, relationship: 'sheets' }, data: [sheet] };
      refused(await client.operate([operation]), '/atomic:operations/0/data/0');
      expect((await client.patch(at(sheet, '/relationships/box'), { data: other })).status).to.equal(200);
      expect((await client.post(at(box, '/relationships/sheets'), { data: [sheet] })).status).to.equal(200);
      expect((await client.get(at(sheet))).document.data.relationships.box.data).to.deep.equal(box);
    });

    it('stand beside checks of attributes, which run after the precondition', async () => {
      const { client, add, at } = archive;
      const shelf = await add('shelf');
      const box = await add('box', { shelf });
      const change = (code: string, headers = {}): Promise<ApiResponse> =>
        client.patch(at(box), { data: { ...box, attributes: { code } } }, { headers });
      const refused = 'invalid-attribute #/data/attributes/code';
      expectErrors(await client.post('/boxes', { data: resourceOf('box', { shelf }, { code: 'NONE' }) }), refused);
      expectErrors(await change('NONE'), refused);
      expect((await change('NONE')).document.errors[0].detail).to.equal('"code" is reserved');
      expectErrors(await change('NONE', { 'If-Match': '"old"' }), 'precondition-failed');
      expect((await change('FAILS')).status).to.equal(500);
      expect((await client.get(at(box))).document.data.attributes.code).to.equal('x');
    });

    it('check the precondition first', async () => {
      const { client, at, filled } = archive;
      const { shelf, sheet } = await filled();
      const stale = { headers: { 'If-Match': '"old"' } };
      expectErrors(await client.delete(at(shelf), undefined, stale), 'precondition-failed');
      expectErrors(await client.patch(at(sheet, '/relationships/box'), { data: null }, stale), 'precondition-failed');
    });

    it('refuse to delete a resource that is still referenced', async () => {
      const { client, add, at, filled } = archive;
      const { shelf, box, reader, sheet } = await filled();
      const answer = await client.delete(at(shelf));
      expectErrors(answer, 'still-referenced ?id');
      expect(answer.document.errors[0].meta).to.deep.equal({ type: 'box', relationship: 'shelf', count: 1 });
      expect((await client.patch(at(sheet, '/relationships/reader'), { data: reader })).status).to.equal(200);
      expectErrors(await client.delete(at(reader)), 'still-referenced ?id');
      expectErrors(await client.delete(at(sheet, '/reader')), 'still-referenced ?sheet_id');
      const operations = [{ op: 'remove', ref: reader }];
      expectErrors(await client.operate(operations), 'still-referenced #/atomic:operations/0/ref');
      expect((await client.operate([{ op: 'remove', ref: sheet }, ...operations])).status).to.equal(204);
      expect((await client.delete(at(box))).status).to.equal(200);
      expect((await client.delete(at(shelf))).status).to.equal(200);
      const empty = await add('shelf');
      expect((await client.delete(at(empty))).status).to.equal(200);
    });

    it('delete the resources that cascade from a deleted one, and end the other links', async () => {
      const { client, add, at, filled, statusOf, versionOf } = archive;
      const { shelf, box, reader, sheet, mark } = await filled();
      const borrowed = await add('sheet', { box, reader });
      const before = { shelf: await versionOf(shelf), reader: await versionOf(reader) };
      expect((await client.delete(at(box))).status).to.equal(200);
      for (const gone of [box, sheet, borrowed, mark]) expect(await statusOf(gone)).to.equal(404);
      expect(await versionOf(shelf)).not.to.equal(before.shelf);
      expect(await versionOf(reader)).not.to.equal(before.reader);
      expect((await client.get(at(reader))).document.data.relationships.sheets.data).to.deep.equal([]);
    });

    it('cascade to resources that the same list of operations has just linked', async () => {
      const { client, add, filled, statusOf } = archive;
      const { shelf, box, sheet, mark } = await filled();
      const other = await add('box', { shelf });
      const answer = await client.operate([
        { op: 'update', ref: { ...sheet, relationship: 'box' }, data: other },
        { op: 'add', data: { lid: 'new', ...resourceOf('sheet', { box: other }) } },
        { op: 'remove', ref: other },
      ]);
      expect(answer.status, answer.text).to.equal(200);
      for (const gone of [other, sheet, mark]) expect(await statusOf(gone)).to.equal(404);
      expect(await statusOf(box)).to.equal(200);
    });

    it('cascade from a resource that the same operations have added', async () => {
      const { client, add, statusOf } = archive;
      const linked = await add('mark');
      const reply = await add('mark', { answers: linked });
      const answer = await client.operate([
        { op: 'add', data: { lid: 'new', ...resourceOf('mark', { replies: [linked] }) } },
        { op: 'remove', ref: { type: 'mark', lid: 'new' } },
      ]);
      expect(answer.status, answer.text).to.equal(200);
      for (const gone of [linked, reply]) expect(await statusOf(gone)).to.equal(404);
    });

    it('cascade down a tree, and around a circle of resources of one type', async () => {
      const { client, add, at, filled, statusOf } = archive;
      const { sheet, mark } = await filled();
      const reply = await add('mark', { answers: mark });
      const [second, third] = [await add('mark', { answers: reply }), await add('mark', { answers: reply })];
      const last = await add('mark', { answers: second });
      expect((await client.patch(at(mark, '/relationships/answers'), { data: last })).status).to.equal(200);
      const other = await add('mark', { sheet, answers: third });
      expect((await client.delete(at(second))).status).to.equal(200);
      for (const gone of [mark, reply, second, third, last, other]) expect(await statusOf(gone)).to.equal(404);
      expect(await statusOf(sheet)).to.equal(200);
    });

    it('cascade around a circle of types, and are not refused if the referring resources are deleted as well', async () => {
      const { client, add, at, filled, statusOf, versionOf } = archive;
      const { shelf, box, reader, sheet, mark } = await filled();
      expect((await client.patch(at(shelf, '/relationships/index'), { data: sheet })).status).to.equal(200);
      const mentioning = await add('sheet', {
        box: await add('box', { shelf: await add('shelf') }),
        mentions: [sheet],
      });
      const before = [await versionOf(mentioning), await versionOf(reader)];
      expectErrors(await client.delete(at(sheet)), 'still-referenced ?id');
      expect((await client.delete(at(box))).status).to.equal(200);
      for (const gone of [shelf, box, sheet, mark]) expect(await statusOf(gone)).to.equal(404);
      expect(before).to.not.include.members([await versionOf(mentioning), await versionOf(reader)]);
      const { relationships } = (await client.get(at(mentioning))).document.data;
      expect(relationships.mentions.data).to.deep.equal([]);
    });

    it('leave no orphan when a tree grows while its root is deleted', async () => {
      const { client, add, at } = archive;
      for (let round = 0; round < 10; round += 1) {
        const root = await add('mark');
        const replies = await Promise.all([1, 2, 3].map(() => add('mark', { answers: root })));
        const answers = await Promise.all([
          ...replies.map((answered) => client.post('/marks', { data: resourceOf('mark', { answers: answered }) })),
          client.delete(at(root)),
          ...replies.map((answered) => client.post(at(answered, '/replies'), { data: resourceOf('mark') })),
          client.patch(at(replies[0] ?? root, '/relationships/answers'), { data: replies[1] ?? root }),
        ]);
        for (const { status, text } of answers) expect([200, 201, 404], text).to.include(status);
        const { document } = await client.get(`/marks?page[size]=0&filter=${encodeURIComponent(THREADS)}`);
        expect(document.data).to.deep.equal([]);
      }
    });

    it('cascade to at most MAX_CASCADE resources for each deletion, alone or in a list', async () => {
      const service = killedLater(await startOperated(environment({ MAX_CASCADE: '3' })));
      const { client, add, at, statusOf } = archiveAt(new ApiClient(service.url));
      const shelf = await add('shelf');
      const box = await add('box', { shelf });
      const sheet = await add('sheet', { box });
      for (const color of ['red', 'blue', 'green']) await add('mark', { sheet }, { color });
      expectErrors(await client.delete(at(box)), 'too-many');
      let answered = await add('mark');
      const root = answered;
      for (let depth = 0; depth < 4; depth += 1) answered = await add('mark', { answers: answered });
      expectErrors(await client.delete(at(root)), 'too-many');
      expect((await client.delete(at(answered))).status).to.equal(200);
      expect((await client.delete(at(root))).status).to.equal(200);
      expect((await client.delete(at(sheet))).status).to.equal(200);
      expect((await client.delete(at(box))).status).to.equal(200);

      const boxOf = async (sheets: number): Promise<Identifier> => {
        const filled = await add('box', { shelf });
        for (let count = 0; count < sheets; count += 1) await add('sheet', { box: filled });
        return filled;
      };
      const remove = (...refs: readonly Identifier[]) => client.operate(refs.map((ref) => ({ op: 'remove', ref })));
      const tooLarge = await boxOf(12);
      const [first, second, third] = [await boxOf(3), await boxOf(3), await boxOf(3)];
      expectErrors(await remove(first, tooLarge), 'too-many');
      for (const relationships of [{}, { shelf: { data: shelf } }]) {
        const update = { op: 'update', data: { ...tooLarge, attributes: { code: 'B-2' }, relationships } };
        const answer = await client.operate([update, { op: 'remove', ref: await boxOf(3) }]);
        expect(answer.status, answer.text).to.equal(200);
      }
      expect((await remove(first, second, third)).status).to.equal(204);
      for (const gone of [first, second, third]) expect(await statusOf(gone)).to.equal(404);
      expect(await statusOf(tooLarge)).to.equal(200);
    });

    it('leave no broken link when both ends are written at once', async () => {
      const { client, add, at } = archive;
      const shelf = await add('shelf');
      for (let round = 0; round < 10; round += 1) {
        const box = await add('box', { shelf });
        const sheets = await Promise.all([1, 2, 3].map(() => add('sheet', { box })));
        const other = await add('box', { shelf });
        const answers = await Promise.all([
          client.delete(at(box)),
          client.post('/sheets', { data: resourceOf('sheet', { box }) }),
          client.post(at(box, '/sheets'), { data: resourceOf('sheet') }),
          ...sheets.map((sheet) => client.patch(at(sheet, '/relationships/box'), { data: other })),
          ...sheets.map((sheet) => client.post('/marks', { data: resourceOf('mark', { sheet }) })),
        ]);
        expect(answers.map(({ status }) => status)).to.satisfy((all: readonly number[]) =>
          all.every((status) => [200, 201, 204, 404].includes(status)),
        );
        const left = (await client.get('/sheets?include=box&page[size]=0')).document;
        for (const { relationships } of left.data) expect(relationships.box.data).not.to.equal(null);
        const marks = (await client.get('/marks?page[size]=0')).document.data;
        const ids = new Set(left.data.map(({ id }: Identifier) => id));
        for (const { relationships } of marks)
          if (relationships.sheet.data !== null) expect(ids).to.include(relationships.sheet.data.id);
      }
    });

    it('stamp resources that are created or changed, but not those that are only linked to', async () => {
      const { client, add, at, filled } = archive;
      const { sheet, shelf, reader } = await filled();
      const stampsOf = async (): Promise<readonly string[]> => {
        const { created_at: created, changed_at: changed } = (await client.get(at(sheet))).document.data.attributes;
        return [created, changed];
      };
      const [created = '', first = ''] = await stampsOf();
      expect(created).to.match(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(first).to.equal(created);
      await add('mark', { sheet, reader }, { color: 'blue' });
      expect(await stampsOf(), 'a link to it').to.deep.equal([created, first]);
      const same = { ...sheet, attributes: { title: 'x', created_at: created, changed_at: first } };
      expect((await client.patch(at(sheet), { data: same })).status).to.equal(200);
      expect(await stampsOf(), 'no change').to.deep.equal([created, first]);
      const renamed = await client.patch(at(sheet), { data: { ...sheet, attributes: { title: 'y' } } });
      const [, second = ''] = await stampsOf();
      expect(renamed.document.data.attributes.changed_at).to.equal(second);
      expect(second > first, `${second} > ${first}`).to.equal(true);
      const other = await add('box', { shelf });
      expect((await client.patch(at(sheet, '/relationships/box'), { data: other })).status).to.equal(200);
      const [stillCreated, third = ''] = await stampsOf();
      expect(third > second, `${third} > ${second}`).to.equal(true);
      expect(stillCreated).to.equal(created);
      for (const sent of [{ created_at: '2000-01-01T00:00:00.000Z' }, { changed_at: first }])
        expectErrors(
          await client.patch(at(sheet), { data: { ...sheet, attributes: sent } }),
          `invalid-attribute #/data/attributes/${Object.keys(sent).join()}`,
        );
      const list = [1, 2].map(() => ({ op: 'add', data: resourceOf('sheet', { box: other }) }));
      const added = (await client.operate(list)).document['atomic:results'];
      expect(added[0].data.attributes.created_at).to.equal(added[1].data.attributes.created_at);
      const filter = JSON.stringify([{ name: 'changed_at', op: 'gt', val: second }]);
      const found = await client.get(`/sheets?sort=-changed_at&filter=${encodeURIComponent(filter)}`);
      expect(found.document.data).to.have.length(3);
    });
  });

describe('A policy with values for new resources', () => {
  const everything = { read: {}, create: {}, update: {}, delete: {} };
  const own = { reader: { claim: 'reader' }, status: 'published' };
  const required = { box: { claim: 'box' } };
  const policy = {
    roles: {
      admin: Object.fromEntries(Object.keys(PATHS).map((type) => [type, everything])),
      writer: {
        box: { read: {}, update: { fields: ['sheets'] } },
        sheet: {
          read: { fields: ['title', 'status', 'box'] },
          create: { fields: ['title', 'box'], set: own, where: [{ name: 'status', op: 'eq', val: 'published' }] },
        },
      },
      // Does not know the code that is set for it, which fails a check.
      stacker: {
        shelf: { read: {}, update: { fields: ['boxes'] } },
        box: { read: { fields: ['shelf'] }, create: { fields: ['shelf'], set: { code: 'NONE' } } },
      },
      // May read the box that is set.
      filer: {
        box: { read: {} },
        sheet: { read: {}, create: { fields: ['note'], set: { ...required, title: 'new' } } },
      },
      // May read neither boxes nor readers.
      marker: {
        sheet: {
          read: { fields: ['title'] },
          create: { fields: ['title'], set: required },
          update: { fields: ['marks'] },
        },
        mark: {
          read: { fields: ['color', 'sheet'] },
          create: { fields: ['color', 'sheet'], set: { reader: { claim: 'reader' } } },
        },
      },
    },
  };

  const WITHOUT_VALUE: Readonly<Record<string, object>> = {
    'is missing': {},
    'has another kind': { reader: true },
    'is not an identifier': { reader: 'ada' },
    'is the id of no resource': { reader: '99' },
  };
  const access = writeAccessFiles(policy);
  const as = (name: string) => ({ headers: bearer(name) });
  let service: Awaited<ReturnType<typeof startOperated>>;
  let client: ApiClient;

  /** Starts a service with a box and two readers. There is a key for each role, and for each kind of unusable claim. */
  before(async () => {
    access.writeKeys([
      keyEntry('root', 'admin'),
      ...['writer', 'filer', 'marker', 'stacker'].map((role) => ({
        ...keyEntry(role, role),
        claims: { reader: 1, box: 1 },
      })),
      ...Object.entries(WITHOUT_VALUE).map(([what, claims]) => ({ ...keyEntry(what, 'writer'), claims })),
    ]);
    const environment = { RESOURCES: ARCHIVE, LOG_LEVEL: 'error', DATABASE_URL: 'memory:', ...access.environment };
    service = await startOperated(environment);
    client = new ApiClient(service.url, false, 'Accept, Authorization');
    const add = (type: string, linkage?: Linkage): Promise<ApiResponse> =>
      client.post(PATHS[type] ?? '', { data: resourceOf(type, linkage) }, as('root'));
    await add('shelf');
    await add('box', { shelf: { type: 'shelf', id: '1' } });
    await add('reader');
    await add('reader');
  });
  after(async () => {
    await service.kill();
    access.remove();
  });
  const box = { type: 'box', id: '1' };

  it('sets them even if the role may neither write nor read them', async () => {
    const answers = [
      await client.post('/sheets', { data: resourceOf('sheet', { box }) }, as('writer')),
      await client.post('/sheets', { data: resourceOf('sheet', { box }, { status: 'published' }) }, as('writer')),
    ];
    for (const answer of answers) expect(answer.status, answer.text).to.equal(201);
    const nested = await client.post('/boxes/1/sheets', { data: resourceOf('sheet') }, as('writer'));
    expect(nested.status, nested.text).to.equal(201);
    const listed = await client.operate([{ op: 'add', data: resourceOf('sheet', { box }) }], as('writer'));
    expect(listed.status, listed.text).to.equal(200);
    for (const { attributes, relationships } of (await client.get('/sheets', as('root'))).document.data) {
      expect(attributes.status).to.equal('published');
      expect(relationships.reader.data).to.deep.equal({ type: 'reader', id: '1' });
    }
  });

  it('refuses any other value, also in a list of operations', async () => {
    const draft = resourceOf('sheet', { box }, { status: 'draft' });
    expectErrors(await client.post('/sheets', { data: draft }, as('writer')), 'forbidden #/data/attributes/status');
    expectErrors(
      await client.operate([{ op: 'add', data: draft }], as('writer')),
      'forbidden #/atomic:operations/0/data/attributes/status',
    );
    // The role may not read readers, so the relationship is unknown to it.
    const linked = resourceOf('sheet', { box, reader: { type: 'reader', id: '1' } });
    expectErrors(
      await client.post('/sheets', { data: linked }, as('writer')),
      'invalid-attribute #/data/relationships/reader',
    );
  });

  it('sets required fields, while others get their defaults', async () => {
    const filed = await client.post('/sheets', { data: { type: 'sheet', attributes: { note: 'x' } } }, as('filer'));
    expect(filed.status, filed.text).to.equal(201);
    expect(filed.document.data.attributes).to.include({ title: 'new', note: 'x', status: 'draft' });
    expect(filed.document.data.relationships.box.data).to.deep.equal(box);
    const unseen = await client.post('/sheets', { data: resourceOf('sheet') }, as('marker'));
    expect(unseen.status, unseen.text).to.equal(201);
    const stored = await client.get(`/sheets/${unseen.document.data.id as string}`, as('root'));
    expect(stored.document.data.relationships.box.data).to.deep.equal(box);
  });

  it('does not name a hidden attribute that fails a check', async () => {
    const nameless = { type: 'box', relationships: { shelf: { data: { type: 'shelf', id: '1' } } } };
    const answer = await client.post('/boxes', { data: nameless }, as('stacker'));
    expectErrors(answer, 'invalid-attribute #/data');
    expect(answer.document.errors[0].detail).not.to.include('code');
  });

  it('refuses null for required fields', async () => {
    const untitled = { type: 'sheet', attributes: { title: null } };
    expectErrors(await client.post('/sheets', { data: untitled }, as('filer')), 'forbidden #/data/attributes/title');
    const unboxed = { type: 'sheet', relationships: { box: { data: null } } };
    expectErrors(await client.post('/sheets', { data: unboxed }, as('filer')), 'forbidden #/data/relationships/box');
    expectErrors(
      await client.post('/boxes/1/sheets', { data: unboxed }, as('filer')),
      'forbidden #/data/relationships/box',
    );
  });

  it('does not name hidden fields in errors about rules', async () => {
    await client.post('/sheets', { data: resourceOf('sheet') }, as('marker'));
    const mark = resourceOf('mark', { sheet: { type: 'sheet', id: '1' } }, { color: 'red' });
    expect((await client.post('/marks', { data: mark }, as('marker'))).status).to.equal(201);
    const again = await client.post('/marks', { data: mark }, as('marker'));
    expectErrors(again, 'not-unique #/data/relationships/sheet/data');
    expect(again.document.errors[0].detail).to.equal('Another mark has this sheet and color');
  });

  it('must set a required relationship to a type that the role may not read', async () => {
    const wrong = writeAccessFiles({ roles: { blind: { sheet: { read: {}, create: {} } } } });
    const environment = { RESOURCES: ARCHIVE, DATABASE_URL: 'memory:' };
    const { code, stderr } = await startCli(['policy', 'check', wrong.environment.POLICY_FILE], { environment }).ended;
    wrong.remove();
    expect({ code, stderr }).to.deep.equal({
      code: 1,
      stderr:
        '/roles/blind/sheet/create: cannot send "box", without which no sheet can be created: it refers to box, which the role may not read\n',
    });
  });

  for (const what of Object.keys(WITHOUT_VALUE))
    it(`refuses a creation if the claim ${what}`, async () => {
      const answer = await client.post('/sheets', { data: resourceOf('sheet', { box }) }, as(what));
      expectErrors(answer, 'forbidden #/data');
    });
});
