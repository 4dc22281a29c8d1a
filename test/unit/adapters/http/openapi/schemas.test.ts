import { expect } from 'chai';
import fc from 'fast-check';
import { closedChecks } from '#test/openapi/schema-checks';
import type { JsonObject, Schema } from '#test/openapi/described-api';
import { documentOf } from '#test/openapi/default-document';
import { writableAttributesOf } from '#adapters/http/jsonapi/resources/resource';
import { resources } from '#adapters/http/jsonapi/resources/resources';
import { exampleOf, inputSchema } from '#adapters/http/openapi/value-schemas';
import { checkValue, patterns, type Format, type Rule } from '#domain/rules';
import { filterText, problemsOf } from '#test/support/parse-query';

const document = JSON.parse(JSON.stringify(documentOf())) as JsonObject;
const checkOf = closedChecks(document);

/** Whether a schema allows a value. */
const allows = (schema: object, value: unknown): boolean => checkOf(schema as Schema)(value) === undefined;

// Without `a@b` and the like: the rule, which is that of HTML, accepts them, and JSON Schema's `email` does not.
const samples: Readonly<Record<Format, readonly unknown[]>> = {
  text: [
    'a',
    ' a ',
    '',
    ' ',
    '\t\u00a0\u3000',
    '\u0085',
    '\ufeff',
    'a\0',
    '\u{1F600}'.repeat(9),
    '\u{1F600}'.repeat(10),
    1,
    null,
    {},
  ],
  email: ['a@b.example', 'a', '@b', 'a@-b.example', 'a b@c', 'a@b.example\n', 'a@b.example\0', null, 7],
  date: ['2000-02-29', '1900-02-29', '0001-01-01', '0000-01-01', '2000-1-1', '2000-13-01', '20000-01-01', '', null, 0],
};

describe('the schema of an attribute', () => {
  for (const [format, values] of Object.entries(samples))
    for (const nullable of [true, false])
      it(`accepts what the rule of ${nullable ? 'an optional' : 'a required'} ${format} accepts`, () => {
        const limits = { format: format as Format, maxLength: format === 'text' ? 9 : 254 };
        const rule: Rule = nullable
          ? { ...limits, required: false, nullable }
          : { ...limits, required: true, nullable };
        const schema = inputSchema({ kind: 'attribute', stored: 'x', rule, output: undefined });
        for (const value of values)
          expect(allows(schema, value), JSON.stringify(value)).to.equal(checkValue(rule, value).valid);
      });

  it('allows nothing that the rule refuses, whatever the text', () => {
    for (const format of Object.keys(samples) as Format[]) {
      const rule: Rule = { format, maxLength: 9, required: true, nullable: false };
      const check = checkOf(inputSchema({ kind: 'attribute', stored: 'x', rule, output: undefined }) as Schema);
      const near = fc.stringMatching(patterns[format].matches);
      fc.assert(
        fc.property(fc.oneof(fc.string({ unit: 'binary' }), near), (value) => {
          if (check(value) === undefined) expect(checkValue(rule, value).valid, JSON.stringify(value)).to.equal(true);
        }),
      );
    }
  });

  for (const resource of Object.values(resources))
    for (const [name, field] of Object.entries(writableAttributesOf(resource)))
      it(`has a valid example of ${name} of a ${resource.type}`, () => {
        expect(checkValue(field.rule, exampleOf(field))).to.deep.include({ valid: true });
      });
});

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
