import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { MikroORM } from '@mikro-orm/pglite';
import { expect } from 'chai';
import { sql, type Kysely } from 'kysely';
import type * as drafting from '#adapters/persistence/drafting/draft-migration';
import type * as migrating from '#adapters/persistence/storage/migrate';
import type * as options from '#adapters/persistence/storage/orm';
import { keepCount } from '#adapters/persistence/tables/counts/kept-count';
import type * as finding from '#adapters/persistence/tables/migrations/find-migrations';
import { pathOf } from '../../docs/documents.ts';
import { LESS_WORK_AT_START, temporaryFolder } from '../../support/service-process.ts';

type Modules = typeof drafting & typeof finding & typeof migrating & typeof options;

/** Entities beside the present ones, and columns in their tables. */
const ENTITIES = `
import { defineEntity, p } from '@mikro-orm/core';
import { entities as present } from './present-entities.ts';

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
    seenAt: p.datetime(3).nullable(),
    owner: () => p.manyToOne('person').nullable().deleteRule('set null').foreignKeyName('printer_owner_id_fkey'),
    room: () => p.manyToOne(Room).nullable().deleteRule('set null').foreignKeyName('printer_room_id_fkey'),
    version: p.bigint('number').defaultRaw('1'),
  },
});

const Room = defineEntity({
  name: 'room',
  tableName: 'room',
  properties: {
    id: p.bigint('string').primary().generated('identity'),
    nameOnTheDoorAsThePorterKnowsIt: p.string().length(255),
    version: p.bigint('number').defaultRaw('1'),
  },
});

const person = present.find(({ meta }) => meta.name === 'person');
person.addProperty('nickname', 'string', { length: 100, nullable: true });
person.addManyToOne('room', 'room', { entity: () => Room, nullable: true, deleteRule: 'set null', foreignKeyName: 'person_room_id_fkey' });
person.addIndex({ name: 'person_room_id', properties: ['room', 'id'] });

export const entities = [...present, Printer, Room];
`;

/** Lines of the draft that makes their tables. */
const LINES = [
  "import { countRows, currentSchema, indexText } from './helpers.ts';",
  '/** Adds room, printer; changes person. */',
  'export class AddPrinters extends Migration {',
  '  override async up(): Promise<void> {',
  '        id bigint generated always as identity primary key,',
  '        "group" text,',
  "        status varchar(20) not null default 'it''s new',",
  '        seen_at timestamptz(3),',
  '        owner_id bigint references person (id) on delete set null,',
  "    this.addSql('create index printer_bought_on on printer (bought_on desc, id)');",
  "    for (const statement of indexText('printer', 'model')) this.addSql(statement);",
  "    for (const statement of countRows(await currentSchema(this), 'printer')) this.addSql(statement);",
  "    this.addSql('alter table person add column room_id bigint references room (id) on delete set null');",
];

