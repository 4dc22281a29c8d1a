import { expect } from 'chai';
import { pendingOf, type Series } from '#adapters/persistence/tables/migrations/series';

const filesOf = (names: readonly string[]) => names.map((name) => ({ name, path: `/${name}.ts` }));
const series = (model: readonly string[], madeServiceTables?: string): Series => ({
  service: filesOf(['service-0001-baseline', 'service-0002-more']),
  model: filesOf(model),
  madeServiceTables,
});

/** A model whose migrations also created the service's tables. */
const early = series(['0001-one', '0002-made', '0003-three', '0004-baseline', '0005-five'], '0002-made');
const late = series(['0001-one', '0002-two', '0003-baseline', '0004-four', '0005-baseline', '0006-six']);

const cases: readonly (readonly [what: string, of: Series, ran: readonly string[], pending: readonly string[]])[] = [
  [
    'of a new database are those of the service, the baseline and those after it',
    early,
    [],
    ['service-0001-baseline', 'service-0002-more', '0004-baseline', '0005-five'],
  ],
  [
    'of a database that began with the baseline are those after it',
    early,
    ['service-0001-baseline', '0004-baseline'],
    ['service-0002-more', '0005-five'],
  ],
  [
    'of an old database begin with the replaced ones and include no baseline',
    early,
    ['0001-one'],
    ['0002-made', '0003-three', 'service-0002-more', '0005-five'],
  ],
  [
    'of an old database that has run all replaced ones are those after the baseline',
    early,
    ['0001-one', '0002-made', '0003-three'],
    ['service-0002-more', '0005-five'],
  ],
  [
    'of an old database that has run all are none',
    early,
    ['0001-one', '0002-made', '0003-three', 'service-0002-more', '0005-five'],
    [],
  ],
  [
    'ignore unknown names',
    early,
    ['0009-unknown'],
    ['service-0001-baseline', 'service-0002-more', '0004-baseline', '0005-five'],
  ],
  [
    'of a new database begin with the last of several baselines',
    late,
    [],
    ['service-0001-baseline', 'service-0002-more', '0005-baseline', '0006-six'],
  ],
  [
    'of a database that began with an earlier baseline continue from there',
    late,
    ['service-0001-baseline', '0003-baseline'],
    ['0004-four', 'service-0002-more', '0006-six'],
  ],
  [
    'of a database older than every baseline include no baseline',
    late,
    ['service-0001-baseline', '0001-one'],
    ['0002-two', '0004-four', 'service-0002-more', '0006-six'],
  ],
  [
    'of a model without a baseline include all of its own',
    series(['0001-one', '0002-two']),
    ['service-0001-baseline', '0001-one'],
    ['service-0002-more', '0002-two'],
  ],
  [
    'of a model without migrations are those of the service',
    series([]),
    [],
    ['service-0001-baseline', 'service-0002-more'],
  ],
];

describe('Pending migrations', () => {
  for (const [what, of, ran, pending] of cases)
    it(what, () => {
      expect(pendingOf(of, new Set(ran)).map(({ name }) => name)).to.deep.equal(pending);
    });
});
