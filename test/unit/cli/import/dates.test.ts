import { expect } from 'chai';
import { readDate, type DateOrder } from '../../../../src/cli/import/dates.ts';

describe('A date to import', () => {
  const cells: readonly (readonly [cell: string, order: DateOrder | undefined, found: string])[] = [
    ['31/12/1999', 'dmy', '1999-12-31'],
    ['12/31/1999', 'mdy', '1999-12-31'],
    ['1999/12/31', 'ymd', '1999-12-31'],
    ['3.4.1999', 'dmy', '1999-04-03'],
    [' 3. 4. 1999 ', 'dmy', '1999-04-03'],
    ['29-2-2000', 'dmy', '2000-02-29'],
    ['1999-12-31', 'dmy', 'other'],
    ['1999-12-31', undefined, 'other'],
    ['1999-02-30', undefined, 'other'],
    ['yesterday', undefined, 'other'],
    ['31/12/1999', undefined, 'ambiguous'],
    ['1999/12/31', undefined, 'ambiguous'],
    ['3.4.99', undefined, 'ambiguous'],
    ['3.4.99', 'dmy', 'wrong'],
    ['12/31/1999', 'dmy', 'wrong'],
    ['30/02/1999', 'dmy', 'wrong'],
    ['31/12/1999', 'ymd', 'wrong'],
    ['31/12-1999', 'dmy', 'wrong'],
    ['yesterday', 'dmy', 'wrong'],
    ['0/1/0001', 'dmy', 'wrong'],
  ];
  for (const [cell, order, found] of cells)
    it(`that is "${cell}" is ${found} ${order === undefined ? 'if nobody says more' : `as ${order}`}`, () => {
      const read = readDate(cell, order);
      expect(read.kind === 'date' ? read.text : read.kind).to.equal(found);
    });
});
