import { expect } from 'chai';
import {
  emptyQuestion,
  formatQuestion,
  parseQuestion,
  toggledSort,
  type Question,
} from '../../../explorer/src/model/question.ts';
import { api } from './described.ts';

describe('explorer: the question in the address', () => {
  const questions: readonly Question[] = [
    emptyQuestion('shelf'),
    emptyQuestion('book'),
    {
      type: 'shelf',
      filter: [{ or: [{ name: 'secret', op: 'ilike', val: '%a & b=c#d+é%' }] }],
      search: '50% + "x" & #1',
      sort: [
        { path: 'built', descending: true },
        { path: 'id', descending: false },
      ],
      page: 3,
      size: 50,
      columns: ['built', 'books'],
      open: { type: 'book', id: '7' },
    },
    { ...emptyQuestion('shelf'), columns: [], open: { type: 'shelf', id: undefined } },
  ];

  it('comes back as it was', () => {
    for (const question of questions) {
      expect(parseQuestion(api, formatQuestion(question))).to.deep.equal(question);
    }
  });

  it('starts with the first resource', () => {
    for (const hash of ['', '#', '#/', '#/unknown', '#/%zz']) {
      expect(parseQuestion(api, hash), hash).to.deep.equal(emptyQuestion('shelf'));
    }
  });

  it('overlooks what it does not understand', () => {
    const hash = '#/shelf?filter={&page=0&size=-1&columns=nothing,built&open=cat/1&more=1&sort=,';
    expect(parseQuestion(api, hash)).to.deep.equal({ ...emptyQuestion('shelf'), columns: ['built'] });
  });

  it('is short for what is usual', () => {
    expect(formatQuestion(emptyQuestion('shelf'))).to.equal('#/shelf');
  });

  it('sorts ascending, then descending, then not', () => {
    const up = { path: 'id', descending: false };
    const down = { path: 'id', descending: true };
    const other = { path: 'built', descending: false };
    expect(toggledSort([], 'id', false)).to.deep.equal([up]);
    expect(toggledSort([up], 'id', false)).to.deep.equal([down]);
    expect(toggledSort([down], 'id', false)).to.deep.equal([]);
    expect(toggledSort([other], 'id', false)).to.deep.equal([up]);
    expect(toggledSort([other], 'id', true)).to.deep.equal([other, up]);
    expect(toggledSort([other, up], 'id', true)).to.deep.equal([other, down]);
    expect(toggledSort([other, down], 'id', true)).to.deep.equal([other]);
  });
});
