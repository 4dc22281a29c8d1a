import { expect } from 'chai';
import type { Database } from '#adapters/persistence/storage/database';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { everything, hasIdentifier } from '#application/model/filter';
import type { CursorPage, ListPosition, Query, SortKey } from '#application/model/query';
import type { ResourceType } from '#domain/schema';
import { wholeView } from '../../contract/fixtures.ts';
import { planOf } from '../../support/query-plan.ts';

const SIZE = 30;

/** Sorts that an index serves. A tenth of the names are equal, a tenth of the e-mail addresses, birth dates and owners are unset. */
const sorts: readonly (readonly [ResourceType, string])[] = [
  ...['id', '-id', 'name', '-name', 'email', '-email', 'birthDate', '-birthDate'].map(
    (key) => ['person', key] as const,
  ),
  ...['serial', '-serial', 'owner.id', '-owner.id'].map((key) => ['computer', key] as const),
];

/** The cost of a page by cursor far from the start of its walk. */
export function describeCursorCosts(database: () => Database): void {
  describe('Pages by cursor', () => {
    for (const mode of ['force_custom_plan', 'force_generic_plan'] as const)
      for (const [type, key] of sorts)
        for (const direction of ['after', 'before'] as const)
          it(`are found at the same cost ${direction} any cursor of ${type}s by ${key}, with ${mode}`, async () => {
            const positions = await positionsIn(database(), listOf(type, key), direction);
            const costs = async (query: Query): Promise<readonly number[]> => {
              const found: number[] = [];
              for (const position of positions)
                found.push(await blocksOf(database(), { ...query, page: pageAt(position, direction) }, mode));
              return found;
            };
            // Rows that lie together in the table cost less to read than scattered ones, wherever in the list they are. So the cost of
            // finding them is compared: far away it may rise by a quarter of what a page costs.
            const quarter = Math.max(...(await costs(listOf(type, key)))) / 4;
            const [first = 0, ...others] = await costs({ ...listOf(type, key), attributes: [], linkage: [] });
            expect(quarter).to.be.below(2 * SIZE);
            for (const cost of others) expect(cost).to.be.at.most(first + quarter);
          });

    it('sort all matches if another table has the sort key', async () => {
      const position = { keys: ['Person 7'], id: '7' };
      const query = { ...listOf('computer', 'owner.name'), page: pageAt(position, 'after') };
      expect(await planOf(database(), query, 'force_generic_plan')).to.match(/Sort Key: .*joined0/);
    });
  });
}

function listOf(type: ResourceType, key: string): Query {
  const sort = [sortKey(key)];
  return { type, filter: everything, sort, page: undefined, ...wholeView.selections[type], total: true };
}

function sortKey(key: string): SortKey {
  const descending = key.startsWith('-');
  const names = key.slice(descending ? 1 : 0).split('.');
  return { path: names.slice(0, -1), attribute: names.at(-1) ?? '', descending };
}

function pageAt(position: ListPosition | undefined, direction: CursorPage['direction']): CursorPage {
  return { kind: 'cursor', size: SIZE, direction, position };
}

/** Positions of a walk: its start, after the first page, after the 10,000th or a third if there are fewer, and near the end. */
async function positionsIn(
  database: Database,
  query: Query,
  direction: CursorPage['direction'],
): Promise<readonly (ListPosition | undefined)[]> {
  const { reader } = new SqlUnitOfWork(database);
  const { total = 0 } = await reader.find({ ...query, page: { kind: 'numbered', size: 1, number: 1 } });
  const pages = Math.floor(total / SIZE);
  const positions: (ListPosition | undefined)[] = [undefined];
  for (const page of [1, Math.min(10_000, Math.floor(pages / 3)), Math.floor(pages * 0.95), pages - 2]) {
    const number = direction === 'after' ? page * SIZE : total - page * SIZE + 1;
    const { records } = await reader.find({ ...query, page: { kind: 'numbered', size: 1, number } });
    const filter = hasIdentifier(records[0]?.id ?? '');
    const { pageInfo } = await reader.find({ ...query, filter, page: pageAt(undefined, 'after') });
    positions.push(pageInfo?.positions[0]);
  }
  return positions;
}

/** The number of blocks that PostgreSQL reads for a query. */
async function blocksOf(database: Database, query: Query, mode: string): Promise<number> {
  const plan = await planOf(database, query, mode, 'analyze, buffers, timing off, summary off');
  const [, hit = '0', read = '0'] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? [];
  return Number(hit) + Number(read);
}
