import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EntitySchema } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { expect } from 'chai';
import { sql } from 'kysely';
import { check, resolveConfig } from 'prettier';
import { draftOn } from '#adapters/persistence/drafting/draft-migration';
import { migrateServer } from '#adapters/persistence/storage/migrate';
import { ormOptions } from '#adapters/persistence/storage/orm';
import type * as tables from '#adapters/persistence/tables/entities';
import { served } from '#composition/product/served';
import {
  boolean,
  createdAt,
  date,
  decimal,
  integer,
  many,
  manyToMany,
  one,
  oneOf,
  optional,
  text,
  timestamp,
  updatedAt,
  type Attribute,
  type Declaration,
} from '#domain/resource';
import { unique } from '#domain/rules';
import { pathOf } from '../../docs/documents.ts';
import { testServer } from '../../support/postgres-server.ts';
import { temporaryFolder } from '../../support/service-process.ts';

type Members = Partial<Declaration>;

/** What a loan has before and after the change, in addition to its code. */
interface Change {
  readonly from: Members;
  readonly to: Members;
  /** Columns and values of rows, in SQL. A book with the id 1 exists. */
  readonly rows: string;
  readonly cautions?: readonly string[];
  /** Why the migration fails on these rows, and a statement that repairs them. */
  readonly refused?: readonly [reason: string, mend: string];
  /** A query to run after the migration, and the values that it returns. */
  readonly then?: readonly [query: string, ...values: readonly unknown[]];
}

const link = { inverse: 'loans' } as const;
const attributes = (declared: Readonly<Record<string, Attribute>>): Members => ({ attributes: declared });
const linked = (relationships: Declaration['relationships'], rules: Declaration['rules'] = []): Members => ({
  relationships,
  rules,
});

const ANOTHER_VALUE = 'Fails if a row has a value that is not listed.';
const NO_VALUE = 'Fails if a row has no value in this column.';
const HAS_ROWS = 'Fails if the table has rows: add the column as nullable, fill it, then set it to not null.';
const MORE_DECIMALS = 'Fails if a stored number has more decimals.';
const MORE_DIGITS = 'Fails if a stored number has more digits before the point.';
const NOT_CONVERTED = 'Fails if PostgreSQL cannot convert this type, or a stored value.';
const SAME_VALUES = 'Fails if two rows have the same values.';
const WRONG_LINKS = 'Fails, or keeps links to the wrong rows, unless you empty the column first.';
const GUESS = 'This is a guess: one column was removed, and a similar one was added.';

/** Has every character that would need escaping in SQL or in a template literal. */
const NOTE = 'It\'s a "note";\n  with `lines`, ${names} and a \\\r\n';

const VIOLATED = (check: string): string => `check constraint "${check}" of relation "loan" is violated by some row`;
/** Selects each link, and what the database does on deletion: `n` sets the link to null, `a` refuses. */
const LINK = `select book_id || ' ' || confdeltype::text from loan, pg_constraint where conname = 'loan_book_id_fkey'`;

/** Selects the constraints of the table of links. */
const LINKS = `select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'loan_books'::regclass and contype <> 'n' order by contype, conname`;
const PRIMARY_KEY = 'PRIMARY KEY (from_id, to_id)';

