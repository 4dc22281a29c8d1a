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
      unreadable: [],
    },
    { ...emptyQuestion('shelf'), columns: [], open: { type: 'shelf', id: undefined } },
  ];

  it('comes back as it was', () => {
    for (const question of questions) {
      expect(parseQuestion(api, formatQuestion(question))).to.deep.equal(question);
    }
  });

  it('starts with the first resource', () => {
    for (const hash of ['', '#', '#/']) {
      expect(parseQuestion(api, hash), hash).to.deep.equal(emptyQuestion('shelf'));
    }
  });

  it('overlooks columns that are not there', () => {
    expect(parseQuestion(api, '#/shelf?columns=nothing,built&sort=,')).to.deep.equal({
      ...emptyQuestion('shelf'),
      columns: ['built'],
    });
  });

  it('names what cannot be read', () => {
    const unreadable = (hash: string): readonly string[] => parseQuestion(api, hash).unreadable;
    expect(unreadable('#/unknown')).to.deep.equal(['/unknown']);
    expect(unreadable('#/%zz?page=2')).to.deep.equal(['/%zz']);
    for (const part of [
      'filter={',
      'filter={"a":1}',
      'filter=',
      'page=0',
      'size=-1',
      'open=cat/1',
      'open=',
      'fliter=[]',
    ])
      expect(unreadable(`#/shelf?${part}&columns=built`), part).to.deep.equal([part]);
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
