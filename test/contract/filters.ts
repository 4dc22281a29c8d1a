import { expect } from 'chai';
import { everything, nothing, type Comparison, type Filter } from '#application/model/filter';
import type { ResourceType } from '#domain/schema';
import { fillWorld, machines, people, type Ids } from './filter-data.ts';
import { and, compare, compareFields, not, or, related, text, unset, within } from './filter-notation.ts';
import { describeTextFilters } from './filters-text.ts';
import { queryFor, findIds } from './fixtures.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';

type IdOf = (key: string) => string;
type Case = readonly [
  name: string,
  type: ResourceType,
  filter: Filter | ((id: IdOf) => Filter),
  expected: readonly string[],
];

const everyMachine: readonly string[] = machines;
const everyone: readonly string[] = people;
const dated = ['ada', 'bob', 'lower', 'date'];
/** Larger than any int8. */
const huge = '99999999999999999999999999';

/** Runs tables of filters and the matches that they expect, in identifier order. */
export function describeFilters(unitOfWork: CurrentUnitOfWork): void {
  describe('filters', () => {
    let ids: Ids = new Map();
    const idOf: IdOf = (key) => ids.get(key) ?? '0';

    before(async () => {
      ids = await fillWorld(unitOfWork());
    });

    const tables: Readonly<Record<string, readonly Case[]>> = {
      'comparing with a value': [...comparisonCases, ...listCases],
      'comparing two attributes': attributeCases,
      'and, or, not and unknown': logicCases,
      'related resources': relatedCases,
    };
    for (const [title, cases] of Object.entries(tables))
      describe(title, () => {
        for (const [name, type, filter, expected] of cases)
          it(name, async () => {
            const resolved = typeof filter === 'function' ? filter(idOf) : filter;
            const found = await findIds(unitOfWork().reader, queryFor(type, { filter: resolved }));
            expect(found).to.deep.equal(expected.map(idOf));
          });
      });

    it('count all matches, not just those of the page', async () => {
      const filter = related('computers', everything);
      const found = await unitOfWork().reader.find(
        queryFor('person', { filter, page: { kind: 'numbered', size: 2, number: 2 }, total: true }),
      );
      expect(found.records.map(({ id }) => id)).to.deep.equal([idOf('none')]);
      expect(found.total).to.equal(3);
    });
  });
  describe('filters on text', () => {
    describeTextFilters(unitOfWork);
  });
}

const comparisonCases: readonly Case[] = [
  ...eachComparison('an identifier', 'person', 'id', (id) => id('lower'), {
    equal: ['lower'],
    greater: ['same', 'none', 'date'],
    greaterOrEqual: ['lower', 'same', 'none', 'date'],
    less: ['ada', 'bob'],
    lessOrEqual: ['ada', 'bob', 'lower'],
  }),
  ...eachComparison('an identifier of a computer', 'computer', 'id', (id) => id('server'), {
    equal: ['server'],
    greater: ['spare', 'tower', 'twin'],
    greaterOrEqual: ['server', 'spare', 'tower', 'twin'],
    less: ['laptop'],
    lessOrEqual: ['laptop', 'server'],
  }),
  ...eachComparison('an identifier with a huge number', 'person', 'id', () => huge, {
    equal: [],
    greater: [],
    greaterOrEqual: [],
    less: everyone,
    lessOrEqual: everyone,
  }),
  ...eachComparison('an identifier with a huge negative number', 'person', 'id', () => `-${huge}`, {
    equal: [],
    greater: everyone,
    greaterOrEqual: everyone,
    less: [],
    lessOrEqual: [],
  }),
  ...eachComparison('an identifier with zero', 'person', 'id', () => '0', {
    equal: [],
    greater: everyone,
    greaterOrEqual: everyone,
    less: [],
    lessOrEqual: [],
  }),
  ...eachComparison('an identifier with a small negative number', 'person', 'id', () => '-7', {
    equal: [],
    greater: everyone,
    greaterOrEqual: everyone,
    less: [],
    lessOrEqual: [],
  }),
  ...eachComparison('an identifier with the first number beyond int8', 'person', 'id', () => '9223372036854775808', {
    equal: [],
    greater: [],
    greaterOrEqual: [],
    less: everyone,
    lessOrEqual: everyone,
  }),
  ...eachComparison('a string', 'person', 'name', () => 'Bob', {
    equal: ['bob'],
    greater: ['lower', 'same', 'none'],
    greaterOrEqual: ['bob', 'lower', 'same', 'none'],
    less: ['ada', 'date'],
    lessOrEqual: ['ada', 'bob', 'date'],
  }),
  ...eachComparison('a string that may be unset', 'person', 'email', () => 'bob@example.org', {
    equal: ['bob'],
    greater: ['same'],
    greaterOrEqual: ['bob', 'same'],
    less: ['ada', 'date'],
    lessOrEqual: ['ada', 'bob', 'date'],
  }),
  ...eachComparison('a string with the empty string', 'person', 'email', () => '', {
    equal: [],
    greater: ['ada', 'bob', 'same', 'date'],
    greaterOrEqual: ['ada', 'bob', 'same', 'date'],
    less: [],
    lessOrEqual: [],
  }),
  ...eachComparison('a date', 'person', 'birthDate', () => '1990-06-15', {
    equal: ['bob'],
    greater: ['lower', 'date'],
    greaterOrEqual: ['bob', 'lower', 'date'],
    less: ['ada'],
    lessOrEqual: ['ada', 'bob'],
  }),
  ...eachComparison('a date with the first day', 'person', 'birthDate', () => '0001-01-01', {
    equal: [],
    greater: dated,
    greaterOrEqual: dated,
    less: [],
    lessOrEqual: [],
  }),
  ...eachComparison('a date with the last day', 'person', 'birthDate', () => '9999-12-31', {
    equal: [],
    greater: [],
    greaterOrEqual: [],
    less: dated,
    lessOrEqual: dated,
  }),
  ['is case-sensitive', 'person', compare('name', 'equal', 'ada lovelace'), ['lower']],
  [
    'compares a serial that looks like a number as text',
    'computer',
    compare('serial', 'equal', '0999999999'),
    ['twin'],
  ],
];

