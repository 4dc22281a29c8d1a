import { expect } from 'chai';
import fc from 'fast-check';
import { writableAttributesOf, type WritableAttribute } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { describedKinds, exampleOf, inputSchema } from '#adapters/http/openapi/value-schemas';
import { kindOf, kinds, type KindName, type Limits } from '#domain/kinds';
import { checkAttribute, type Attribute } from '#domain/resource';
import { documentOf } from '../../../../openapi/default-document.ts';
import type { JsonObject, Schema } from '../../../../openapi/described-api.ts';
import { closedChecks } from '../../../../openapi/schema-checks.ts';
import { anyText } from '../../../../support/any-text.ts';
import { filterText, problemsOf } from '../../../../support/parse-query.ts';

const document = JSON.parse(JSON.stringify(documentOf())) as JsonObject;
const checkOf = closedChecks(document);

/** True if a schema allows a value. */
const allows = (schema: object, value: unknown): boolean => checkOf(schema as Schema)(value) === undefined;

// Without `a@b` and the like: the rule, which is that of HTML, accepts them, and JSON Schema's `email` does not.
const others: ValuesByKind = {
  identifier: [],
  text: ['a', ' a ', ' ', '\t\u00a0\u3000', '\u0085', '\ufeff', '\u{1F600}'.repeat(9), '\u{1F600}'.repeat(10), 1],
  email: ['a@b.example', 'a', '@b', 'a@-b.example', 'a b@c', 'a@b.example\n', 'a@b.example\0'],
  date: ['1900-02-29', '2000-13-01', '20000-01-01', 0],
  integer: [1.0, 0, -1, 2 ** 53 - 1, 1e300, ''],
  decimal: [],
  oneOf: [],
  boolean: [],
  timestamp: [
    '2000-01-01T12:30:00Z',
    '2000-01-01t12:30:00.5z',
    '2000-01-01T12:30:00.123456789+05:45',
    '2016-12-31T23:59:60Z',
    '2000-01-01T24:00:00Z',
    '2000-01-01T00:00:00+24:00',
    '1900-02-29T00:00:00Z',
    '2000-01-01T00:00:00Z\n',
    '0000-01-01T00:00:00Z',
  ],
};

type Use = 'stored' | 'operand' | 'condition';
type ValuesByKind = Readonly<Record<KindName, readonly unknown[]>>;

const nothing: ValuesByKind = {
  identifier: [],
  text: [],
  email: [],
  date: [],
  integer: [],
  decimal: [],
  oneOf: [],
  boolean: [],
  timestamp: [],
};

const moments = ['0001-01-01T00:00:00+01:00', '9999-12-31T23:30:00-01:00'];

/**
 * Values that schemas allow and the service refuses, as JSON Schema cannot express it: a lone surrogate, the size of a number that is text, and a year
 * that is not one of UTC once the offset is added.
 */
const beyond: Readonly<Record<Use, ValuesByKind>> = {
  stored: { ...nothing, identifier: ['9223372036854775808'], text: ['\ud800'], timestamp: moments },
  operand: { ...nothing, text: ['\ud800'], email: ['\ud800'], timestamp: moments },
  condition: {
    ...nothing,
    text: ['\ud800'],
    email: ['\ud800'],
    integer: ['9007199254740992', '-9007199254740992'],
    timestamp: moments,
  },
};

const kindNames = Object.keys(kinds) as readonly KindName[];

function attributeOf(declared: Attribute): WritableAttribute {
  return { kind: 'attribute', stored: 'x', declared, output: undefined };
}

