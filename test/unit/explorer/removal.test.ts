import { expect } from 'chai';
import type { Row } from '../../../explorer/src/model/documents.ts';
import { consequencesOf } from '../../../explorer/src/model/removal.ts';
import { api, book, shelf } from './described.ts';

function linkedTo(type: string, relationship: string, ...ids: readonly string[]): Row {
  return { type, id: '7', attributes: {}, linkage: { [relationship]: ids.map((id) => ({ type: 'x', id })) } };
}

describe('explorer: deleting', () => {
  it('says what others lose', () => {
    expect(consequencesOf(api, shelf, linkedTo('shelf', 'books'))).to.deep.equal([]);
    expect(consequencesOf(api, shelf, linkedTo('shelf', 'books', '1'))).to.deep.equal(['1 book will lose its shelf.']);
    expect(consequencesOf(api, shelf, linkedTo('shelf', 'books', '1', '2'))).to.deep.equal([
      '2 books will lose their shelf.',
    ]);
    expect(consequencesOf(api, book, linkedTo('book', 'shelf', '1'))).to.deep.equal([]);
  });
});