const listCases: readonly Case[] = [
  ['finds an identifier in a list', 'person', (id) => within('id', id('date'), id('ada')), ['ada', 'date']],
  ['finds a repeated identifier once', 'person', (id) => within('id', id('bob'), id('bob')), ['bob']],
  [
    'finds an identifier in a list with out-of-range ones',
    'person',
    (id) => within('id', huge, `-${huge}`, '0', '-1', '9223372036854775807', '9223372036854775808', id('bob')),
    ['bob'],
  ],
  ['finds a string in a list', 'person', within('name', 'Bob', 'bob', 'Nobody'), ['bob', 'none']],
  [
    'finds strings with delimiters in a list',
    'person',
    within('name', 'a,b', '{"x"}', 'NULL', '\\', "'", 'Bob'),
    ['bob'],
  ],
  ['does not find unset strings in a list', 'person', within('email', 'bob@example.org', ''), ['bob']],
  ['finds a date in a list', 'person', within('birthDate', '2000-02-29', '1815-12-10', '0001-01-01'), ['ada', 'date']],
  ['finds no identifier in an empty list', 'person', within('id'), []],
  ['finds every identifier outside an empty list', 'person', not(within('id')), everyone],
  ['finds no string in an empty list', 'person', within('email'), []],
  ['finds set and unset strings outside an empty list', 'person', not(within('email')), everyone],
  ['finds no date in an empty list', 'person', within('birthDate'), []],
  ['finds set and unset dates outside an empty list', 'person', not(within('birthDate')), everyone],
  ['skips unset strings outside a list', 'person', not(within('email', 'bob@example.org')), ['ada', 'same', 'date']],
  [
    'skips unset strings outside a list of strings that cannot be stored',
    'person',
    not(within('email', '\0', '\ud800')),
    ['ada', 'bob', 'same', 'date'],
  ],
  ['skips unset dates outside a list', 'person', not(within('birthDate', '1990-06-15')), ['ada', 'lower', 'date']],
  ['finds an identifier outside a list', 'person', (id) => not(within('id', id('ada'), huge)), everyone.slice(1)],
  ['finds unset strings', 'person', unset('email'), ['lower', 'none']],
  ['finds set strings', 'person', not(unset('email')), ['ada', 'bob', 'same', 'date']],
  ['finds unset dates', 'person', unset('birthDate'), ['same', 'none']],
  ['finds set dates', 'person', not(unset('birthDate')), dated],
  ['finds no unset identifier', 'person', unset('id'), []],
  ['finds no unset name', 'person', unset('name'), []],
];

