import { expect } from 'chai';
import { parseRows } from '../../../explorer/src/model/documents.ts';
import {
  countOf,
  covers,
  detailPath,
  membersOf,
  nextPath,
  withPage,
  type Held,
} from '../../../explorer/src/model/members.ts';
import { api, book, required, shelf, topic } from './described.ts';

const idsOf = ({ row }: Held): readonly string[] => membersOf(row, 'books').map(({ id }) => id);
const booksOf = (...ids: readonly string[]) => ids.map((id) => ({ type: 'book', id }));
const link = '/shelves/7/relationships/books?include=books&page%5Bsize%5D=25&page%5Bafter%5D=x%2By';

/** A shelf with `count` books, of which the response shows only `ids`. */
function shelfWith(count: number, ...ids: readonly string[]): Held {
  const { rows, included } = parseRows({
    data: {
      type: 'shelf',
      id: '7',
      relationships: { books: { data: booksOf(...ids), meta: { complete: false, count }, links: { next: link } } },
    },
    included: ids.map((id) => ({ type: 'book', id, attributes: { isbn: `isbn ${id}` } })),
  });
  return { row: required(rows[0]), included };
}

describe('explorer: members of relationships', () => {
  it('are read with the resource: the first ones of each, and their number', () => {
    expect(detailPath(api, shelf, '7')).to.equal(
      '/shelves/7?include=books&fields[book]=isbn&page[books][size]=25&page[books][total]=true',
    );
    expect(detailPath(api, topic, '7')).to.equal(
      '/topics/7?include=parent,children,tags&fields[tag]=name' +
        '&page[children][size]=25&page[children][total]=true&page[tags][size]=25&page[tags][total]=true',
    );
    expect(detailPath(api, book, '7')).to.equal('/books/7?include=shelf&fields[shelf]=title');
  });

  it('are no more than the service allows', () => {
    const small = { ...api, limits: { ...api.limits, maxPageSize: 10 } };
    expect(detailPath(small, shelf, '7')).to.contain('page[books][size]=10&');
    const unlimited = { ...api, limits: { ...api.limits, maxPageSize: undefined } };
    expect(detailPath(unlimited, shelf, '7')).to.contain('page[books][size]=25&');
    expect(nextPath(small, shelf, shelfWith(40, '1').row, 'books', 30)).to.contain('page[size]=10&');
  });

  it('are continued by the link of the relationship, at the address of the page', () => {
    const { row } = shelfWith(40, '1');
    const path = '/shelves/7/relationships/books?include=books&page[size]=25&page[after]=x%2By';
    expect(nextPath(api, shelf, row, 'books')).to.equal(path);
    const elsewhere = { ...row, rest: { books: { count: 40, next: `https://example.org/api${link}` } } };
    expect(nextPath(api, shelf, elsewhere, 'books')).to.equal(path);
    expect(nextPath(api, shelf, row, 'books', 26)).to.equal(path.replace('=25', '=50'));
    expect(nextPath(api, shelf, { ...row, rest: {} }, 'books')).to.equal(undefined);
  });

  it('grow page by page until all have been read', () => {
    const first = shelfWith(4, '1', '2');
    expect([idsOf(first), countOf(first.row, 'books')]).to.deep.equal([['1', '2'], 4]);
    const included = [{ type: 'book', id: '3', attributes: { isbn: 'isbn 3' } }];
    const second = withPage(first, 'books', {
      data: booksOf('3'),
      included,
      meta: { count: 5 },
      links: { next: `${link}3` },
    });
    expect([idsOf(second), countOf(second.row, 'books')]).to.deep.equal([['1', '2', '3'], 5]);
    expect(second.row.rest['books']?.next).to.equal(`${link}3`);
    expect([...second.included.keys()]).to.deep.equal(['book/1', 'book/2', 'book/3']);
    const all = withPage(second, 'books', { data: booksOf('4', '5'), meta: { count: 5 }, links: { next: null } });
    expect([idsOf(all), countOf(all.row, 'books')]).to.deep.equal([['1', '2', '3', '4', '5'], 5]);
    expect(all.row.rest['books']).to.equal(undefined);
  });

  it('are not all of them if their number is another one after the last page', () => {
    const last = withPage(shelfWith(4, '1', '2'), 'books', {
      data: booksOf('2', '3'),
      meta: { count: 4 },
      links: { next: null },
    });
    expect(idsOf(last)).to.deep.equal(['1', '2', '3']);
    expect(last.row.rest['books']).to.deep.equal({ count: 4, next: undefined });
  });

  it('include a resource for certain only up to the last one that was read', () => {
    const { row } = shelfWith(40, '2', '10');
    const covered = ['1', '9', '10', '11', '100'].filter((id) => covers(row, 'books', { type: 'book', id }));
    expect(covered).to.deep.equal(['1', '9', '10']);
    expect(covers({ ...row, rest: {} }, 'books', { type: 'book', id: '11' })).to.equal(true);
  });
});
