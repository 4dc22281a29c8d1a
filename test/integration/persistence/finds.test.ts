import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import { StatementCache } from '#adapters/persistence/sql/statement-cache';
import type { Database } from '#adapters/persistence/storage/database';
import { embeddedDialect } from '#adapters/persistence/tables/dialect';
import {
  everything,
  hasIdentifier,
  hasIdentifierIn,
  type Filter,
  type TextComparison,
} from '#application/model/filter';
import type { Page, Query, SortKey } from '#application/model/query';
import { textTests } from '#application/model/text-comparisons';
import { queryFor } from '../../contract/fixtures.ts';
import { atDepth } from '../../support/depth.ts';
import { openServer } from '../../support/open-server.ts';

const attributeLists = [[], ['name']];
const linkages = [[], ['computers']];
const relations: readonly Query['related'][] = [
  undefined,
  [{ relationship: 'computers', attributes: ['serial'], linkage: [] }],
  [{ relationship: 'computers', attributes: [], linkage: ['owner'] }],
];
const sorts: readonly (readonly SortKey[])[] = [[], [{ path: [], attribute: 'name', descending: true }]];
const pages: readonly (Page | undefined)[] = [
  undefined,
  { kind: 'numbered', size: 2, number: 1 },
  { kind: 'cursor', size: 2, direction: 'before', position: { keys: ['Ada'], id: '7' } },
];
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
  ...['Ada', 'a', '\0', '\ud800x', '%', '%a%', '%ada%', 'a\\%%', '\u{10ffff}'].flatMap((value): Filter[] => [
    { kind: 'compare', attribute: 'name', comparison: 'greater', operand: { kind: 'value', value } },
    ...(Object.keys(textTests) as TextComparison[]).map((comparison): Filter => ({
      kind: 'text',
      attribute: 'name',
      comparison,
      value,
    })),
    { kind: 'related', relationship: 'computers', filter: { kind: 'in', attribute: 'serial', values: [value, 'x'] } },
  ]),
];

const AT_A_TIME = 400;
/** Uses one in this many queries. No list of values has this prime length, so all pairs of values remain. */
const SHARE = atDepth({ gate: 7, campaign: 1 });

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

describe('Compiled statements', () => {
  let database: Database;
  before(() => {
    database = openServer('postgres://nobody@127.0.0.1:1/nothing');
  });
  after(() => database.close());
  const compiled = (): StatementCache => new StatementCache(database.kysely, database.tables, embeddedDialect, 'kept');

  it('equal freshly compiled ones, whatever was queried before', () => {
    const queries = allQueries().filter((_, index) => index % SHARE === 0);
    const fresh = queries.map((query) => compiled().statementFor(query));
    const cached = compiled();
    // Few enough at a time that none is evicted before it recurs, in orders that group queries differently.
    for (const step of [1, 97, 1009, 2593, 5183])
      for (let start = 0; start < queries.length; start += AT_A_TIME) {
        const positions = Array.from({ length: AT_A_TIME }, (_, place) => ((start + place) * step) % queries.length);
        for (const position of [...positions, ...positions]) {
          const query = queries[position];
          if (query !== undefined && !isDeepStrictEqual(cached.statementFor({ ...query }), fresh[position]))
            expect.fail(`another statement for ${JSON.stringify(query)}`);
        }
      }
  });

  it('are not recompiled for other values', () => {
    const { statementCache } = database;
    const query = queryFor('person', { attributes: ['name'] });
    const search = (value: string): Filter => ({ kind: 'text', attribute: 'name', comparison: 'like', value });
    const pairs: readonly (readonly [Filter, Filter])[] = [
      [hasIdentifier('1'), hasIdentifier('2')],
      [hasIdentifierIn(['1']), hasIdentifierIn(['2', '3'])],
      [search('%one%'), search('%two%')],
    ];
    for (const [one, other] of pairs) {
      const first = statementCache.statementFor({ ...query, filter: one });
      const second = statementCache.statementFor({ ...query, filter: other });
      expect(second.sql).to.equal(first.sql);
      expect(second.parameters).not.to.deep.equal(first.parameters);
    }
  });

  it('are few for the pages of a walk: the values of its positions are bound', () => {
    const { statementCache } = database;
    const sort = [
      { path: [], attribute: 'email', descending: false },
      { path: [], attribute: 'birthDate', descending: true },
    ];
    const statementAt = (...keys: readonly (string | null)[]) =>
      statementCache.statementFor(
        queryFor('person', {
          sort,
          page: { kind: 'cursor', size: 5, direction: 'after', position: { keys, id: '77' } },
        }),
      );
    const first = statementAt('ada@example.org', '1815-12-10');
    const second = statementAt('bob@example.org', '1990-06-15');
    expect(second.sql).to.equal(first.sql);
    expect(first.sql).not.to.match(/ada|1815|77|offset/);
    expect(first.parameters).to.include.members(['ada@example.org', '1815-12-10', '77']);
    expect(statementAt(null, '1990-06-15').sql).not.to.equal(first.sql);
  });
});
