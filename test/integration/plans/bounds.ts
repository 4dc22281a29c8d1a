import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { everything, hasIdentifier } from '#application/model/filter';
import type { Bound, CursorPage, Query } from '#application/model/query';
import { compare } from '../../contract/filter-notation.ts';
import { queryFor } from '../../contract/fixtures.ts';
import { scansOf } from './scans.ts';

const SIZE = 3;
const MODES = ['force_custom_plan', 'force_generic_plan'] as const;

/** The first person owns a million computers; each of the last 1,000 persons owns 20. */
const first = queryFor('person', { filter: hasIdentifier('1') });
const last = queryFor('person', {
  filter: compare('id', 'greater', '999000'),
  page: { kind: 'numbered', size: 1000, number: 1 },
});

const pages: readonly (readonly [name: string, query: Query, page: CursorPage])[] = [
  ['at the start, of a million', first, pageOf('after')],
  ['after one of a million', first, pageOf('after', '700000')],
  ['before one of a million', first, pageOf('before', '700000')],
  ['at the end, of a million', first, pageOf('before')],
  ['at the start, of each of 1,000 persons', last, pageOf('after')],
  ['at the end, of each of 1,000 persons', last, pageOf('before')],
];

/** Tests how many rows a page of members reads. It must run last, because it adds computers and drops indexes. */
export function describeBoundCosts(database: () => Database): void {
  describe('The computers of a person', () => {
    before(() => addComputers(database()));

    for (const mode of MODES)
      for (const [name, query, page] of pages)
        it(`are read up to the first beyond the page: ${name}, with ${mode}`, async () => {
          for (const asked of [within(query, { page }), withRelated(within(query, { page }), 1000)])
            await expectReads(database(), asked, mode, SIZE + 1);
        });

    for (const mode of MODES) {
      it(`are read up to the first that is too many, with ${mode}`, async () => {
        const page = { ...pageOf('after'), size: 1000 };
        for (const query of [first, last]) {
          await expectReads(database(), { ...within(query, { page }), longestLinkage: 5 }, mode, 6);
          await expectReads(database(), withRelated(within(query, { page }), 5), mode, 6);
        }
      });

      it(`are counted in the index, with ${mode}`, async () => {
        for (const [query, count] of [
          [first, 1_000_000],
          [last, 20],
        ] as const) {
          const asked = within(query, { page: pageOf('after'), total: true });
          const { scans, plan } = await scansOf(database(), asked, mode, 'computer');
          expect(scans.map(({ node, index }) => `${node} of ${index}`)).to.deep.equal(
            Array(2).fill('Index Only Scan of computer_owner_id'),
          );
          expect(Math.max(...scans.map(({ rows }) => rows))).to.be.within(count, count + 10);
          expect(plan.match(/Heap Fetches: (?!0)/g)).to.equal(null);
        }
      });
    }
  });
}

function pageOf(direction: CursorPage['direction'], id?: string): CursorPage {
  return { kind: 'cursor', size: SIZE, direction, position: id === undefined ? undefined : { keys: [], id } };
}

function within(query: Query, bound: Partial<Bound>): Query {
  const computers = { filter: everything, sort: [], page: undefined, total: false, ...bound };
  return { ...query, linkage: ['computers'], bounds: { computers } };
}

function withRelated(query: Query, most: number): Query {
  return { ...query, related: [{ relationship: 'computers', attributes: ['serial'], linkage: ['owner'], most }] };
}

async function expectReads(database: Database, query: Query, mode: string, entries: number): Promise<void> {
  const { scans, plan } = await scansOf(database, query, mode, 'computer');
  expect(scans.map(({ index, rows }) => ({ index, rows }))).to.deep.equal([
    { index: 'computer_owner_id', rows: entries },
  ]);
  // The persons themselves may be sorted.
  expect(plan, plan).not.to.match(/Sort Key: (?!"row"\.id\n)|Rows Removed/);
}

/** Adds the computers. To save time, it first drops the indexes that the test does not need. */
async function addComputers({ kysely }: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where tablename = 'computer' and indexname like 'computer_serial%'`.execute(
    kysely,
  );
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(kysely);
  await sql`insert into computer (serial, owner_id)
    select 'SN', case when n <= 1000000 then 1 else 999001 + n % 1000 end from generate_series(1, 1020000) n`.execute(
    kysely,
  );
  await sql`vacuum analyze computer`.execute(kysely);
}