const changes: Readonly<Record<string, Change>> = {
  'adds a choice': {
    from: {},
    to: attributes({ state: oneOf('new', "o'ld") }),
    rows: "(code) values ('a')",
    cautions: [HAS_ROWS],
    refused: ['column "state" of relation "loan" contains null values', 'delete from loan'],
  },
  'adds an optional choice': {
    from: {},
    to: attributes({ state: optional(oneOf('new', 'old')) }),
    rows: "(code) values ('a')",
    then: ['select state from loan', null],
  },
  'adds a choice with a default': {
    from: {},
    to: attributes({ state: oneOf('new', "o'ld").default("o'ld") }),
    rows: "(code) values ('a')",
    then: ['select state from loan', "o'ld"],
  },
  'adds a value of a choice': {
    from: attributes({ state: oneOf('new', 'old') }),
    to: attributes({ state: oneOf('new', 'old', 'lost') }),
    rows: "(code, state) values ('a', 'new')",
    cautions: [ANOTHER_VALUE],
    then: ["update loan set state = 'lost' returning state", 'lost'],
  },
  'removes a value of a choice': {
    from: attributes({ state: oneOf('new', 'old', 'lost').default('lost') }),
    to: attributes({ state: oneOf('new', 'old').default('new') }),
    rows: "(code, state) values ('a', 'lost')",
    cautions: [ANOTHER_VALUE],
    refused: [VIOLATED('loan_state_check'), "update loan set state = 'old'"],
    then: ['select state from loan', 'old'],
  },
  'changes the case of a value': {
    from: attributes({ state: oneOf('new', 'old') }),
    to: attributes({ state: oneOf('new', 'Old') }),
    rows: "(code, state) values ('a', 'new')",
    cautions: [ANOTHER_VALUE],
    then: ["update loan set state = 'Old' returning state", 'Old'],
  },
  'changes the spaces and quotes of a value': {
    from: attributes({ state: oneOf('new', 'a b', 'c') }),
    to: attributes({ state: oneOf('new', 'ab', '"c"', "it's", String.raw`a\b`) }),
    rows: "(code, state) values ('a', 'new')",
    cautions: [ANOTHER_VALUE],
    then: [String.raw`update loan set state = 'a\b' returning state`, String.raw`a\b`],
  },
  'turns a text into a choice': {
    from: attributes({ state: text(9) }),
    to: attributes({ state: oneOf('new', 'old') }),
    rows: "(code, state) values ('a', 'lost')",
    cautions: [ANOTHER_VALUE],
    refused: [VIOLATED('loan_state_check'), "update loan set state = 'old'"],
    then: ['select state from loan', 'old'],
  },
  'renames a choice': {
    from: attributes({ state: oneOf('new', 'old') }),
    to: attributes({ condition: oneOf('new', 'old') }),
    rows: "(code, state) values ('a', 'new')",
    cautions: [GUESS, ANOTHER_VALUE],
    then: ['select condition from loan', 'new'],
  },
  'raises the scale': {
    from: attributes({ fine: decimal(5, 2) }),
    to: attributes({ fine: decimal(6, 3) }),
    rows: "(code, fine) values ('a', 999.99)",
    then: ['select fine from loan', '999.990'],
  },
  'raises the scale and keeps the precision': {
    from: attributes({ fine: decimal(5, 2) }),
    to: attributes({ fine: decimal(5, 3) }),
    rows: "(code, fine) values ('a', 100)",
    cautions: [MORE_DIGITS],
    refused: ['numeric field overflow', 'update loan set fine = 99.99'],
    then: ['select fine from loan', '99.990'],
  },
  'lowers the scale': {
    from: attributes({ fine: decimal(5, 2) }),
    to: attributes({ fine: decimal(5, 1) }),
    rows: "(code, fine) values ('a', 1.25), ('b', 1.2)",
    cautions: [MORE_DECIMALS],
    refused: [VIOLATED('loan_fine_scale'), "update loan set fine = 1.30 where code = 'a'"],
    then: ['select fine from loan order by code', '1.3', '1.2'],
  },
  'raises the precision': {
    from: attributes({ fine: decimal(5, 2) }),
    to: attributes({ fine: decimal(7, 2) }),
    rows: "(code, fine) values ('a', 999.99)",
    then: ['update loan set fine = fine + 99000 returning fine', '99999.99'],
  },
  'lowers the precision': {
    from: attributes({ fine: decimal(5, 2) }),
    to: attributes({ fine: decimal(4, 2) }),
    rows: "(code, fine) values ('a', 100)",
    cautions: [MORE_DIGITS],
    refused: ['numeric field overflow', 'update loan set fine = 99.99'],
    then: ['select fine from loan', '99.99'],
  },
  'turns a decimal into an integer': {
    from: attributes({ fine: decimal(5, 2) }),
    to: attributes({ fine: integer() }),
    rows: "(code, fine) values ('a', 1.25)",
    cautions: [MORE_DECIMALS, NOT_CONVERTED],
    refused: [VIOLATED('loan_fine_scale'), 'update loan set fine = 2'],
    then: ['select fine from loan', '2'],
  },
  'turns a text into a decimal': {
    from: attributes({ fine: text(9) }),
    to: attributes({ fine: decimal(5, 1) }),
    rows: "(code, fine) values ('a', '1.25')",
    cautions: [MORE_DECIMALS, NOT_CONVERTED],
    refused: [VIOLATED('loan_fine_scale'), "update loan set fine = '1.2'"],
    then: ['select fine from loan', '1.2'],
  },
  'turns a timestamp into a date': {
    from: attributes({ due: timestamp() }),
    to: attributes({ due: date() }),
    rows: "(code, due) values ('a', '2024-02-29T12:30:00Z')",
    cautions: ['Loses the time of day.'],
    then: ['select due from loan', '2024-02-29'],
  },
  'turns a timestamp and an integer into texts': {
    from: attributes({ due: timestamp(), renewals: integer() }),
    to: attributes({ due: text(40), renewals: text(40) }),
    rows: "(code, due, renewals) values ('a', '2024-02-29T12:30:00Z', -3)",
    cautions: ['Converts stored values to the text that PostgreSQL writes, which can differ from what clients saw.'],
    then: ["select due not like '%T%' from loan where renewals = '-3'", true],
  },
  'adds required attributes with defaults': {
    from: {},
    to: attributes({
      note: text(99).default(NOTE),
      renewals: integer().default(-3),
      number: integer().default(Number.MAX_SAFE_INTEGER),
      fine: decimal(5, 2).default('1.5'),
      overdue: boolean().default(false),
      due: date().default('2024-02-29'),
      lentAt: timestamp().default('2024-02-29T12:30:00+02:00'),
    }),
    rows: "(code) values ('a')",
    then: [
      `select concat_ws(' ', note, renewals, number, fine, overdue, due, lent_at at time zone 'UTC') from loan`,
      `${NOTE} -3 9007199254740991 1.50 f 2024-02-29 2024-02-29 10:30:00`,
    ],
  },
  'changes a default': {
    from: attributes({ note: text(9).default('x') }),
    to: attributes({ note: text(9).default('y;\nz') }),
    rows: "(code) values ('a')",
    then: ["insert into loan (code) values ('b') returning note", 'y;\nz'],
  },
  'changes the kind of an attribute together with its default': {
    from: attributes({ note: text(9).default('1') }),
    to: attributes({ note: integer().default(2) }),
    rows: "(code) values ('a')",
    cautions: [NOT_CONVERTED],
    then: [
      "with b as (insert into loan (code) values ('b') returning note) select note from loan union select note from b order by note",
      '1',
      '2',
    ],
  },
  'makes an attribute required': {
    from: attributes({ note: optional(text(9)) }),
    to: attributes({ note: text(9).default('x') }),
    rows: "(code) values ('a'), ('b')",
    cautions: [NO_VALUE],
    refused: ['note of loan is null in 2 of its rows: set it first', "update loan set note = 'y'"],
    then: ['select distinct note from loan', 'y'],
  },
  'adds the times of creation and of the last change': {
    from: {},
    to: attributes({ createdAt: createdAt(), updatedAt: updatedAt() }),
    rows: "(code) values ('a')",
    then: [
      "select created_at = updated_at and created_at between now() - interval '1 minute' and now() from loan",
      true,
    ],
  },
  'makes a relationship required': {
    from: linked({ book: one('book', link) }),
    to: linked({ book: one('book', { ...link, required: true }) }),
    rows: "(code, book_id) values ('a', 1), ('b', null), ('c', null)",
    cautions: [NO_VALUE],
    refused: ['book_id of loan is null in 2 of its rows: set it first', 'update loan set book_id = 1'],
    then: [LINK, '1 a', '1 a', '1 a'],
  },
  'makes a relationship optional': {
    from: linked({ book: one('book', { ...link, required: true }) }),
    to: linked({ book: one('book', link) }),
    rows: "(code, book_id) values ('a', 1)",
    then: [LINK, '1 n'],
  },
  'adds a required relationship': {
    from: {},
    to: linked({ book: one('book', { ...link, required: true }) }),
    rows: "(code) values ('a')",
    cautions: [HAS_ROWS],
    refused: ['column "book_id" of relation "loan" contains null values', 'delete from loan'],
  },
  'makes a link prevent deletion': {
    from: linked({ book: one('book', link) }),
    to: linked({ book: one('book', { ...link, onDelete: 'refuse' }) }),
    rows: "(code, book_id) values ('a', 1)",
    then: [LINK, '1 a'],
  },
  'makes a deletion end a link': {
    from: linked({ book: one('book', { ...link, onDelete: 'cascade' }) }),
    to: linked({ book: one('book', link) }),
    rows: "(code, book_id) values ('a', 1)",
    then: [LINK, '1 n'],
  },
  'renames a relationship': {
    from: linked({ work: one('book', link) }),
    to: linked({ book: one('book', link) }),
    rows: "(code, work_id) values ('a', 1)",
    cautions: [GUESS],
    then: [LINK, '1 n'],
  },
  'links to another type': {
    from: linked({ book: one('book', link) }),
    to: linked({ book: one('film', link) }),
    rows: "(code, book_id) values ('a', 1)",
    cautions: [WRONG_LINKS],
    refused: ['violates foreign key constraint "loan_book_id_fkey"', 'update loan set book_id = null'],
  },
  'adds a many-to-many relationship': {
    from: {},
    to: linked({ books: manyToMany('book', link) }),
    rows: "(code) values ('a')",
    then: [LINKS, 'FOREIGN KEY (from_id) REFERENCES loan(id)', 'FOREIGN KEY (to_id) REFERENCES book(id)', PRIMARY_KEY],
  },
  'removes a many-to-many relationship': {
    from: linked({ books: manyToMany('book', link) }),
    to: {},
    rows: "(code) values ('a')",
    cautions: ['Loses data.'],
    then: ["select to_regclass('loan_books')", null],
  },
  'replaces an attribute with a many-to-many relationship of the same name': {
    from: attributes({ books: optional(text(9)) }),
    to: linked({ books: manyToMany('book', link) }),
    rows: "(code) values ('a')",
    cautions: ['Loses data.'],
    then: [LINKS, 'FOREIGN KEY (from_id) REFERENCES loan(id)', 'FOREIGN KEY (to_id) REFERENCES book(id)', PRIMARY_KEY],
  },
  'adds a many-to-many relationship of a type to itself': {
    from: linked({ book: one('book', link) }),
    to: linked({ book: one('book', link), renewals: manyToMany('loan', { inverse: 'renewed' }) }),
    rows: "(code) values ('a')",
    then: ['insert into loan_renewals select id, id from loan returning from_id = to_id', true],
  },
  'adds a relationship of a type to itself': {
    from: {},
    to: linked({ renewed: one('loan', { inverse: 'renewals', onDelete: 'refuse' }) }),
    rows: "(code) values ('a')",
    then: ['update loan set renewed_id = id returning renewed_id = id', true],
  },
  'closes a circle of types in which deletions cascade': {
    from: linked({ book: one('book', { ...link, onDelete: 'cascade' }) }),
    to: linked({ book: one('book', { ...link, onDelete: 'cascade' }), kept: many('book', { inverse: 'keeper' }) }),
    rows: "(code, book_id) values ('a', 1)",
    then: ["select condeferred from pg_constraint where conname = 'loan_book_id_fkey'", true],
  },
  'opens a circle of types in which deletions cascade': {
    from: linked({ book: one('book', { ...link, onDelete: 'cascade' }), kept: many('book', { inverse: 'keeper' }) }),
    to: linked({ book: one('book', { ...link, onDelete: 'cascade' }) }),
    rows: "(code, book_id) values ('a', 1)",
    cautions: ['Loses data.'],
    then: ["select condeferred from pg_constraint where conname = 'loan_book_id_fkey'", false],
  },
  'makes members unique together': {
    from: linked({ book: one('book', link) }),
    to: linked({ book: one('book', link) }, [unique('code', 'book')]),
    rows: "(code, book_id) values ('a', 1), ('a', 1), ('b', null), ('b', null)",
    cautions: [SAME_VALUES],
    refused: [
      'could not create unique index "loan_code_book_unique"',
      "delete from loan where code = 'a' and id = (select max(id) from loan where code = 'a')",
    ],
    then: [
      "select pg_get_constraintdef(oid) from pg_constraint where conname = 'loan_code_book_unique'",
      'UNIQUE (code, book_id) DEFERRABLE',
    ],
  },
  'turns an attribute that is unique together with another into a relationship': {
    from: { attributes: { book: optional(text(9)) }, rules: [unique('book', 'code')] },
    to: linked({ book: one('book', link) }, [unique('book', 'code')]),
    rows: "(code, book) values ('a', 'Emma')",
    cautions: ['Loses data.', SAME_VALUES],
    then: [
      "select pg_get_constraintdef(oid) from pg_constraint where conname = 'loan_book_code_unique'",
      'UNIQUE (book_id, code) DEFERRABLE',
    ],
  },
};

