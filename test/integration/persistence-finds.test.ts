import { expect } from 'chai';
import type { Database } from '../../src/adapters/persistence/database.ts';
import { findSql } from '../../src/adapters/persistence/find-sql.ts';
import { everything, hasIdentifier, hasIdentifierIn, type Filter } from '../../src/application/model/filter.ts';
import type { Page, Query, SortKey } from '../../src/application/model/query.ts';
import { embeddedEngine } from '../support/database-engines.ts';

const attributeLists = [[], ['name']];
const linkages = [[], ['computers']];
const relations: readonly Query['related'][] = [
  undefined,
  [{ relationship: 'computers', attributes: ['serial'], linkage: [] }],
  [{ relationship: 'computers', attributes: [], linkage: ['owner'] }],
];
const sorts: readonly (readonly SortKey[])[] = [[], [{ path: [], attribute: 'name', descending: true }]];
const pages: readonly (Page | undefined)[] = [undefined, { size: 2, number: 1 }];
const filters: readonly Filter[] = [
  everything,
  hasIdentifier('1'),
  hasIdentifier('9223372036854775807'),
  hasIdentifier('9223372036854775808'),
  hasIdentifier('-1'),
  hasIdentifierIn(['1']),
  hasIdentifierIn(['2', '3']),
  hasIdentifierIn([]),
  hasIdentifierIn(['1', '99999999999999999999']),
  { kind: 'not', filter: hasIdentifier('1') },
  { kind: 'compare', attribute: 'id', comparison: 'less', operand: { kind: 'value', value: '5' } },
  { kind: 'compare', attribute: 'id', comparison: 'equal', operand: { kind: 'attribute', attribute: 'id' } },
];

function allQueries(): readonly Query[] {
  return filters.flatMap((filter) =>
    sorts.flatMap((sort) =>
      pages.flatMap((page) =>
        attributeLists.flatMap((attributes) =>
          linkages.flatMap((linkage) =>
            relations.flatMap((related) =>
              [true, false].map((total): Query => {
                const query = { type: 'person', filter, sort, page, attributes, linkage, total } as const;
                return related === undefined ? query : { ...query, related };
              }),
            ),
          ),
        ),
      ),
    ),
  );
}

describe('Statements that are remembered', () => {
  let database: Database;
  before(async () => {
    database = await embeddedEngine.open();
  });
  after(() => database.close());

  it('are those that would be written, whatever was asked before', () => {
    const queries = allQueries();
    // Every question after every other one, and after itself.
    for (let step = 0; step < queries.length; step += 7)
      for (const [index, query] of queries.entries())
        for (const each of [query, queries[(index + step) % queries.length] ?? query])
          expect(database.finds.statementOf({ ...each })).to.deep.equal(
            findSql(each, database.tables, database.dialect).toStatement(),
          );
  });

  it('are not written again for another identifier', () => {
    const query = {
      type: 'person',
      sort: [],
      page: undefined,
      attributes: ['name'],
      linkage: [],
      total: false,
    } as const;
    const first = database.finds.statementOf({ ...query, filter: hasIdentifier('1') });
    const second = database.finds.statementOf({ ...query, filter: hasIdentifier('2') });
    expect(second.text).to.equal(first.text);
    expect(second.values).to.deep.equal(['2']);
  });
});
