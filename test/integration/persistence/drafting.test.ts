import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { expect } from 'chai';
import { sql, type Kysely } from 'kysely';
import { check, resolveConfig } from 'prettier';
import type * as drafting from '#adapters/persistence/drafting/draft-migration';
import type * as options from '#adapters/persistence/storage/orm';
import { keepCount } from '#adapters/persistence/tables/counts/kept-count';
import type * as finding from '#adapters/persistence/tables/migrations/find-migrations';
import type * as maintaining from '#composition/maintenance/maintenance';
import type * as serving from '#composition/product/served';
import { pathOf } from '../../docs/documents.ts';
import { depth } from '../../support/depth.ts';
import { indexesOf } from '../../support/indexes-of.ts';
import { testServer } from '../../support/postgres-server.ts';
import { LESS_WORK_AT_START, temporaryFolder } from '../../support/service-process.ts';

type Modules = typeof drafting & typeof finding & typeof maintaining & typeof options & typeof serving;

/** Entities next to the present ones, and columns in their tables. */
const ENTITIES = `
import { defineEntity, p } from '@mikro-orm/core';
import { entitiesOf as presentOf } from './present-entities.ts';

const Printer = defineEntity({
  name: 'printer',
  tableName: 'printer',
  indexes: [
    { name: 'printer_owner_id', properties: ['owner', 'id'] },
    { name: 'printer_room_id', properties: ['room', 'id'] },
  ],
  properties: {
    id: p.bigint('string').primary().generated('identity'),
    model: p.string().length(255),
    group: p.text().nullable(),
    boughtOn: p.date().nullable(),
    pages: p.bigint('number'),
    trays: p.integer().nullable(),
    isColour: p.boolean().defaultRaw('false'),
    status: p.string().length(20).defaultRaw("'it''s new'"),
    manual: p.string().length(601).nullable(),
    seenAt: p.datetime(3).nullable(),
    owner: () => p.manyToOne('person').nullable().deleteRule('set null').foreignKeyName('printer_owner_id_fkey'),
    room: () => p.manyToOne(Room).nullable().deleteRule('set null').foreignKeyName('printer_room_id_fkey'),
    version: p.bigint('number').defaultRaw('1'),
  },
});

const Room = defineEntity({
  name: 'meeting-room',
  tableName: 'meeting-room',
  properties: {
    id: p.bigint('string').primary().generated('identity'),
    nameOnTheDoorAsThePorterKnowsIt: p.string().length(255),
    version: p.bigint('number').defaultRaw('1'),
  },
});

let entities;
export const entitiesOf = (model) => (entities ??= withMore(presentOf(model)));

function withMore(present) {
const person = present.find(({ meta }) => meta.name === 'person');
person.addProperty('nickname', 'string', { length: 100, nullable: true });
person.addManyToOne('room', 'meeting-room', { entity: () => Room, nullable: true, deleteRule: 'set null', foreignKeyName: 'person_room_id_fkey' });
person.addIndex({ name: 'person_room_id', properties: ['room', 'id'] });

return [...present, Printer, Room];
}
`;

/** Lines of the draft that makes their tables. */
const LINES = [
  "import { migration } from '#adapters/persistence/tables/migrations/migration-words';",
  ' * Adds meeting-room, printer; changes person. Then run as the owner of the tables:',
  ' *     grant select (id, model, "group", bought_on, pages, trays, is_colour, status, manual, seen_at, owner_id, room_id, version),',
  ' *       delete',
  ' *       on "meeting-room" to jsonapi_service;',
  ' *     grant select on "meeting-room_count" to jsonapi_service;',
  ' *     grant select (nickname, room_id),',
  ' *       insert (nickname, room_id),',
  ' *       update (nickname, room_id)',
  ' *       on person to jsonapi_service;',
  'export default migration(({ countRows, indexText }) => [',
  '    id bigint generated always as identity primary key,',
  '  `create table "meeting-room" (',
  '    "group" text,',
  "    status varchar(20) not null default 'it''s new',",
  '    seen_at timestamptz(3),',
  '    owner_id bigint references person (id) on delete set null,',
  "  'create index printer_bought_on on printer (bought_on desc, id)',",
  '    room_id bigint references "meeting-room" (id) on delete set null,',
  "  ...indexText('printer', 'model'),",
  "  ...countRows('printer'),",
  "  ...countRows('meeting-room'),",
  `  'alter table person add column room_id bigint references "meeting-room" (id) on delete set null',`,
];

