import { expect } from 'chai';
import { resources } from '#test/support/model';
import { filterText, problemsOf, type QueryOptions } from '../../../../../support/parse-query.ts';
import { personValues } from '../../../../../support/persons.ts';
import { expectProblems, itRefuses, validFilter, type Refusal } from '../../../../../support/refused-filters.ts';

const onComputers: QueryOptions = { resource: resources.computer };

describe('filter problems: values', () => {
  const malformed: Readonly<Record<string, readonly unknown[]>> = {
    id: [
      '',
      ' 1',
      '01',
      '+1',
      '-0',
      '1.0',
      '1e3',
      '0x1',
      '١',
      'abc',
      '1\n',
      1.5,
      2 ** 53,
      -(2 ** 53),
      1e300,
      true,
      {},
      [],
    ],
    name: [1, true, {}, [], 'a\0', '\ud800', '\udc00\ud800'],
    email: [1, false, {}, ['x'], '\0', 'x\udfff'],
    birth_date: [
      '',
      '2023-02-29',
      '2023-13-01',
      '0000-01-01',
      '10000-01-01',
      '2023-1-1',
      '20230101',
      'now',
      'infinity',
      '2023-01-01T00:00:00Z',
      ' 2023-01-01',
      '2023-01-01\n',
      20230101,
      true,
      {},
      [],
    ],
    computers: ['', '01', 'abc', 1.5, true, {}, []],
  };
  for (const [name, values] of Object.entries(malformed)) {
    const detail = new RegExp(`^a value of ${name} must .* at filter\\[0\\]\\.val`);
    for (const op of ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'is_', 'isnot']) {
      itRefuses(values.map((val): Refusal => [[{ name, op, val }], [['/0/val', detail]]]));
    }
    itRefuses(values.map((val): Refusal => [[{ name, op: 'in_', val: [val] }], [['/0/val/0', detail]]]));
    itRefuses(values.map((val): Refusal => [[{ name, op: 'notin_', val: [val] }], [['/0/val/0', detail]]]));
    itRefuses(
      values.map((val): Refusal => [
        [{ name, op: 'between', val: [val, val] }],
        [
          ['/0/val/0', detail],
          ['/0/val/1', detail],
        ],
      ]),
    );
    for (const op of ['gt', 'ge', 'lt', 'le']) {
      itRefuses([
        [
          [{ name, op, val: null }],
          [['/0/val', /must not be null at filter\[0\]\.val; only eq, ne, is_, isnot take null$/]],
        ],
      ]);
    }
    for (const op of ['in_', 'notin_', 'between']) {
      itRefuses([
        [[{ name, op, val: null }], [['/0/val', /val must be a list .*, not null$/]]],
        [[{ name, op, val: {} }], [['/0/val', /val must be a list .*, not an object$/]]],
        [[{ name, op, val: 'a,b' }], [['/0/val', /val must be a list .*, not a string$/]]],
        [
          [{ name, op, val: [null, null] }],
          [
            ['/0/val/0', /must not be null/],
            ['/0/val/1', /must not be null/],
          ],
        ],
      ]);
    }
    itRefuses(
      [[], ['x'], ['x', 'y', 'z']].map((val): Refusal => [
        [{ name, op: 'between', val }],
        [['/0/val', /\[low, high\] at filter\[0\]\.val, not of [013]$/]],
      ]),
    );
  }
  for (const op of ['like', 'notlike', 'ilike', 'notilike', 'startswith', 'endswith', 'match']) {
    itRefuses(
      [...(malformed['name'] ?? []), null].map((val): Refusal => [
        [{ name: 'name', op, val }],
        [['/0/val', /^a value of name must /]],
      ]),
    );
  }
  itRefuses(
    [null, 'x', [], 1].map((val): Refusal => [
      [{ name: 'computers', op: 'any', val }],
      [['/0/val', /expected a filter object at filter\[0\]\.val/]],
    ]),
  );
  itRefuses(
    [null, true, [validFilter]].map((val): Refusal => [
      [{ name: 'owner', op: 'has', val }],
      [['/0/val', /expected a filter object/]],
      onComputers,
    ]),
  );

  it('says that numbers beyond 2^53-1 must be sent as text', () => {
    expectProblems('filter=[{"name":"id","op":"eq","val":9007199254740993}]', [
      ['/0/val', /beyond 2\^53-1, send it as a string/],
    ]);
    expectProblems('filter=[{"name":"id","op":"eq","val":1e999}]', [['/0/val', /beyond 2\^53-1/]]);
  });

  it('limits the number of values in a list', () => {
    const limits = { limits: { maxListValues: 2 } };
    const sent = (val: readonly unknown[]): string => filterText([{ name: 'id', op: 'in', val }]);
    expect(problemsOf(sent([1, 2]), limits)).to.deep.equal([]);
    expect(problemsOf(sent([1, 2, 'x']), limits)[0]?.meta).to.deep.equal({ path: '/0/val', max: 2 });
  });
});

describe('filter problems: comparing with another field', () => {
  itRefuses([
    [
      [{ name: 'name', op: 'eq', field: 'emai' }],
      [
        [
          '/0/field',
          new RegExp(
            String.raw`^unknown field "emai" of person at filter\[0\]\.field; did you mean "email"\? Filterable fields of person: ${personValues()}$`,
          ),
        ],
      ],
    ],
    [
      [{ name: 'name', op: 'eq', field: 'password' }],
      [['/0/field', /^unknown field "password" of person at filter\[0\]\.field\. /]],
    ],
    [[{ name: 'name', op: 'eq', field: 'display_name' }], [['/0/field', /it is computed; use name, email/]]],
    [[{ name: 'name', op: 'eq', field: 'computers' }], [['/0/field', /it is a relationship/]]],
    [
      [{ name: 'name', op: 'eq', field: 'computers__serial' }],
      [['/0/field', /unknown field "computers__serial" of person/]],
    ],
    [[{ name: 'name', op: 'eq', field: 'constructor' }], [['/0/field', /unknown field "constructor"/]]],
    [[{ name: 'computers__serial', op: 'eq', field: 'name' }], [['/0/field', /unknown field "name" of computer/]]],
    [[{ name: 'name', op: 'eq', field: 1 }], [['/0/field', /field must be a string/]]],
    [[{ name: 'name', op: 'eq', field: null }], [['/0/field', /field must be a string/]]],
    [
      [{ name: 'computers', op: 'eq', field: 'id' }],
      [['/0/field', /computers is a relationship, which can only be compared with val/]],
    ],
    [[{ name: 'computers', op: 'any', field: 'id' }], [['/0/field', /can only be compared with val/]]],
  ]);
  for (const op of [
    'between',
    'in_',
    'notin_',
    'is_',
    'is',
    'isnot',
    'like',
    'notlike',
    'ilike',
    'notilike',
    'startswith',
    'endswith',
    'match',
  ]) {
    itRefuses([
      [
        [{ name: 'name', op, field: 'email' }],
        [['/0/field', /cannot compare with a field at filter\[0\]\.field; eq, ne, gt, ge, lt, le can$/]],
      ],
    ]);
  }
});
