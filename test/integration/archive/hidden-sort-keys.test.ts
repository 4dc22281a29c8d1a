import { expect } from 'chai';
import { sql } from 'kysely';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { everything, type Filter } from '#application/model/filter';
import type { ResourceType } from '#domain/schema';
import { compare } from '../../contract/filter-notation.ts';
import { queryFor } from '../../contract/fixtures.ts';
import { embeddedEngine } from '../../support/database-engines.ts';
import { depth } from '../../support/depth.ts';

describe('A sort key beyond a hidden row', () => {
  // In the gate, the server can be an earlier version of PostgreSQL, which has not had the defect.
  if (depth === 'gate') return;
  it('is unset, even if the row is hidden by its reference to the type that is sorted', async () => {
    const database = await embeddedEngine.open();
    try {
      for (const statement of [
        sql`insert into shelf (code) values ('S')`,
        sql`insert into box (code, shelf_id) values ('X', 1), ('Y', 1)`,
        sql`insert into reader (name) values ('R')`,
        sql`insert into sheet (title, status, box_id, created_at, changed_at) values ('T', 'draft', 2, now(), now())`,
        sql`update shelf set index_id = 1`,
      ])
        await statement.execute(database.kysely);
      const sort = [{ path: ['shelf', 'index', 'box'], attribute: 'code', descending: false }];
      const inBox: Filter = { kind: 'related', relationship: 'box', filter: compare('id', 'equal', '1') };
      const page = { kind: 'cursor', size: 1, direction: 'after', position: undefined } as const;
      const { records } = await new SqlUnitOfWork(database).reader.find({
        ...queryFor('shelf' as ResourceType, { linkage: ['boxes'] }),
        bounds: { boxes: { filter: everything, sort, page, total: false } },
        reachable: Object.fromEntries([['sheet', inBox]]),
      });
      expect(records[0]?.members?.['boxes']?.pageInfo?.positions).to.deep.equal([{ keys: [null], id: '1' }]);
    } finally {
      await database.close();
    }
  });
});