describe('the schema of an attribute', () => {
  for (const kind of kindNames)
    for (const isRequired of [true, false])
      it(`accepts what ${isRequired ? 'a required' : 'an optional'} attribute of kind ${kind} accepts`, () => {
        const { isText, exampleLimits } = kindOf(kind);
        const maxLength = kind === 'text' ? 9 : 254;
        const declared: Attribute = { kind, isRequired, ...exampleLimits, ...(isText && { maxLength }) };
        const samples = kindOf(kind).samples(declared);
        const schema = inputSchema(attributeOf(declared));
        const values = [...samples.valid, ...samples.invalid, ...others[kind], null, {}, []];
        expectAgreement('stored', kind, schema, values, (value) => checkAttribute(declared, value).valid);
      });

  it('allows nothing that the attribute refuses, whatever the text', () => {
    for (const kind of kindNames) {
      const { isText, pattern, exampleLimits } = kindOf(kind);
      const declared: Attribute = { kind, isRequired: true, ...exampleLimits, ...(isText && { maxLength: 9 }) };
      const check = checkOf(inputSchema(attributeOf(declared)) as Schema);
      fc.assert(
        fc.property(
          pattern === undefined ? anyText : fc.oneof(anyText, fc.stringMatching(pattern.matches)),
          (value) => {
            if (check(value) === undefined && !canBeBeyond(kind, value))
              expect(checkAttribute(declared, value).valid, JSON.stringify(value)).to.equal(true);
          },
        ),
      );
    }
  });

  it('describes every kind', () => {
    expect(Object.keys(describedKinds)).to.have.members([...kindNames]);
  });

  for (const kind of kindNames)
    it(`has valid examples of kind ${kind}`, () => {
      const { example, operandExample, operand, condition } = describedKinds[kind](limitsOf(kind));
      expect(kindOf(kind).parse(example, limitsOf(kind))).to.deep.equal({ valid: true, value: example });
      expect(kindOf(kind).parseOperand(operandExample, limitsOf(kind))).to.deep.equal({
        valid: true,
        value: operandExample,
      });
      expect(allows(operand, operandExample)).to.equal(true);
      expect(allows(condition, kindOf(kind).write(operandExample))).to.equal(true);
    });

  for (const resource of Object.values(resources))
    for (const [name, field] of Object.entries(writableAttributesOf(resource)))
      it(`has a valid example of ${name} of a ${resource.type}`, () => {
        expect(checkAttribute(field.declared, exampleOf(field))).to.deep.include({ valid: true });
      });
});

function limitsOf(kind: KindName): Limits {
  return kindOf(kind).exampleLimits;
}

/** True if a text resembles the examples in `beyond`. */
function canBeBeyond(kind: KindName, value: string): boolean {
  if (kind === 'identifier') return /^9\d{18}$/.test(value);
  return kind === 'timestamp' && /^(?:0001-01-01|9999-12-31)/.test(value);
}

describe('the schema of what is compared with', () => {
  for (const kind of kindNames) {
    const samples = kindOf(kind).samples(limitsOf(kind));
    const values = [...samples.valid, ...samples.invalid, ...others[kind]];

    it(`accepts the operands that kind ${kind} accepts`, () => {
      const { operand } = describedKinds[kind](limitsOf(kind));
      const sent = [...values, null, {}, []];
      expectAgreement(
        'operand',
        kind,
        operand,
        sent,
        (value) => kindOf(kind).parseOperand(value, limitsOf(kind)).valid,
      );
    });

    it(`accepts the texts in query strings that kind ${kind} accepts`, () => {
      const { condition } = describedKinds[kind](limitsOf(kind));
      const texts = values.map(String);
      expectAgreement(
        'condition',
        kind,
        condition,
        texts,
        (value) => kindOf(kind).readOperand(String(value), limitsOf(kind)).valid,
      );
    });
  }
});

/** Expects that a schema allows the values that the service takes, and those beyond schemas. */
function expectAgreement(
  use: Use,
  kind: KindName,
  schema: object,
  values: readonly unknown[],
  isTaken: (value: unknown) => boolean,
): void {
  const exceptions = beyond[use][kind];
  for (const value of exceptions)
    expect([allows(schema, value), isTaken(value)], JSON.stringify(value)).to.deep.equal([true, false]);
  for (const value of values.filter((each) => !exceptions.includes(each)))
    expect(allows(schema, value), JSON.stringify(value)).to.equal(isTaken(value));
}

