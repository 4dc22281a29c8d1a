import { resources } from '#test/support/model';
import type { QueryOptions } from '../../../../../support/parse-query.ts';
import { personValues } from '../../../../../support/persons.ts';
import { expectProblems, itRefuses, validFilter } from '../../../../../support/refused-filters.ts';

const onComputers: QueryOptions = { resource: resources.computer };

describe('filter problems: the list', () => {
  const texts: readonly [text: string, detail: RegExp][] = [
    ['', /^filter is not JSON: it ends too early; it must be a JSON list/],
    ['[{"name":"x"', /^filter is not JSON: unexpected text at character 12; /],
    ['[1,]', /^filter is not JSON/],
    ['nonsense', /^filter is not JSON: unexpected "o"; /],
    ['[NaN]', /^filter is not JSON/],
    ['{}', /^filter is an object; it must be a JSON list of filter objects, such as \[\{"name"/],
    ['null', /^filter is null; /],
    ['"x"', /^filter is a string; /],
    ['1', /^filter is a number; /],
    ['['.repeat(100_000), /^filter is not JSON: it ends too early/],
  ];
  for (const [text, detail] of texts) {
    it(`refuses ${JSON.stringify(text.slice(0, 30))}`, () => {
      expectProblems(`filter=${text}`, [['', detail]]);
    });
  }
});

describe('filter problems: filter objects', () => {
  itRefuses([
    [[1], [['/0', /^expected a filter object at filter\[0\], not a number$/]]],
    [
      [null, [], 'x', validFilter],
      [
        ['/0', /not null/],
        ['/1', /not a list/],
        ['/2', /not a string/],
      ],
    ],
    [
      [{}],
      [
        ['/0', /filter\[0\] has no "name"/],
        ['/0', /no "op"/],
        ['/0', /neither "val" nor "field"/],
      ],
    ],
    [[{ op: 'eq', val: 1 }], [['/0', /no "name"/]]],
    [[{ name: 'id', val: 1 }], [['/0', /no "op"/]]],
    [[{ name: 'id', op: 'eq' }], [['/0', /neither "val" nor "field"; it must have exactly one/]]],
    [[{ name: 'id', op: 'eq', val: 1, field: 'id' }], [['/0', /both "val" and "field"/]]],
    [
      [{ name: 1, op: null, val: 1 }],
      [
        ['/0/name', /"name" must be a string .*not a number/],
        ['/0/op', /not null/],
      ],
    ],
    [
      [{ ...validFilter, nam: 1 }],
      [
        [
          '/0/nam',
          /^unknown member "nam" at filter\[0\]; did you mean "name"\? Members of a filter object: name, op, val, field, or, and, not$/,
        ],
      ],
    ],
    [[{ ...validFilter, 'a/b~c d': 1 }], [['/0/a~1b~0c d', /unknown member "a\/b~c d"/]]],
    [
      [{ constructor: 1, toString: 2, ...validFilter }],
      [
        ['/0/constructor', /unknown member/],
        ['/0/toString', /unknown member/],
      ],
    ],
    [[{ or: [], name: 'id' }], [['/0/name', /no other member is allowed next to "or" at filter\[0\]\.name/]]],
    [[{ or: [], and: [1] }], [['/0/and', /next to "or"/]]],
    [
      [{ or: [1], x: 1 }],
      [
        ['/0/x', /next to "or"/],
        ['/0/or/0', /expected a filter object at filter\[0\]\.or\[0\]/],
      ],
    ],
    [[{ or: {} }], [['/0/or', /"or" takes a list of filter objects at filter\[0\]\.or, not an object/]]],
    [[{ and: null }], [['/0/and', /not null/]]],
    [[{ not: [validFilter] }], [['/0/not', /expected a filter object at filter\[0\]\.not, not a list/]]],
    [
      [{ not: { or: [validFilter, { and: [validFilter, 7] }] } }],
      [['/0/not/or/1/and/1', /at filter\[0\]\.not\.or\[1\]\.and\[1\], not a number/]],
    ],
  ]);

  it('treats __proto__ as an unknown member', () => {
    expectProblems('filter=[{"__proto__":{"name":"id"},"name":"name","op":"eq","val":"x"}]', [
      ['/0/__proto__', /unknown member "__proto__"/],
    ]);
  });
});

describe('filter problems: names', () => {
  const of = (name: string): unknown => [{ name, op: 'eq', val: 1 }];
  itRefuses([
    [
      of('nme'),
      [
        [
          '/0/name',
          new RegExp(
            String.raw`^unknown field "nme" of person at filter\[0\]\.name; did you mean "name"\? Filterable fields of person: ${personValues()}, computers\b`,
          ),
        ],
      ],
    ],
    [of('birthDate'), [['/0/name', /did you mean "birth_date"\?/]]],
    [of('password'), [['/0/name', /^unknown field "password" of person at filter\[0\]\.name\. Filterable/]]],
    [of('passwort'), [['/0/name', /^unknown field "passwort" of person at filter\[0\]\.name\. Filterable/]]],
    [
      of('display_name'),
      [['/0/name', /cannot filter by "display_name" at filter\[0\]\.name: it is computed; use name, email$/]],
    ],
    [of(''), [['/0/name', /unknown field ""/]]],
    [of('__proto__'), [['/0/name', /^unknown field "__proto__" of person at/]]],
    [of('constructor'), [['/0/name', /unknown field "constructor"/]]],
    [of('toString'), [['/0/name', /unknown field "toString"/]]],
    [of('name; drop table person'), [['/0/name', /unknown field/]]],
    [of('name\0'), [['/0/name', /unknown field "name\\u0000"/]]],
    [of('computers__'), [['/0/name', /^unknown field "computers__" of person at .*; did you mean "computers"\?/]]],
    [of('computers__nme'), [['/0/name', /unknown field "nme" of computer/]]],
    [of('computers__owner__password'), [['/0/name', /^unknown field "password" of person at/]]],
    [
      of('computer__id'),
      [
        [
          '/0/name',
          /^unknown relationship "computer" of person at filter\[0\]\.name; did you mean "computers"\? Relationships of person: computers\b/,
        ],
      ],
    ],
    [of('name__id'), [['/0/name', /unknown relationship "name" of person/]]],
    [of('serial__owner__id'), [['/0/name', /unknown relationship "serial" of computer/]], onComputers],
    [
      [{ name: 'computers', op: 'any', val: { name: 'nme', op: 'eq', val: 1 } }],
      [['/0/val/name', /unknown field "nme" of computer at filter\[0\]\.val\.name/]],
    ],
  ]);
});

describe('filter problems: operators', () => {
  const all = 'eq, ne, gt, ge, lt, le, between, in_, notin_, is_, isnot';
  const ofText = `${all}, like, notlike, ilike, notilike, startswith, endswith, match`;
  const ends = (text: string): RegExp => new RegExp(`${text}$`);
  itRefuses([
    [
      [{ or: [validFilter, { name: 'name', op: 'eqq', val: 1 }] }],
      [
        [
          '/0/or/1/op',
          ends(
            `^unknown operator "eqq" at filter\\[0\\]\\.or\\[1\\]\\.op; did you mean "eq"\\? Operators of name: ${ofText}`,
          ),
        ],
      ],
    ],
    [
      [{ name: 'id', op: 'zzzz', val: 1 }],
      [['/0/op', ends(`^unknown operator "zzzz" at filter\\[0\\]\\.op\\. Operators of id: ${all}`)]],
    ],
    [[{ name: 'id', op: 'EQ', val: 1 }], [['/0/op', /did you mean "eq"/]]],
    [
      [{ name: 'name', op: 'contains', val: 'ada' }],
      [['/0/op', /^unknown operator "contains" at filter\[0\]\.op; use "ilike" with "%text%"\. Operators of name: eq/]],
    ],
    [[{ name: 'name', op: '>=', val: 'ada' }], [['/0/op', /^unknown operator ">=" at filter\[0\]\.op; use "ge"\. /]]],
    [[{ name: 'id', op: 'contains', val: 1 }], [['/0/op', /^unknown operator "contains" at filter\[0\]\.op\. /]]],
    [[{ name: 'id', op: 'constructor', val: 1 }], [['/0/op', /unknown operator "constructor"/]]],
    [[{ name: 'id', op: '__proto__', val: 1 }], [['/0/op', /unknown operator "__proto__"/]]],
    [
      [{ name: 'nme', op: 'eqq', val: 1 }],
      [
        ['/0/name', /unknown field/],
        ['/0/op', ends(`did you mean "eq"\\? Operators: ${ofText}, any, has`)],
      ],
    ],
    [
      [{ name: 'computers', op: 'has', val: validFilter }],
      [
        [
          '/0/op',
          ends(`^computers has no operator "has" at filter\\[0\\]\\.op\\. Operators of computers: ${all}, any`),
        ],
      ],
    ],
    [
      [{ name: 'owner', op: 'any', val: validFilter }],
      [['/0/op', ends(`Operators of owner: ${all}, has`)]],
      onComputers,
    ],
    [[{ name: 'name', op: 'any', val: validFilter }], [['/0/op', ends(`Operators of name: ${ofText}`)]]],
    [
      [{ name: 'owner__name', op: 'has', val: validFilter }],
      [['/0/op', /owner__name has no operator "has"/]],
      onComputers,
    ],
  ]);
  for (const op of ['like', 'notlike', 'ilike', 'notilike', 'startswith', 'endswith', 'match']) {
    for (const name of ['id', 'birth_date', 'computers']) {
      itRefuses([
        [
          [{ name, op, val: 'x' }],
          [['/0/op', ends(`^${name} has no operator "${op}" .* Operators of ${name}: ${all}(, any)?`)]],
        ],
      ]);
    }
  }
});
