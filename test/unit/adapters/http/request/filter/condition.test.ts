import { expect } from 'chai';
import { resources } from '#test/support/model';
import { parseCondition } from '#adapters/http/request/filter/condition';
import type { ClaimReference, RowCondition } from '#application/model/condition';
import { nothing } from '#application/model/filter';
import { declaredAttribute, type ResourceType } from '#domain/schema';
import { filterText, problemsOf } from '../../../../../support/parse-query.ts';

const MAIL = { claim: 'email' };
const claim = (attribute: string, name = 'email', type: ResourceType = 'person'): ClaimReference => ({
  kind: 'claim',
  claim: name,
  of: declaredAttribute(type, attribute),
});
const equal = (attribute: string, operand: ClaimReference): RowCondition => ({
  kind: 'compare',
  attribute,
  comparison: 'equal',
  operand,
});

describe('a condition', () => {
  const read: readonly (readonly [object: object, condition: RowCondition])[] = [
    [{ name: 'email', op: 'eq', val: MAIL }, equal('email', claim('email'))],
    [
      { name: 'email', op: 'ne', val: MAIL },
      { kind: 'not', filter: equal('email', claim('email')) },
    ],
    [{ name: 'id', op: 'is', val: { claim: 'person' } }, equal('id', claim('id', 'person'))],
    [
      { name: 'birth_date', op: 'between', val: ['2000-01-01', { claim: 'to' }] },
      {
        kind: 'and',
        filters: [
          {
            kind: 'compare',
            attribute: 'birthDate',
            comparison: 'greaterOrEqual',
            operand: { kind: 'value', value: '2000-01-01' },
          },
          { kind: 'compare', attribute: 'birthDate', comparison: 'lessOrEqual', operand: claim('birthDate', 'to') },
        ],
      },
    ],
    [
      { name: 'name', op: 'in', val: { claim: 'names' } },
      { kind: 'in', attribute: 'name', values: claim('name', 'names') },
    ],
    [
      { name: 'name', op: 'notin_', val: { claim: 'names' } },
      { kind: 'not', filter: { kind: 'in', attribute: 'name', values: claim('name', 'names') } },
    ],
    [
      { name: 'name', op: 'startswith', val: { claim: 'prefix' } },
      { kind: 'text', attribute: 'name', comparison: 'startsWith', value: claim('name', 'prefix') },
    ],
    [
      { name: 'computers', op: 'eq', val: { claim: 'computer' } },
      { kind: 'related', relationship: 'computers', filter: equal('id', claim('id', 'computer')) },
    ],
    [
      { name: 'computers', op: 'any', val: { not: { name: 'serial', op: 'eq', val: { claim: 'serial' } } } },
      {
        kind: 'related',
        relationship: 'computers',
        filter: { kind: 'not', filter: equal('serial', claim('serial', 'serial', 'computer')) },
      },
    ],
  ];
  for (const [object, condition] of read)
    it(`reads ${JSON.stringify(object)}`, () => {
      expect(parseCondition([object], resources.person, 'where', '')).to.deep.equal({ value: condition });
    });

  it('has all members of its list, of which there may be none', () => {
    const one = { name: 'email', op: 'eq', val: MAIL };
    const [value] = [equal('email', claim('email'))];
    expect(parseCondition([one, { or: [] }], resources.person, 'where', '')).to.deep.equal({
      value: { kind: 'and', filters: [value, nothing] },
    });
    expect(parseCondition([], resources.person, 'where', '')).to.deep.equal({ value: { kind: 'and', filters: [] } });
  });

  const nested = (levels: number, innermost: object): object => {
    let object = innermost;
    for (let level = 1; level < levels; level += 1) object = { not: object };
    return object;
  };

  it('may reach the maxima of the filter limits but not exceed them', () => {
    const one = { name: 'email', op: 'eq', val: MAIL };
    const listOf = (values: number): object => ({ name: 'name', op: 'in_', val: Array(values).fill('a') });
    expect(problemsIn([nested(100, one), listOf(2_000), ...Array<object>(9_899).fill(one)])).to.deep.equal([]);
    const far = [nested(101, one), listOf(1_000_001), ...Array<object>(9_899).fill(one)];
    expect(problemsIn(far).map(({ pointer }) => pointer)).to.deep.equal([`/0${'/not'.repeat(100)}`, '/1/val', '/9900']);
  });

  const refused: readonly (readonly [object: object, ...problems: (readonly [pointer: string, detail: RegExp])[]])[] = [
    [
      { name: 'email', op: 'eqq', val: MAIL },
      ['/where/0/op', /^unknown operator "eqq" at where\[0\]\.op; did you mean/],
    ],
    [
      { name: 'mail', op: 'eq', val: MAIL },
      ['/where/0/name', /^unknown field "mail" of person at where\[0\]\.name; did/],
    ],
    ...['like', 'notlike', 'ilike', 'notilike', 'match'].map(
      (op) => [{ name: 'name', op, val: MAIL }, ['/where/0/val', /^a claim is not allowed here at/]] as const,
    ),
    [{ name: 'name', op: 'in_', val: ['a', MAIL] }, ['/where/0/val/1', /^a claim is not allowed here at/]],
    [{ name: 'name', op: 'between', val: MAIL }, ['/where/0/val', /^val must be a list \[low, high\]/]],
    [{ name: 'name', op: 'eq', field: MAIL }, ['/where/0/field', /^field must be a string/]],
    [
      { name: 'computers', op: 'any', val: MAIL },
      ['/where/0/val/claim', /unknown member/],
      ['/where/0/val', /"name"/],
      ['/where/0/val', /"op"/],
      ['/where/0/val', /neither/],
    ],
    [{ name: 'name', op: 'eq', val: { claim: 7 } }, ['/where/0/val/claim', /^"claim" must be a name at/]],
    [{ name: 'name', op: 'eq', val: { claim: '' } }, ['/where/0/val/claim', /^"claim" must be a name at/]],
    [
      { name: 'name', op: 'eq', val: { claim: '__proto__' } },
      ['/where/0/val/claim', /^no claim can be called "__proto__"/],
    ],
    [{ name: 'name', op: 'eq', val: { claim: 'a\nb' } }, ['/where/0/val/claim', /^no claim can be called "a\\nb"/]],
    [
      { name: 'name', op: 'eq', val: { claim: 'a', or: 'b' } },
      ['/where/0/val/or', /^no other member is allowed next to "claim"/],
    ],
    [{ name: 'name', op: 'eq', val: { clam: 'a' } }, ['/where/0/val', /^a value of name must be a string/]],
  ];
  for (const [object, ...problems] of refused)
    it(`refuses ${JSON.stringify(object)}`, () => {
      const found = problemsIn([object], '/where');
      expect(found.map(({ pointer }) => pointer)).to.deep.equal(problems.map(([pointer]) => pointer));
      for (const [index, [, detail]] of problems.entries()) expect(found[index]?.detail).to.match(detail);
    });

  it('may use claims, unlike a filter from a client', () => {
    const [problem] = problemsOf(filterText([{ name: 'email', op: 'eq', val: MAIL }]));
    expect(problem?.detail).to.equal('a value of email must be a string at filter[0].val');
  });
});

function problemsIn(objects: readonly object[], pointer = '') {
  const parsed = parseCondition(objects, resources.person, 'where', pointer);
  return 'problems' in parsed ? parsed.problems : [];
}
