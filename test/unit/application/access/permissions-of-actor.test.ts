import { expect } from 'chai';
import { parseCondition } from '#adapters/http/request/filter/condition';
import { resources } from '#test/support/model';
import { claimsIn, filterFor } from '#application/access/permissions-of-actor';
import type { RowCondition } from '#application/model/condition';
import { nothing } from '#application/model/filter';

describe('A condition on rows, for an actor', () => {
  it('has the values of claims', () => {
    const filter = filterFor(
      { email: 'ada@example.org', ids: [1, '2'], prefix: 'A' },
      conditionOf(
        { name: 'email', op: 'eq', val: { claim: 'email' } },
        { name: 'id', op: 'in_', val: { claim: 'ids' } },
        { name: 'name', op: 'startswith', val: { claim: 'prefix' } },
      ),
    );
    expect(filter).to.deep.equal({
      kind: 'and',
      filters: [
        {
          kind: 'compare',
          attribute: 'email',
          comparison: 'equal',
          operand: { kind: 'value', value: 'ada@example.org' },
        },
        { kind: 'in', attribute: 'id', values: ['1', '2'] },
        { kind: 'text', attribute: 'name', comparison: 'startsWith', value: 'A' },
      ],
    });
  });

  const email = { name: 'email', op: 'eq', val: { claim: 'email' } };
  const ids = { name: 'id', op: 'in_', val: { claim: 'ids' } };
  const inherited = { name: 'name', op: 'eq', val: { claim: 'inherited' } };
  const impossible: Readonly<Record<string, readonly [claims: object, condition: object]>> = {
    'if a claim is missing': [{}, email],
    'if a claim is null': [{ email: null }, email],
    'if a claim is an object': [{ email: { is: 'ada@example.org' } }, email],
    'if a claim is a list instead of a value': [{ email: ['ada@example.org'] }, email],
    'if a claim is a boolean': [{ email: true }, email],
    'if a claim is of another kind': [{ email: 7 }, email],
    'if a claim is a value instead of a list': [{ ids: '1' }, ids],
    'if a member of a list is of another kind': [{ ids: ['1', 'x'] }, ids],
    'if a claim is inherited': [Object.create({ inherited: 'Ada' }), inherited],
    'under not': [{}, { not: email }],
    'beside what holds': [{}, { or: [{ name: 'id', op: 'ge', val: 0 }, email] }],
    'in a related resource': [
      {},
      { not: { name: 'computers', op: 'any', val: { name: 'serial', op: 'eq', val: { claim: 'serial' } } } },
    ],
  };
  for (const [when, [claims, condition]] of Object.entries(impossible))
    it(`matches nothing ${when}`, () => {
      expect(filterFor(claims as Readonly<Record<string, unknown>>, conditionOf(condition))).to.deep.equal(nothing);
    });

  it('tells which claims it uses', () => {
    const condition = conditionOf(
      { not: { or: [email, ids] } },
      { name: 'name', op: 'startswith', val: { claim: 'prefix' } },
    );
    expect(claimsIn(condition)).to.deep.equal(['email', 'ids', 'prefix']);
  });
});

function conditionOf(...objects: readonly object[]): RowCondition {
  const parsed = parseCondition(objects, resources.person, 'where', '');
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}