/** In the notation of `indexesOf`. The manual is too long to be indexed. */
const PRINTER_INDEXES = [
  'btree ("group" COLLATE "C" DESC, id)',
  'btree (bought_on DESC, id)',
  'btree (id)',
  'btree (is_colour, id)',
  'btree (model COLLATE "C", id)',
  'btree (owner_id, id)',
  'btree (pages, id)',
  'btree (room_id, id)',
  'btree (seen_at DESC, id)',
  'btree (status COLLATE "C", id)',
  'btree (trays DESC, id)',
  ...['"group"', 'model', 'status'].flatMap((column) => [
    `gin (fold_case(${column}) COLLATE "C" gin_trgm_ops)`,
    `gin (words_of(${column}))`,
  ]),
];
const PERSON_INDEXES = [
  'btree (nickname COLLATE "C" DESC, id)',
  'btree (room_id, id)',
  'gin (fold_case(nickname) COLLATE "C" gin_trgm_ops)',
  'gin (words_of(nickname))',
];

describe('migrate --new', () => {
  const copy = temporaryFolder();
  const persistence = join(copy.path, 'src/adapters/persistence');
  const migrations = join(copy.path, 'src/product/migrations');
  let file: string;
  let modules: Modules;
  let orm: MikroORM;
  let kysely: Kysely<unknown>;

  const run = (...words: readonly string[]) =>
    spawnSync(process.execPath, [LESS_WORK_AT_START, join(copy.path, 'src/cli/start.js'), ...words], {
      cwd: copy.path,
      encoding: 'utf8',
    });
  // Imports from the copy, to get its entities.
  const load = async (): Promise<Modules> => {
    const files = [
      'adapters/persistence/drafting/draft-migration.ts',
      'adapters/persistence/tables/migrations/find-migrations.ts',
      'adapters/persistence/storage/orm.ts',
      'composition/maintenance/maintenance.ts',
      'composition/product/served.ts',
    ];
    return Object.assign({}, ...(await Promise.all(files.map((path) => import(join(copy.path, 'src', path))))));
  };

  before(async () => {
    for (const name of ['src', 'package.json', 'tsconfig.json', '.oxlintrc.json', '.prettierrc.json'])
      cpSync(pathOf(name), join(copy.path, name), { recursive: true });
    symlinkSync(pathOf('node_modules'), join(copy.path, 'node_modules'));
    renameSync(join(persistence, 'tables/entities.ts'), join(persistence, 'tables/present-entities.ts'));
    writeFileSync(join(persistence, 'tables/entities.ts'), ENTITIES);
    modules = await load();
    orm = new MikroORM({
      ...modules.ormOptions(modules.served.tables),
      clientUrl: await (await testServer()).createDatabase(),
    });
    kysely = orm.em.getKysely();
    file = await runDraft(await draftOn('add-printers'));
  });
  after(async () => {
    await orm.close();
    copy.remove();
  });

  const draftOn = (title: string) => modules.draftOn(orm, title, modules.served.tables);
  const expectFormatted = async (path: string): Promise<void> => {
    const isFormatted = await check(readFileSync(path, 'utf8'), { ...(await resolveConfig(path)), filepath: path });
    expect(isFormatted, path).to.equal(true);
  };
  const refusalOf = (draft: Promise<unknown>): Promise<unknown> =>
    draft.then(String, (reason: unknown) => (reason instanceof Error ? reason.message : reason));

  it('writes a migration as a person would write it', async () => {
    const source = readFileSync(file, 'utf8');
    for (const line of LINES) expect(source).to.include(`${line}\n`);
    await expectFormatted(file);
    execFileSync(pathOf('node_modules/.bin/oxlint'), ['--no-ignore', file], { cwd: copy.path, stdio: 'pipe' });
  });

  it('leaves no difference', async () => {
    expect(await draftOn('add-more')).to.equal(undefined);
  });

  // The tutorial does the same in the gate.
  if (depth === 'campaign')
    it('writes the same file from the command line, and no other', () => {
      const source = readFileSync(file, 'utf8');
      rmSync(file);
      const path = `src/product/migrations/${basename(file)}`;
      for (const [title, said] of [
        ['add-printers', `wrote ${path}; read it before you commit it\n`],
        ['add-more', 'the tables already match the entities\n'],
      ] as const) {
        const { status, stdout, stderr } = run('migrate', '--new', title);
        expect({ status, stdout, stderr }).to.deep.equal({ status: 0, stdout: '', stderr: said });
      }
      expect(readFileSync(file, 'utf8')).to.equal(source);
      expect(readdirSync(migrations).filter((name) => name.includes('add-more'))).to.deep.equal([]);
    });

  it('refuses the name of an existing migration', async () => {
    const refusal = await refusalOf(modules.writeMigrationDraft('add-epoch'));
    expect(refusal).to.equal('the migration 0007-add-epoch already exists; choose another name');
  });

  it('says that it needs a checkout', async () => {
    const config = join(copy.path, 'tsconfig.json');
    renameSync(config, `${config}.away`);
    const refusal = await refusalOf(modules.writeMigrationDraft('add-more'));
    renameSync(`${config}.away`, config);
    expect(refusal).to.equal('a migration is written to the source, so run this in a clone of the project');
  });

  it('indexes each attribute to sort and search by', async () => {
    expect(await indexesOf(kysely, 'printer')).to.have.members(PRINTER_INDEXES);
    expect(await indexesOf(kysely, 'person')).to.include.members(PERSON_INDEXES);
  });

  it('counts the rows of new tables', async () => {
    await sql`insert into printer (model, pages) values ('LaserJet', 7), ('Inkjet', 8)`.execute(kysely);
    const { rows } = await sql`select number::int as number from printer_count`.execute(kysely);
    expect(rows).to.deep.equal([{ number: 2 }]);
  });

  it('renames, changes and drops what is there', async () => {
    const text = 'on printer using gin';
    for (const statement of [
      'alter table printer rename column model to make',
      ...['', '_words', '_text'].map((end) => `alter index printer_model${end} rename to printer_make${end}`),
      'alter table printer add column fax text',
      `create index printer_fax_words ${text} (words_of(fax))`,
      'create index printer_fax_pages on printer (fax, pages)',
      'alter table printer alter column manual type varchar(50)',
      'create index printer_manual on printer (manual)',
      `create index printer_manual_words ${text} (words_of(manual))`,
      'alter table printer alter column status type varchar(30)',
      'alter table "meeting-room" alter column name_on_the_door_as_the_porter_knows_it drop not null',
      'create table "long-gone" (id bigint generated always as identity primary key, version bigint not null default 1)',
      ...keepCount('public', 'long-gone'),
    ])
      await sql.raw(statement).execute(kysely);
    const rows = ['long-gone', 'meeting-room', 'printer', 'another'].map(
      (type, n) => sql`(1, ${n}, 7, now(), ${type}, 1, 1, 'c', '{}', '{}')`,
    );
    await sql`insert into change (write, n, mark, at, type, resource, version, action, state, was) values ${sql.join(rows)}`.execute(
      kysely,
    );
    const { rows: before } = await sql`select restart from change_head`.execute(kysely);
    const draft = await draftOn('mend-tables');
    expect(draft?.name).to.match(/^\d{4}-mend-tables$/);
    expect(draft?.source).to.include('/** Changes meeting-room, printer; removes long-gone. */');
    for (const [caution, step] of [
      [
        'This is a guess: one column was removed, and a similar one was added.',
        'alter table printer rename column make to model',
      ],
      ['Loses data.', 'alter table "printer" drop column "fax"'],
      [
        'Fails if a row has no value in this column.',
        'alter table "meeting-room" alter column "name_on_the_door_as_the_porter_knows_it" set not null',
      ],
      ['Loses data.', 'drop table if exists "long-gone" cascade'],
      ['Fails if a stored text is longer.', 'alter table "printer" alter column "status" type varchar(20)'],
    ])
      expect(draft?.source).to.include(`// ${caution}\n  '${step}',`);
    expect(draft?.source).to.include("\n  ...eraseChanges('long-gone', 'meeting-room', 'printer'),\n]);");
    await expectFormatted(await runDraft(draft));
    expect(await draftOn('add-more')).to.equal(undefined);
    const { rows: kept } = await sql`select type from change where state is not null or was is not null`.execute(
      kysely,
    );
    expect(kept).to.deep.equal([{ type: 'another' }]);
    expect((await sql`select restart from change_head`.execute(kysely)).rows).not.to.deep.equal(before);
    expect(await indexesOf(kysely, 'printer')).to.have.members(PRINTER_INDEXES);
    const left = await sql`
      select relname as name from pg_class where relname ~ 'gone|make'
      union all select proname from pg_proc where proname like '%gone%'`.execute(kysely);
    expect(left.rows).to.deep.equal([]);
  });

  /** Writes a draft to the folder of migrations and runs it. Resolves to the path of its file. */
  async function runDraft(draft: drafting.MigrationDraft | undefined): Promise<string> {
    if (draft === undefined) throw new Error('there is no draft');
    const path = join(migrations, `${draft.name}.ts`);
    writeFileSync(path, draft.source);
    const [loaded] = await modules.loadMigrations([{ name: draft.name, path }]);
    if (loaded === undefined) throw new Error('the draft has no migration');
    const migration = new loaded.class(orm.em.getDriver(), orm.config);
    await migration.up();
    for (const query of migration.getQueries()) await orm.em.execute(query);
    return path;
  }
});
