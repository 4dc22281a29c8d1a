import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { everything, hasIdentifier } from '#application/model/filter';
import type { Bound, CursorPage, Query } from '#application/model/query';
import { compare } from '../../contract/filter-notation.ts';
import { queryFor } from '../../contract/fixtures.ts';
import { serverEngine } from '../../support/database-engines.ts';
import { atDepth } from '../../support/depth.ts';
import { scansOf } from '../plans/scans.ts';

const SIZE = 3;
const AUTHORS = atDepth({ gate: 20_000, campaign: 1_000_000 });

/** The first book has all authors. Each of the last 1,000 books has the first 20 authors. */
const first = queryFor('book', { filter: hasIdentifier('1'), linkage: ['authors'] });
const last = queryFor('book', {
  filter: compare('id', 'greater', '1000'),
  page: { kind: 'numbered', size: 1000, number: 1 },
  linkage: ['authors'],
});
const authors = queryFor('author', { filter: compare('id', 'lessOrEqual', '20'), linkage: ['books'] });

const middle = { keys: [], id: String(AUTHORS / 2) };

const pages: readonly (readonly [name: string, query: Query, page: CursorPage])[] = [
  ['the first authors of a book', first, pageOf('after')],
  ['the authors of a book after one of them', first, pageOf('after', middle)],
  ['the authors of a book before one of them', first, pageOf('before', middle)],
  ['the last authors of a book', first, pageOf('before')],
  ['the first authors of each of 1,000 books', last, pageOf('after')],
  ['the last authors of each of 1,000 books', last, pageOf('before')],
  ['the first books of each of 20 authors', authors, pageOf('after')],
];

describe(`A page of ${AUTHORS} links`, () => {
  let database: Database;

  before(async () => {
    database = await serverEngine.open();
    await load(database);
  });
  after(() => database.close());

  for (const mode of ['force_custom_plan', 'force_generic_plan'] as const) {
    for (const [name, query, page] of pages)
      it(`is read up to the first link beyond it, by identifier: ${name}, with ${mode}`, async () => {
        const asked = within(query, { page });
        const related = query.linkage.map((relationship) => ({ relationship, attributes: [], linkage: [] }));
        for (const each of [asked, { ...asked, related }]) {
          const { scans, plan } = await scansOf(database, each, mode, 'book_authors');
          expect(scans.map(({ node, rows }) => ({ node, rows }))).to.deep.equal([
            { node: 'Index Only Scan', rows: SIZE + 1 },
          ]);
          expect(plan).not.to.match(/Sort|Rows Removed/);
        }
      });

    it(`has a total that is counted in the index, with ${mode}`, async () => {
      for (const query of [first, last, authors]) {
        const { scans } = await scansOf(
          database,
          within(query, { page: pageOf('after'), total: true }),
          mode,
          'book_authors',
        );
        expect(scans.map(({ node }) => node)).to.deep.equal(['Index Only Scan', 'Index Only Scan']);
      }
    });
  }
});

function pageOf(direction: CursorPage['direction'], position?: CursorPage['position']): CursorPage {
  return { kind: 'cursor', size: SIZE, direction, position };
}

function within(query: Query, bound: Partial<Bound>): Query {
  const [relationship = ''] = query.linkage;
  return {
    ...query,
    bounds: { [relationship]: { filter: everything, sort: [], page: undefined, total: false, ...bound } },
  };
}

/** Fills the tables. To save time, it first drops the indexes on authors that the test does not need. */
async function load({ kysely }: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where tablename = 'author' and indexname !~ 'pkey$'`.execute(kysely);
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(kysely);
  for (const statement of [
    sql`insert into author (pen_name, living) select 'Author', true from generate_series(1, ${sql.lit(AUTHORS)})`,
    sql`insert into book (title, price) select 'Book', 999 from generate_series(1, 2000)`,
    sql`insert into book_authors (from_id, to_id) select 1, n from generate_series(1, ${sql.lit(AUTHORS)}) n`,
    sql`insert into book_authors (from_id, to_id)
      select book, author from generate_series(1001, 2000) book, generate_series(1, 20) author`,
    sql`vacuum analyze author, book, book_authors`,
  ])
    await statement.execute(kysely);
}