const ERASES =
  'Erases the stored states of these types in the changes feed, and restarts the feed: all its readers start over.';
/** The changes after which what the feed holds no longer fits. */
const erasing: ReadonlySet<string> = new Set([
  'turns a text into a choice',
  'renames a choice',
  'raises the scale',
  'raises the scale and keeps the precision',
  'lowers the scale',
  'turns a decimal into an integer',
  'turns a text into a decimal',
  'turns a timestamp into a date',
  'turns a timestamp and an integer into texts',
  'changes the kind of an attribute together with its default',
  'makes an attribute required',
  'makes a relationship required',
  'renames a relationship',
  'links to another type',
  'removes a many-to-many relationship',
  'replaces an attribute with a many-to-many relationship of the same name',
  'opens a circle of types in which deletions cascade',
  'turns an attribute that is unique together with another into a relationship',
]);

describe('A drafted change', () => {
  const copies = temporaryFolder();
  let clientUrl: string;
  const open = (entities: readonly EntitySchema[]) =>
    new MikroORM({ ...ormOptions(served.tables), entities: [...entities], clientUrl });
  before(async () => {
    clientUrl = await (await testServer()).createEmptyDatabase();
  });
  after(() => {
    copies.remove();
  });

  for (const [what, { from, to, rows, cautions = [], refused, then }] of Object.entries(changes))
    it(`${what}${refused === undefined ? '' : ', and fails while rows forbid it'}`, async () => {
      const folder = join(copies.path, what.replaceAll(' ', '-'));
      const [before, changed] = [
        await entitiesOf(from, join(folder, 'from')),
        await entitiesOf(to, join(folder, 'to')),
      ];
      const migrations = folderIn(folder);
      let orm = open(before);
      const draft = () => draftOn(orm, 'change', modelIn(migrations));
      const migrate = () => migrateServer(orm, modelIn(migrations), () => Promise.resolve());
      const query = async (statement: string) => {
        const result = await sql.raw<Readonly<Record<string, unknown>>>(statement).execute(orm.em.getKysely());
        return result.rows.flatMap((row) => Object.values(row));
      };
      try {
        await query(FORGET);
        await migrate();
        await write(migrations, await draft());
        await migrate();
        expect(await draft()).to.equal(undefined);
        await query("insert into book (code) values ('x')");
        await query(`insert into loan ${rows}`);
        await orm.close();
        orm = open(changed);
        const source = await write(migrations, await draft());
        const comments: readonly string[] = source.match(/(?<=^ {2}\/\/ ).*/gm) ?? [];
        expect(comments.filter((each) => each !== ERASES)).to.deep.equal(cautions);
        expect(comments.includes(ERASES)).to.equal(erasing.has(what));
        if (refused !== undefined) {
          const [reason, mend] = refused;
          expect(await reasonOf(migrate())).to.contain(reason);
          await query(mend);
        }
        await migrate();
        expect(await draft()).to.equal(undefined);
        if (then !== undefined) {
          const [statement, ...values] = then;
          expect(await query(statement)).to.deep.equal(values);
        }
      } finally {
        await orm.close();
      }
    });
});