/** In PostgreSQL's notation, without casts and options, as in catalogue.test.ts. */
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
  const migrations = join(persistence, 'tables/migrations');
  let file: string;
  let modules: Modules;
  let orm: MikroORM;
  let kysely: Kysely<unknown>;

  const run = (...words: readonly string[]) =>
    spawnSync(process.execPath, [LESS_WORK_AT_START, join(copy.path, 'src/cli/start.js'), ...words], {
      cwd: copy.path,
      encoding: 'utf8',
    });
  // From the copy, with the file that has just been written.
  const load = async (): Promise<Modules> => {
    const files = [
      'drafting/draft-migration.ts',
      'tables/migrations/find-migrations.ts',
      'storage/migrate.ts',
      'storage/orm.ts',
    ];
    return Object.assign({}, ...(await Promise.all(files.map((path) => import(join(persistence, path))))));
  };

  before(async () => {
    for (const name of ['src', 'package.json', 'tsconfig.json', '.oxlintrc.json', '.prettierrc.json'])
      cpSync(pathOf(name), join(copy.path, name), { recursive: true });
    symlinkSync(pathOf('node_modules'), join(copy.path, 'node_modules'));
    renameSync(join(persistence, 'tables/entities.ts'), join(persistence, 'tables/present-entities.ts'));
    writeFileSync(join(persistence, 'tables/entities.ts'), ENTITIES);
    const { status, stdout, stderr } = run('migrate', '--new', 'add-printers');
    expect(stderr).to.match(
      /^wrote src\/adapters\/persistence\/tables\/migrations\/\d{4}-add-printers\.ts; read it before you commit it\n$/,
    );
    expect({ status, stdout }).to.deep.equal({ status: 0, stdout: '' });
    file = join(migrations, readdirSync(migrations).find((name) => name.endsWith('-add-printers.ts')) ?? '');
    modules = await load();
    orm = new MikroORM({ ...modules.ormOptions, dbName: 'memory://', driverOptions: { extensions: { pg_trgm } } });
    await (await modules.openMigrator(orm)).up();
    kysely = orm.em.getKysely();
  });
  after(async () => {
    await orm.close();
    copy.remove();
  });

  it('writes a migration as one would by hand', () => {
    const source = readFileSync(file, 'utf8');
    for (const line of LINES) expect(source).to.include(`${line}\n`);
    execFileSync(pathOf('node_modules/.bin/prettier'), ['--check', file], { cwd: copy.path, stdio: 'pipe' });
    execFileSync(pathOf('node_modules/.bin/oxlint'), ['--no-ignore', file], { cwd: copy.path, stdio: 'pipe' });
  });

  it('leaves no difference', async () => {
    expect(await modules.draftOn(orm, 'add-more')).to.equal(undefined);
  });

  it('says that there is none, and writes nothing', () => {
    const before = readdirSync(migrations);
    const { status, stderr } = run('migrate', '--new', 'add-more');
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: 'the tables are as the entities describe them\n' });
    expect(readdirSync(migrations)).to.deep.equal(before);
  });

  it('refuses a name that a migration has', () => {
    const { status, stderr } = run('migrate', '--new', 'add-epoch');
    const expected = 'there is a migration 0007-add-epoch; choose another name\n';
    expect({ status, stderr }).to.deep.equal({ status: 1, stderr: expected });
  });

  it('says that it needs a checkout', () => {
    const config = join(copy.path, 'tsconfig.json');
    renameSync(config, `${config}.away`);
    const { status, stderr } = run('migrate', '--new', 'add-more');
    renameSync(`${config}.away`, config);
    const expected = 'a migration is written into the source: run this in a checkout of the project\n';
    expect({ status, stderr }).to.deep.equal({ status: 1, stderr: expected });
  });

  it('indexes each attribute to sort and search by', async () => {
    expect(await indexesOf('printer')).to.have.members(PRINTER_INDEXES);
    expect(await indexesOf('person')).to.include.members(PERSON_INDEXES);
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
      'alter table room alter column name_on_the_door_as_the_porter_knows_it drop not null',
      'create table gone (id bigint generated always as identity primary key, version bigint not null default 1)',
      ...keepCount('public', 'gone'),
    ])
      await sql.raw(statement).execute(kysely);
    const draft = await modules.draftOn(orm, 'mend-tables');
    expect(draft?.name).to.match(/^\d{4}-mend-tables$/);
    expect(draft?.source).to.include('/** Changes room, printer; removes gone. */');
    for (const [caution, step] of [
      ['A guess: one column is gone, and a similar one is new.', 'alter table printer rename column make to model'],
      ['Loses data.', 'alter table "printer" drop column "fax"'],
      [
        'Fails where it is unset.',
        'alter table "room" alter column "name_on_the_door_as_the_porter_knows_it" set not null',
      ],
      ['Loses data.', 'drop table if exists "gone" cascade'],
    ])
      expect(draft?.source).to.include(`// ${caution}\n    this.addSql('${step}');`);
    const path = join(migrations, `${draft?.name}.ts`);
    writeFileSync(path, draft?.source ?? '');
    execFileSync(pathOf('node_modules/.bin/prettier'), ['--check', path], { cwd: copy.path, stdio: 'pipe' });
    const [loaded] = await modules.loadMigrations([{ name: draft?.name ?? '', path }]);
    if (loaded === undefined) throw new Error('the draft has no migration');
    const migration = new loaded.class(orm.em.getDriver(), orm.config);
    await migration.up();
    for (const query of migration.getQueries()) await orm.em.execute(query);
    expect(await modules.draftOn(orm, 'add-more')).to.equal(undefined);
    expect(await indexesOf('printer')).to.have.members(PRINTER_INDEXES);
    const left = await sql`
      select relname as name from pg_class where relname ~ 'gone|make'
      union all select proname from pg_proc where proname like '%gone%'`.execute(kysely);
    expect(left.rows).to.deep.equal([]);
  });

  async function indexesOf(table: string): Promise<readonly string[]> {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = ${table}::regclass`.execute(
      kysely,
    );
    return rows.map(({ definition }) =>
      definition
        .replace(/^.* USING /, '')
        .replace(/ WITH \(.*$/, '')
        .replaceAll(/\(([\w"]+)\)::text/g, '$1'),
    );
  }
});
