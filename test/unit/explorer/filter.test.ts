import { expect } from 'chai';
import { withOperator, withPath } from '../../../explorer/src/model/condition-changes.ts';
import { filterJson, filterTree, incompleteIn } from '../../../explorer/src/model/filter-json.ts';
import { newCondition, newGroup } from '../../../explorer/src/model/filter-tree.ts';
import type { Json } from '../../../explorer/src/model/json.ts';
import { api, poster, required, shelf } from './described.ts';

const isOld = { name: 'built', op: 'eq', val: '1900-01-01' };
const isMine = { name: 'secret', op: 'ilike', val: 'mine%' };

describe('explorer: the filter', () => {
  const filters: readonly (readonly Json[])[] = [
    [],
    [isOld],
    [isOld, isMine],
    ...['50%', '%', '%%', '%a%', 'a%', '%a', 'a\\%', '%a_b%', '%\\%\\_\\\\%', '\\', '%\\%', '%\\a%'].map((val) => [
      { name: 'secret', op: 'ilike', val },
    ]),
    [{ name: 'built', op: 'eq', val: null }],
    [{ name: 'built', op: 'gt', field: 'hint' }],
    [{ name: 'built', op: 'between', val: ['1900-01-01', '1950-12-31'] }],
    [{ name: 'id', op: 'in_', val: ['1', '2'] }],
    [{ name: 'secret', op: 'eq', val: '' }],
    [{ name: 'built', op: 'eq', val: 0 }],
    [{ name: 'built', op: 'in_', val: [7, false, '1'] }],
    [{ name: 'built', op: 'between', val: [-1, 1] }],
    [{ name: 'books__isbn', op: 'startswith', val: '978' }],
    [{ name: 'books', op: 'eq', val: null }],
    [{ name: 'books', op: 'any', val: { name: 'isbn', op: 'eq', val: '1' } }],
    [{ name: 'books', op: 'any', val: { and: [] } }],
    [{ name: 'books', op: 'any', val: { or: [isOld, { not: isMine }] } }],
    [{ or: [isOld, isMine] }],
    [isMine, { or: [isOld, { and: [isOld, isMine] }] }],
    [{ not: isOld }],
    [{ not: { or: [isOld, isMine] } }],
    [{ not: { and: [isOld, isMine] } }, isOld],
    [{ not: { not: isOld } }],
  ];

  it('is the same after it went through the builder', () => {
    for (const filter of filters) expect(filterJson(filterTree(api, filter))).to.deep.equal(filter);
  });

  it('is written as a pattern where people look for a text', () => {
    const [condition] = filterTree(api, [{ name: 'secret', op: 'ilike', val: '%50\\%%' }]).members;
    if (condition?.kind !== 'condition') throw new Error('no condition');
    expect(condition).to.deep.include({ op: 'contains', operand: { kind: 'value', value: '50%' } });
    const after = (op: string): Json => filterJson(newGroup([withOperator(api, condition, op)]));
    expect(after('begins')).to.deep.equal([{ name: 'secret', op: 'ilike', val: '50\\%%' }]);
    expect(after('ilike')).to.deep.equal([{ name: 'secret', op: 'ilike', val: '%50\\%%' }]);
    expect(after('startswith')).to.deep.equal([{ name: 'secret', op: 'startswith', val: '50%' }]);
  });

  it('keeps what the builder does not know as it is', () => {
    const strange: readonly (readonly Json[])[] = [
      [{ or: [] }],
      [{ name: 'built', op: 'near', val: '1900-01-01' }],
      [{ name: 'built', op: 'eq', val: { deep: true } }],
      [{ name: 'built', op: 'between', val: ['1900-01-01'] }],
      [{ name: 'id', op: 'in_', val: [] }],
      [{ name: 'id', op: 'in_', val: ['1', null] }],
      [{ name: 'built', op: 'eq', val: '1', more: 1 }, 7, 'text', null],
      [{ and: [isOld], or: [isMine] }],
    ];
    for (const filter of strange) expect(filterJson(filterTree(api, filter))).to.deep.equal(filter);
  });

  it('leaves out what is not complete', () => {
    const open = required(newCondition(api, shelf));
    const tree = newGroup([open, newGroup([open], 'or'), newGroup([], 'or', true)]);
    expect(filterJson(tree)).to.deep.equal([]);
    expect(incompleteIn(tree)).to.equal(2);
  });

  it('keeps what was typed when the operator changes, as far as it fits', () => {
    const [between] = filterTree(api, [{ name: 'built', op: 'between', val: ['1900-01-01', '1950-12-31'] }]).members;
    if (between?.kind !== 'condition') throw new Error('no condition');
    const after = (op: string): Json => filterJson(newGroup([withOperator(api, between, op)]));
    expect(after('eq')).to.deep.equal([isOld]);
    expect(after('in_')).to.deep.equal([{ name: 'built', op: 'in_', val: ['1900-01-01', '1950-12-31'] }]);
    const unset = { ...between, op: 'eq', operand: { kind: 'unset' } } as const;
    expect(filterJson(newGroup([withOperator(api, unset, 'is_')]))).to.deep.equal([
      { name: 'built', op: 'is_', val: null },
    ]);
    expect(filterJson(newGroup([withOperator(api, unset, 'gt')]))).to.deep.equal([]);
  });

  it('drops the operand when the field changes to one of another kind', () => {
    const [old] = filterTree(api, [isOld]).members;
    if (old?.kind !== 'condition') throw new Error('no condition');
    expect(filterJson(newGroup([withPath(api, shelf, old, 'secret')]))).to.deep.equal([]);
    expect(withPath(api, shelf, old, 'books__isbn').op).to.equal('eq');
    expect(newCondition(api, shelf)?.op).to.equal('contains');
    expect(withPath(api, shelf, withPath(api, shelf, old, 'books'), 'secret').op).to.equal('contains');
  });

  it('drops the choice when the field changes to one with other values', () => {
    const [worn] = filterTree(api, [{ name: 'condition', op: 'eq', val: 'worn' }]).members;
    if (worn?.kind !== 'condition') throw new Error('no condition');
    expect(filterJson(newGroup([withPath(api, poster, worn, 'language')]))).to.deep.equal([]);
    expect(withPath(api, poster, worn, 'condition')).to.deep.equal(worn);
  });
});