/** Removes what the change before has left: the tables of the model, and its migrations. */
const FORGET = `
  do $$
  begin
    if to_regclass('mikro_orm_migrations') is null then
      return;
    end if;
    execute (select coalesce('drop table ' || string_agg(quote_ident(relname), ', ') || ' cascade', '') from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname ~ '^(book|film|loan)');
    delete from mikro_orm_migrations where name !~ '^service-';
  end $$`;

/** The model `default`, whose migrations import from the source. Each is a new object, because files are listed once per model. */
function modelIn(migrations: string) {
  return { name: 'default', migrations };
}

/** The entities of a loan with these members. A process has one schema, so a copy of the modules is loaded for each. */
async function entitiesOf(members: Members, folder: string): Promise<readonly EntitySchema[]> {
  for (const name of ['src/domain', 'src/adapters/persistence/tables', 'package.json'])
    cpSync(pathOf(name), join(folder, name), { recursive: true });
  symlinkSync(pathOf('node_modules'), join(folder, 'node_modules'));
  const declared = (type: string, { attributes: more = {}, relationships = {}, rules = [] }: Members = {}) => ({
    [type]: { type, attributes: { code: text(9), ...more }, relationships, rules },
  });
  const declarations = { ...declared('book'), ...declared('film'), ...declared('loan', members) };
  const module = `export const declarations = ${JSON.stringify(declarations)};`;
  writeFileSync(join(folder, 'src/domain/declarations.ts'), module);
  const path = join(folder, 'src/adapters/persistence/tables/entities.ts');
  const imported = (await import(path)) as typeof tables;
  return imported.entitiesOf(modelIn(''));
}

/** Makes a folder of migrations that can import from the source. */
function folderIn(folder: string): string {
  cpSync(pathOf('package.json'), join(folder, 'package.json'));
  symlinkSync(pathOf('src'), join(folder, 'src'));
  const migrations = join(folder, 'migrations');
  mkdirSync(migrations);
  return migrations;
}

async function write(migrations: string, draft: Awaited<ReturnType<typeof draftOn>>): Promise<string> {
  if (draft === undefined) throw new Error('there is no draft');
  const { name, source } = draft;
  const isFormatted = await check(source, { ...(await resolveConfig(pathOf('src'))), parser: 'typescript' });
  expect(isFormatted, source).to.equal(true);
  writeFileSync(join(migrations, `${name}.ts`), source);
  return source;
}

async function reasonOf(migrating: Promise<void>): Promise<string> {
  const error = await migrating.then(
    () => new Error('it has run'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error('something other than an error was thrown');
  return error.cause instanceof Error ? error.cause.message : error.message;
}
