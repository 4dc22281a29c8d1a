import { expect } from 'chai';
import {
  linkageAfter,
  rowAfter,
  sentenceOf,
  undone,
  type LinkChange,
} from '../../../explorer/src/model/link-change.ts';
import { relationshipsOf } from '../../../explorer/src/model/fields.ts';
import type { Row } from '../../../explorer/src/model/documents.ts';
import type { Link } from '../../../explorer/src/model/draft.ts';
import { book, required, shelf } from './described.ts';

const first: Link = { type: 'x', id: '1', label: 'First' };
const second: Link = { type: 'x', id: '2', label: 'Second' };
const [books] = relationshipsOf(shelf);
const [shelfOfBook] = relationshipsOf(book);
const toMany: LinkChange = {
  kind: 'link',
  resource: shelf,
  id: '7',
  label: 'Novels',
  relationship: required(books),
  to: first,
  before: undefined,
  move: undefined,
};
const moving: LinkChange = { ...toMany, move: { related: book, back: required(shelfOfBook), from: second } };
const toOne: LinkChange = { ...toMany, resource: book, relationship: required(shelfOfBook) };

describe('explorer: changes of links', () => {
  it('add to many, and take from many', () => {
    expect(linkageAfter(toMany, [second])).to.deep.equal([second, first]);
    expect(linkageAfter(toMany, [first, second])).to.deep.equal([second, first]);
    expect(linkageAfter({ ...toMany, kind: 'unlink' }, [first, second])).to.deep.equal([second]);
  });

  it('change the row that was read', () => {
    const row: Row = { type: 'shelf', id: '7', attributes: {}, linkage: { books: [second] }, rest: {} };
    expect(rowAfter(toMany, row)).to.deep.include({ linkage: { books: [second, first] }, rest: { books: undefined } });
  });

  it('count members that have not been read, but add none to those that were', () => {
    const unread = (count: number) => ({ books: { count, next: '/next' } });
    const row: Row = { type: 'shelf', id: '7', attributes: {}, linkage: { books: [second] }, rest: unread(40) };
    const behind = { ...toMany, to: { ...first, id: '10' } };
    expect(rowAfter(toMany, row)).to.deep.include({ linkage: { books: [second, first] }, rest: unread(41) });
    expect(rowAfter(behind, row)).to.deep.include({ linkage: { books: [second] }, rest: unread(41) });
    const unlinked = { ...toMany, kind: 'unlink', to: second } as const;
    expect(rowAfter(unlinked, row)).to.deep.include({ linkage: { books: [] }, rest: unread(39) });
  });

  it('set the only one, and unset it', () => {
    expect(linkageAfter(toOne, [second])).to.deep.equal([first]);
    expect(linkageAfter({ ...toOne, kind: 'unlink' }, [second])).to.deep.equal([]);
  });

  it('are taken back to what was linked before', () => {
    expect(undone(toMany)).to.equal(undefined);
    expect(undone({ ...toMany, kind: 'unlink' })).to.deep.equal(toMany);
    expect(undone(toOne)).to.equal(undefined);
    expect(undone({ ...toOne, before: second })).to.deep.equal({ ...toOne, to: second });
    expect(undone({ ...toOne, kind: 'unlink', before: first })).to.deep.equal(toOne);
  });

  it('give back what they took from another resource', () => {
    expect(undone(moving)).to.deep.equal({
      kind: 'link',
      resource: book,
      id: '1',
      label: 'First',
      relationship: required(shelfOfBook),
      to: second,
      before: { type: 'shelf', id: '7', label: 'Novels' },
      move: undefined,
    });
  });

  it('say what was done', () => {
    const sentences = [toMany, { ...toMany, kind: 'unlink' } as const, moving, { ...toOne, before: second }];
    expect(sentences.map(sentenceOf)).to.deep.equal([
      'Linked First to Novels.',
      'Unlinked First from Novels.',
      'Book 1 First moved from Second to Novels.',
      'Book 7 Novels: shelf changed from Second to First.',
    ]);
    expect(sentenceOf({ ...moving, to: { ...first, label: '#1' } })).to.match(/^Book 1 moved from /);
  });
});
