import { expect } from 'chai';
import {
  differencesOf,
  isVisible,
  type Difference,
  type LinkWish,
  type Mine,
} from '../../../explorer/src/model/differences.ts';
import type { Identifier, Row } from '../../../explorer/src/model/documents.ts';
import { relationship, shelf } from './described.ts';

const bookOf = (id: string): Identifier => ({ type: 'book', id });
const rowOf = (attributes: Row['attributes'], ...books: readonly string[]): Row => ({
  type: 'shelf',
  id: '1',
  attributes: { built: null, title: 'A', ...attributes },
  linkage: { books: books.map(bookOf) },
  rest: {},
});
const partOf = (count: number, ...books: readonly string[]): Row => ({
  ...rowOf({}, ...books),
  rest: { books: { count, next: '/next' } },
});
const wish = (kind: LinkWish['kind'], id: string): LinkWish => ({
  kind,
  relationship: relationship(shelf, 'books'),
  to: { ...bookOf(id), label: `Book ${id}` },
});
const nothing: Mine = { values: {}, link: undefined };

describe('explorer: differences', () => {
  const between = (opened: Row, now: Row, mine: Mine = nothing): readonly Difference[] =>
    differencesOf(shelf, opened, now, mine);

  it('are the fields that somebody has changed, in the order of the resource', () => {
    expect(between(rowOf({}), rowOf({}))).to.be.empty;
    expect(between(rowOf({}), rowOf({ title: 'B', built: '1900-01-01' }))).to.deep.equal([
      {
        kind: 'attribute',
        name: 'built',
        sides: { opened: null, now: '1900-01-01', mine: undefined },
        isWritable: true,
      },
      { kind: 'attribute', name: 'title', sides: { opened: 'A', now: 'B', mine: undefined }, isWritable: false },
    ]);
  });

  it('have the value that was typed beside both stored ones', () => {
    const mine = { ...nothing, values: { built: '1950-01-01' } };
    const [built] = between(rowOf({}), rowOf({ built: '1900-01-01' }), mine);
    expect(built).to.deep.include({ sides: { opened: null, now: '1900-01-01', mine: '1950-01-01' } });
    expect(between(rowOf({}), rowOf({}), mine)).to.have.length(1);
    expect(between(rowOf({}), rowOf({ built: '1950-01-01' }), mine).some(isVisible)).to.equal(true);
  });

  it('compare unset with a value that is to be unset', () => {
    const mine = { ...nothing, values: { built: null } };
    expect(between(rowOf({ built: '1900-01-01' }), rowOf({ built: '1900-01-01' }), mine)).to.have.length(1);
    expect(between(rowOf({}), rowOf({}), mine)).to.be.empty;
  });

  it('have only the own value where none is shown', () => {
    const found = between(rowOf({}), rowOf({}), { ...nothing, values: { secret: 'x', hint: null } });
    expect(found).to.deep.equal([
      { kind: 'write-only', name: 'secret', mine: 'x' },
      { kind: 'write-only', name: 'hint', mine: null },
    ]);
    expect(found.some(isVisible)).to.equal(false);
  });

  it('leave out what is linked on all sides, in whatever order', () => {
    expect(between(rowOf({}, '1', '2'), rowOf({}, '2', '1'))).to.be.empty;
    const mine = { ...nothing, link: wish('link', '4') };
    expect(between(rowOf({}, '1', '2'), rowOf({}, '3', '2'), mine)).to.deep.equal([
      {
        kind: 'linkage',
        name: 'books',
        sides: { opened: [bookOf('1')], now: [bookOf('3')], mine: [bookOf('3'), { ...bookOf('4'), label: 'Book 4' }] },
        common: 1,
      },
    ]);
  });

  it('compare only members that both sides would show, and all numbers', () => {
    const partBetween = (opened: Row, now: Row): readonly Difference[] =>
      between(opened, now).filter(({ kind }) => kind === 'part');
    const part = (gone: readonly string[], fresh: readonly string[], opened: number, now: number): object[] => [
      {
        kind: 'part',
        name: 'books',
        gone: gone.map(bookOf),
        fresh: fresh.map(bookOf),
        counts: { opened, now },
        mine: undefined,
      },
    ];
    expect(partBetween(partOf(9, '1', '2', '10'), partOf(9, '1', '2', '10'))).to.be.empty;
    // Unlinking a member moves the next one onto the page.
    expect(partBetween(partOf(9, '1', '2', '10'), partOf(8, '1', '10', '11'))).to.deep.equal(part(['2'], [], 9, 8));
    // A new member pushes the last one off the page.
    expect(partBetween(partOf(9, '1', '3', '10'), partOf(10, '1', '2', '3'))).to.deep.equal(part([], ['2'], 9, 10));
    expect(partBetween(partOf(9, '1', '2', '10'), partOf(10, '1', '2', '10'))).to.deep.equal(part([], [], 9, 10));
    expect(partBetween(rowOf({}, '1', '2', '10'), partOf(4, '1', '2', '10'))).to.deep.equal(part([], [], 3, 4));
    expect(partBetween(rowOf({}, '1', '2'), partOf(4, '1', '3', '10'))).to.deep.equal(part(['2'], ['3', '10'], 2, 4));
    expect(partBetween(partOf(4, '1', '2'), rowOf({}, '1', '11'))).to.deep.equal(part(['2'], [], 4, 2));
  });

  it('show the wish for a member that has not been read', () => {
    const mine = wish('unlink', '99');
    const [books] = between(partOf(9, '1'), partOf(9, '1'), { ...nothing, link: mine });
    expect(books).to.deep.include({ kind: 'part', gone: [], fresh: [], mine });
    expect([books].some((found) => found !== undefined && isVisible(found))).to.equal(false);
  });

  it('are found quickly among ten thousand links', () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => String(index));
    const [books] = between(rowOf({}, ...ids), rowOf({}, ...ids.slice(1)));
    expect(books).to.deep.include({ common: 9999 });
  }).timeout(2000);
});
