import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { everything, type Comparison, type Filter, type TextComparison } from '#application/model/filter';
import type { Query } from '#application/model/query';
import type { ResourceType } from '#domain/schema';
import { planOf } from '../../support/query-plan.ts';

const sorted = (type: ResourceType, attribute: string, descending: boolean): Query => ({
  ...list(type, everything),
  sort: [{ path: [], attribute, descending }],
});

function list(type: ResourceType, filter: Filter): Query {
  return {
    type,
    filter,
    sort: [],
    page: { kind: 'numbered', size: 30, number: 1 },
    attributes: [],
    linkage: [],
    total: true,
  };
}

const compared = (attribute: string, comparison: Comparison, value: string): Filter => ({
  kind: 'compare',
  attribute,
  comparison,
  operand: { kind: 'value', value },
});

const between = (attribute: string, low: string, high: string): Filter => ({
  kind: 'and',
  filters: [compared(attribute, 'greaterOrEqual', low), compared(attribute, 'lessOrEqual', high)],
});

const text = (attribute: string, comparison: TextComparison, value: string): Filter => ({
  kind: 'text',
  attribute,
  comparison,
  value,
});

const related = (relationship: string, filter: Filter): Filter => ({ kind: 'related', relationship, filter });

/** Queries, and the index that each must use. */
const indexed: readonly (readonly [string, Query, string])[] = [
  ...(['name', 'email', 'birthDate'] as const).flatMap((attribute) =>
    [false, true].map(
      (descending) =>
        [
          `persons by ${attribute}${descending ? ', descending' : ''}`,
          sorted('person', attribute, descending),
          { name: 'person_name', email: 'person_email', birthDate: 'person_birth_date' }[attribute],
        ] as const,
    ),
  ),
  ['computers by serial', sorted('computer', 'serial', false), 'computer_serial'],
  ['computers by serial, descending', sorted('computer', 'serial', true), 'computer_serial'],
  ...(
    [
      ['person', 'name', 'Person 9ab'],
      ['person', 'email', 'p12345'],
      ['computer', 'serial', 'SN-9AB0'],
    ] as const
  ).flatMap(([type, attribute, value]) => {
    const ordered = `${type}_${attribute}`;
    const searched = `${ordered}_text`;
    const cases: readonly (readonly [string, Filter, string])[] = [
      ['equal', compared(attribute, 'equal', value), ordered],
      ['between', between(attribute, value, `${value}z`), ordered],
      ['startsWith', text(attribute, 'startsWith', value), ordered],
      ['like', text(attribute, 'like', `%${value}%`), searched],
      ['like, of a prefix', text(attribute, 'like', `${value}%`), ordered],
      ['likeIgnoringCase', text(attribute, 'likeIgnoringCase', `%${value.toLowerCase()}%`), searched],
      ['endsWith', text(attribute, 'endsWith', value), searched],
      ['hasWords', text(attribute, 'hasWords', value), `${ordered}_words`],
      ['hasWords, of two letters', text(attribute, 'hasWords', 'li'), `${ordered}_words`],
    ];
    return cases.map(([what, filter, index]) => [`${type}s, ${attribute} ${what}`, list(type, filter), index] as const);
  }),
  ['persons born on a day', list('person', compared('birthDate', 'equal', '1980-01-01')), 'person_birth_date'],
  [
    'persons born within two days',
    list('person', between('birthDate', '1980-01-01', '1980-01-02')),
    'person_birth_date',
  ],
  ['computers of an owner', list('computer', related('owner', compared('id', 'equal', '7'))), 'computer_owner_id'],
  [
    'persons by their computers',
    list('person', related('computers', text('serial', 'likeIgnoringCase', '%9ab0%'))),
    'computer_serial_text',
  ],
  [
    'computers by their owner',
    list('computer', related('owner', text('name', 'likeIgnoringCase', '%9ab0%'))),
    'person_name_text',
  ],
];

/** The plans of queries. */
export function describeIndexes(database: () => Database): void {
  for (const mode of ['force_custom_plan', 'force_generic_plan'] as const)
    for (const [what, query, index] of indexed)
      it(`an index finds ${what}, with ${mode === 'force_custom_plan' ? 'a plan for the values' : 'one plan for all values'}`, async () => {
        const plan = await planOf(database(), query, mode);
        expect(plan).to.match(new RegExp(`Scan (?:Backward )?(?:using|on) ${index}\\b`));
        expect(plan).not.to.match(/Seq Scan on (?:person|computer)\b(?!_)/);
      });

  it('plans are not JIT-compiled, which would take longer than running them', async () => {
    const { rows } = await sql`show jit`.execute(database().kysely);
    expect(rows).to.deep.equal([{ jit: 'off' }]);
  });

  it('the last pages are read from the end of the index', async () => {
    const query: Query = { ...sorted('person', 'name', false), page: { kind: 'numbered', size: 30, number: 33_000 } };
    expect(await planOf(database(), query, 'force_generic_plan')).to.match(
      /Index Only Scan Backward using person_name/,
    );
  });

  it('the total without a filter is read from the counts alone', async () => {
    const plan = await planOf(database(), list('person', everything), 'force_generic_plan');
    expect(plan).to.contain('Scan on person_count');
    expect(plan.match(/on person\b(?!_)/g)).to.have.length(1);
  });
}
