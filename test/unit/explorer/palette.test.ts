import { expect } from 'chai';
import { rankOf, soughtBy } from '../../../explorer/src/model/palette.ts';
import { api, book, shelf } from './described.ts';

describe('explorer: the palette', () => {
  const paths = (query: string, first = shelf): readonly string[] =>
    soughtBy(api, query, first).map(({ path }) => path);

  it('finds titles that contain every word, those that begin with them first', () => {
    expect(rankOf('', 'New book')).to.equal(0);
    expect(rankOf('BOOK new', 'New book')).to.equal(0);
    expect(rankOf('ook', 'New book')).to.equal(1);
    expect(rankOf('new shelf', 'New book')).to.equal(undefined);
  });

  it('finds a resource by its type and id', () => {
    for (const query of ['book 12', 'Books #12', '  BOOK   12 '])
      expect(paths(query), query).to.deep.equal([
        '/books?filter=[{"name":"id","op":"eq","val":"12"}]&page[size]=5&fields[book]=isbn',
      ]);
  });

  it('searches the text fields of one type, or of all, the current one first', () => {
    expect(paths('book ab')).to.deep.equal([
      '/books?filter=[{"name":"isbn","op":"ilike","val":"%25ab%25"}]&page[size]=5&fields[book]=isbn',
    ]);
    const all = paths('ab', book);
    expect(all[0]).to.match(/^\/books/);
    // Posters have no text fields.
    expect(all.map((path) => path.split('?')[0])).to.deep.equal(['/books', '/shelves', '/topics', '/tags']);
  });

  it('finds the id in every type if no type is given', () => {
    const all = paths('12');
    expect(all).to.have.lengthOf(5);
    for (const path of all) expect(path).to.contain('{"name":"id","op":"eq","val":"12"}');
  });

  it('does not search for text that matches nearly everything', () => {
    for (const query of ['', ' ', 'a']) expect(paths(query)).to.deep.equal([]);
  });
});