const attributeCases: readonly Case[] = [
  ['finds equal strings', 'person', compareFields('name', 'equal', 'email'), ['same']],
  ['finds a string that is greater', 'person', compareFields('email', 'greater', 'name'), ['ada', 'bob', 'date']],
  ['finds a string that is less', 'person', compareFields('name', 'less', 'email'), ['ada', 'bob', 'date']],
  [
    'finds a string that is greater or equal',
    'person',
    compareFields('email', 'greaterOrEqual', 'name'),
    ['ada', 'bob', 'same', 'date'],
  ],
  [
    'finds a string that is less or equal',
    'person',
    compareFields('name', 'lessOrEqual', 'email'),
    ['ada', 'bob', 'same', 'date'],
  ],
  ['skips values unset on either side', 'person', not(compareFields('email', 'equal', 'name')), ['ada', 'bob', 'date']],
  [
    'finds set attributes equal to themselves',
    'person',
    compareFields('email', 'equal', 'email'),
    ['ada', 'bob', 'same', 'date'],
  ],
  [
    'finds set dates less than or equal to themselves',
    'person',
    compareFields('birthDate', 'lessOrEqual', 'birthDate'),
    dated,
  ],
  ['finds identifiers equal to themselves', 'person', compareFields('id', 'equal', 'id'), everyone],
  ['finds no identifier that is less than itself', 'person', compareFields('id', 'less', 'id'), []],
  ['compares a date with a string as text', 'person', compareFields('birthDate', 'greater', 'name'), ['date']],
  ['compares a string with a date as text', 'person', compareFields('name', 'less', 'birthDate'), ['date']],
  [
    'compares a string with an identifier as text',
    'person',
    compareFields('id', 'less', 'email'),
    ['ada', 'bob', 'same', 'date'],
  ],
  ['compares a date with an identifier as text', 'person', not(compareFields('id', 'equal', 'birthDate')), dated],
  [
    'compares an identifier with a serial as text: greater',
    'computer',
    compareFields('id', 'greater', 'serial'),
    ['twin'],
  ],
  [
    'compares an identifier with a serial as text: less',
    'computer',
    compareFields('id', 'less', 'serial'),
    everyMachine.slice(0, 4),
  ],
];

const unknown = compare('email', 'equal', 'x');
const isAda = text('name', 'startsWith', 'Ada');

const logicCases: readonly Case[] = [
  ['matches everything', 'person', everything, everyone],
  ['matches nothing', 'person', nothing, []],
  ['matches nothing for negated everything', 'person', not(everything), []],
  ['matches everything for negated nothing', 'person', not(nothing), everyone],
  [
    '"and" requires every filter to match',
    'person',
    and(not(unset('email')), not(unset('birthDate'))),
    ['ada', 'bob', 'date'],
  ],
  ['"or" requires one filter to match', 'person', or(unset('email'), unset('birthDate')), ['lower', 'same', 'none']],
  ['does not find unset values when negating equality', 'person', not(unknown), ['ada', 'bob', 'same', 'date']],
  ['finds unset values when explicitly asked for', 'person', or(not(unknown), unset('email')), everyone],
  ['keeps unknown through repeated negation', 'person', not(not(not(unknown))), ['ada', 'bob', 'same', 'date']],
  ['evaluates unknown and false to false', 'person', not(and(unknown, nothing)), everyone],
  ['evaluates unknown and true to unknown', 'person', not(and(unknown, everything)), ['ada', 'bob', 'same', 'date']],
  ['evaluates unknown or true to true', 'person', or(unknown, everything), everyone],
  ['evaluates unknown or false to unknown', 'person', not(or(unknown, nothing)), ['ada', 'bob', 'same', 'date']],
  ['evaluates unknown or unknown to unknown', 'person', not(or(unknown, not(unknown))), []],
  [
    'evaluates negated text comparisons with unset values to unknown',
    'person',
    not(text('email', 'like', '%ada%')),
    ['bob', 'same', 'date'],
  ],
  [
    'evaluates a test for unset values to true or false, never unknown',
    'person',
    not(unset('email')),
    ['ada', 'bob', 'same', 'date'],
  ],
  [
    'nests',
    'person',
    or(and(isAda, or(not(unset('email')), nothing)), and(not(or(isAda, unset('birthDate'))), not(not(unset('email'))))),
    ['ada', 'lower'],
  ],
  [
    'requires every condition on identifiers',
    'person',
    (id) => and(within('id', id('ada'), id('bob')), compare('id', 'equal', id('bob'))),
    ['bob'],
  ],
  ['requires the condition beside an identifier', 'person', (id) => and(compare('id', 'equal', id('bob')), isAda), []],
  [
    'finds one of two identifiers',
    'person',
    (id) => or(compare('id', 'equal', id('date')), compare('id', 'equal', id('ada'))),
    ['ada', 'date'],
  ],
];