describe('the schema of filters', () => {
  const leaf = { name: 'name', op: 'eq', val: 'Ada' };
  const filters: readonly unknown[] = [
    [],
    [leaf],
    [{ or: [leaf, { not: leaf }] }, { and: [] }],
    [{ or: [leaf], and: [] }],
    [{ or: leaf }],
    [{ not: [leaf] }],
    [{}],
    {},
    null,
    [{ name: 'name', op: 'eq', val: null }],
    [{ name: 'name', op: 'gt', val: null }],
    [{ name: 'name', op: 'eq', val: 7 }],
    [{ name: 'name', op: 'eq', val: 'a\0' }],
    [{ name: 'name', op: 'eq' }],
    [{ name: 'name', val: 'Ada' }],
    [{ ...leaf, extra: 1 }],
    [{ name: 'name', op: 'eq', field: 'email' }],
    [{ name: 'name', op: 'eq', field: 'email', val: 'Ada' }],
    [{ name: 'name', op: 'eq', field: 'display_name' }],
    [{ name: 'name', op: 'eq', field: 'serial' }],
    [{ name: 'computers__serial', op: 'ne', field: 'id' }],
    [{ name: 'computers__serial', op: 'ne', field: 'name' }],
    [{ name: 'computers', op: 'eq', field: 'id' }],
    [{ name: 'name', op: 'like', field: 'email' }],
    [{ name: 'name', op: 'is_', field: 'email' }],
    [{ name: 'name', op: 'like', val: '%' }],
    [{ name: 'name', op: 'like', val: null }],
    [{ name: 'id', op: 'like', val: '%' }],
    [{ name: 'birth_date', op: 'match', val: '1815' }],
    [{ name: 'birth_date', op: 'ge', val: '1815-12-10' }],
    [{ name: 'birth_date', op: 'ge', val: '1815-13-10' }],
    [{ name: 'birth_date', op: 'between', val: ['1815-12-10', '1816-01-01'] }],
    [{ name: 'birth_date', op: 'between', val: ['1815-12-10'] }],
    [{ name: 'birth_date', op: 'between', val: ['1815-12-10', null] }],
    [{ name: 'id', op: 'in_', val: [1, '2', '9223372036854775808'] }],
    [{ name: 'id', op: 'in_', val: [] }],
    [{ name: 'id', op: 'in_', val: ['01'] }],
    [{ name: 'id', op: 'in_', val: ['-0', '-1'] }],
    [{ name: 'id', op: 'in_', val: [1.5] }],
    [{ name: 'id', op: 'in_', val: [null] }],
    [{ name: 'id', op: 'in_', val: Array.from({ length: 1000 }, (_, index) => index) }],
    [{ name: 'id', op: 'in_', val: Array.from({ length: 1001 }, (_, index) => index) }],
    Array.from({ length: 100 }, () => leaf),
    Array.from({ length: 101 }, () => leaf),
    [{ name: 'computers', op: 'any', val: { name: 'serial', op: 'eq', val: 'x' } }],
    [{ name: 'computers', op: 'any', val: { name: 'name', op: 'eq', val: 'x' } }],
    [{ name: 'computers', op: 'has', val: { name: 'serial', op: 'eq', val: 'x' } }],
    [{ name: 'computers__owner', op: 'has', val: leaf }],
    [{ name: 'computers__owner', op: 'any', val: leaf }],
    [{ name: 'computers', op: 'isnot', val: null }],
    [{ name: 'computers', op: 'eq', val: 1 }],
    [{ name: 'computers', op: 'between', val: [1, 2] }],
    [{ name: 'computers__owner__birth_date', op: 'lt', val: '1900-01-01' }],
    [{ name: 'display_name', op: 'eq', val: 'ADA' }],
    [{ name: 'password', op: 'eq', val: 'x' }],
    [{ name: '__proto__', op: 'eq', val: 'x' }],
    [{ name: 'name', op: 'toString', val: 'x' }],
  ];

  for (const filter of filters)
    it(`agrees with the service on ${JSON.stringify(filter).slice(0, 100)}`, () => {
      const isTaken = problemsOf(filterText(filter)).length === 0;
      expect(allows({ $ref: '#/components/schemas/PersonFilter' }, filter)).to.equal(isTaken);
    });
});
