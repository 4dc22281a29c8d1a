import { expect } from 'chai';
import { resources } from '#test/support/model';
import { parseCondition } from '#adapters/http/request/filter/condition';
import type { Database } from '#adapters/persistence/storage/database';
import { tablesReadWhole } from '#adapters/persistence/storage/plans';
import { exampleFilter } from '#application/access/permissions-of-actor';
import type { ResourceType } from '#domain/schema';
import { engines } from '../../support/database-engines.ts';

const email = { name: 'email', op: 'eq', val: { claim: 'email' } };

const cases: Readonly<Record<string, readonly [type: ResourceType, where: object, whole: readonly string[]]>> = {
  'a value of an indexed column': ['person', email, []],
  'a list of identifiers': ['person', { name: 'id', op: 'in_', val: { claim: 'ids' } }, []],
  'a part of a text': ['person', { name: 'name', op: 'ilike', val: '%lovelace%' }, []],
  'a related row by an indexed column': ['computer', { name: 'owner', op: 'has', val: email }, []],
  'a negation': ['computer', { not: { name: 'serial', op: 'startswith', val: { claim: 'prefix' } } }, ['computer']],
  'this or that of two tables': [
    'computer',
    {
      or: [
        { name: 'owner', op: 'has', val: email },
        { name: 'id', op: 'lt', val: 9 },
      ],
    },
    ['computer'],
  ],
  'a comparison of two columns': ['person', { name: 'name', op: 'eq', field: 'email' }, ['person']],
};

for (const engine of engines)
  describe(`Conditions on rows, planned on ${engine.name}`, () => {
    let database: Database;

    before(async () => {
      database = await engine.open();
    });
    after(() => database.close());

    for (const [what, [type, where, whole]] of Object.entries(cases))
      it(`read ${whole.length === 0 ? 'an index' : 'all rows'} for ${what}`, async () => {
        const parsed = parseCondition([where], resources[type], 'where', '');
        if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
        const tables = await tablesReadWhole(database, type, exampleFilter(parsed.value));
        expect(tables.map(({ name }) => name)).to.deep.equal(whole);
        for (const { filter } of tables) expect(filter).to.be.a('string');
      });
  });