const anyLaptop = related('computers', compare('serial', 'equal', 'L-1'));

const relatedCases: readonly Case[] = [
  ['finds owners', 'person', related('computers', everything), ['ada', 'bob', 'none']],
  ['finds persons who own nothing', 'person', not(related('computers', everything)), ['lower', 'same', 'date']],
  ['finds owners of something that matches', 'person', anyLaptop, ['ada']],
  ['includes persons who own nothing when negated', 'person', not(anyLaptop), everyone.slice(1)],
  [
    'finds owners of something that does not match',
    'person',
    related('computers', not(compare('serial', 'equal', 'L-1'))),
    ['ada', 'bob', 'none'],
  ],
  ['finds owned computers', 'computer', related('owner', everything), ['laptop', 'server', 'tower', 'twin']],
  ['finds computers without an owner', 'computer', not(related('owner', everything)), ['spare']],
  [
    'finds the computers of a person',
    'computer',
    (id) => related('owner', compare('id', 'equal', id('ada'))),
    ['laptop', 'tower'],
  ],
  [
    'finds the computers of several persons',
    'computer',
    (id) => related('owner', within('id', id('bob'), id('ada'), '0')),
    ['laptop', 'server', 'tower'],
  ],
  [
    'requires both the owner and an attribute to match',
    'computer',
    (id) => and(related('owner', compare('id', 'equal', id('ada'))), compare('serial', 'equal', 'L-1')),
    ['laptop'],
  ],
  [
    'includes computers without an owner when negated',
    'computer',
    (id) => not(related('owner', compare('id', 'equal', id('ada')))),
    ['server', 'spare', 'twin'],
  ],
  [
    'finds no computers of a person that does not exist',
    'computer',
    related('owner', compare('id', 'equal', huge)),
    [],
  ],
  [
    'finds the owner of a computer',
    'person',
    (id) => related('computers', compare('id', 'equal', id('tower'))),
    ['ada'],
  ],
  [
    'finds the owners of computers within a range',
    'person',
    (id) => related('computers', compare('id', 'lessOrEqual', id('server'))),
    ['ada', 'bob'],
  ],
  [
    'counts an unknown inside as no match',
    'computer',
    related('owner', compare('email', 'equal', 'ada@example.org')),
    ['laptop', 'tower'],
  ],
  [
    'counts an unknown inside as no match under a negation, too',
    'computer',
    not(related('owner', compare('email', 'equal', 'ada@example.org'))),
    ['server', 'spare', 'twin'],
  ],
  [
    'counts a negated unknown inside as no match',
    'computer',
    related('owner', not(compare('email', 'equal', 'ada@example.org'))),
    ['server'],
  ],
  ['finds by an unset related attribute', 'computer', related('owner', unset('email')), ['twin']],
  [
    'finds computers by the computers of their owners',
    'computer',
    related('owner', related('computers', compare('serial', 'equal', 'T-9'))),
    ['laptop', 'tower'],
  ],
  ['follows three relationships', 'person', related('computers', related('owner', anyLaptop)), ['ada']],
  [
    'follows many relationships',
    'computer',
    related('owner', related('computers', related('owner', related('computers', related('owner', isAda))))),
    ['laptop', 'tower'],
  ],
  [
    'negates between two relationships',
    'computer',
    related('owner', not(related('computers', compare('serial', 'equal', 'T-9')))),
    ['server', 'twin'],
  ],
  [
    'requires one related resource to match both conditions',
    'person',
    related('computers', and(compare('serial', 'equal', 'L-1'), text('serial', 'startsWith', 'T'))),
    [],
  ],
  [
    'lets two related resources match two separate conditions',
    'person',
    and(anyLaptop, related('computers', text('serial', 'startsWith', 'T'))),
    ['ada'],
  ],
  ['finds nothing when no related resource matches', 'person', related('computers', nothing), []],
  [
    'compares attributes of related resources',
    'computer',
    related('owner', compareFields('name', 'less', 'email')),
    ['laptop', 'server', 'tower'],
  ],
];

function eachComparison(
  what: string,
  type: ResourceType,
  attribute: string,
  value: (id: IdOf) => string,
  expected: Readonly<Record<Comparison, readonly string[]>>,
): readonly Case[] {
  const comparisons: readonly Comparison[] = ['equal', 'greater', 'greaterOrEqual', 'less', 'lessOrEqual'];
  return comparisons.map((comparison) => [
    `compares ${what}: ${comparison}`,
    type,
    (id) => compare(attribute, comparison, value(id)),
    expected[comparison],
  ]);
}
