import { expect } from 'chai';
import { countLinks, datesOf, toManyOf } from '../../../explorer/src/model/charts.ts';
import type { Row } from '../../../explorer/src/model/documents.ts';
import { periodsBetween } from '../../../explorer/src/model/periods.ts';
import { api, book, required, shelf } from './described.ts';

const books = required(toManyOf(shelf)[0]);

/** A shelf with a number of books. */
function shelfWith(id: string, count: number): Row {
  const links = Array.from({ length: count }, (_, index) => ({ type: 'book', id: String(index + 1) }));
  return { type: 'shelf', id, attributes: {}, linkage: { books: links } };
}

describe('explorer: charts', () => {
  it('has a bar for every decade in the range, and none outside', () => {
    expect(periodsBetween('1987-05-01', '2010-01-01')).to.deep.equal([
      { label: '1980s', from: '1980-01-01', to: '1989-12-31' },
      { label: '1990s', from: '1990-01-01', to: '1999-12-31' },
      { label: '2000s', from: '2000-01-01', to: '2009-12-31' },
      { label: '2010s', from: '2010-01-01', to: '2019-12-31' },
    ]);
    expect(periodsBetween('1950-01-01', '1950-01-01')).to.have.length(1);
  });

  it('takes longer periods where decades would be too many', () => {
    expect(periodsBetween('1203-01-01', '1999-01-01').map(({ label }) => label)).to.include('1200–1299');
    const all = periodsBetween('0001-01-01', '9999-12-31');
    expect(all).to.have.length(10);
    expect(all[0]?.from).to.equal('0001-01-01');
    expect(all.at(-1)?.to).to.equal('9999-12-31');
  });

  it('draws dates that can be read, sorted and compared', () => {
    expect(datesOf(shelf).map(({ name }) => name)).to.deep.equal(['built']);
    expect(datesOf(book)).to.be.empty;
  });

  it('counts related resources, and filters by what the bars mean', () => {
    const chart = countLinks(api, books, [shelfWith('1', 0), shelfWith('2', 2), shelfWith('3', 2)], 3);
    expect(chart.bars).to.deep.equal([
      { label: '0', count: 1, condition: { name: 'books', op: 'eq', val: null } },
      { label: '1', count: 0, condition: undefined },
      { label: '2', count: 2, condition: { name: 'id', op: 'in_', val: ['2', '3'] } },
    ]);
    expect(chart.note).to.equal(undefined);
  });

  it('says when it has not read all, and then knows only who has none', () => {
    const chart = countLinks(api, books, [shelfWith('1', 0), shelfWith('2', 1)], 9000);
    expect(chart.note).to.equal('of the first 2');
    expect(chart.bars.map(({ condition }) => condition)).to.deep.equal([
      { name: 'books', op: 'eq', val: null },
      undefined,
    ]);
  });

  it('has one bar for all that have many', () => {
    const chart = countLinks(api, books, [shelfWith('1', 11), shelfWith('2', 30), shelfWith('3', 10)], 3);
    expect(chart.bars).to.have.length(12);
    expect(chart.bars.at(-1)).to.deep.equal({
      label: '11+',
      count: 2,
      condition: { name: 'id', op: 'in_', val: ['1', '2'] },
    });
  });

  it('has no filter of more identifiers than fit into an address', () => {
    const rows = Array.from({ length: 201 }, (_, index) => shelfWith(String(index + 1), 1));
    expect(countLinks(api, books, rows, 201).bars[1]?.condition).to.equal(undefined);
    expect(countLinks(api, books, rows.slice(1), 200).bars[1]?.condition).to.not.equal(undefined);
  });
});
