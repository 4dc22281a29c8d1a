import { expect } from 'chai';
import { parseApi } from '../../../explorer/src/model/api.ts';
import {
  attributesOf,
  columnsOf,
  follow,
  inverseOf,
  labelOf,
  ownerOf,
  relationshipsOf,
  searchedOf,
  sortPathsOf,
  writeOnlyOf,
} from '../../../explorer/src/model/fields.ts';
import { api, book, document, poster, required, shelf } from './described.ts';

const names = (fields: readonly { readonly name: string }[]): readonly string[] => fields.map(({ name }) => name);

describe('explorer: the description of the API', () => {
  it('has every resource in the order of the document', () => {
    expect(api.resources.map(({ type, path }) => [type, path])).to.deep.equal([
      ['shelf', '/shelves'],
      ['book', '/books'],
      ['poster', '/posters'],
    ]);
    expect(api.limits).to.deep.equal({
      defaultPageSize: 20,
      maxPageSize: 50,
      maxListValues: 500,
      maxOperations: 50,
      allowUnpaged: false,
    });
    expect(api.title).to.equal('Library');
  });

  it('is refused when the document describes no resource', () => {
    for (const other of [undefined, null, [], {}, { 'x-resources': {} }]) expect(parseApi(other)).to.equal(undefined);
  });

  it('knows resources that appear in the document later', () => {
    const printer = { label: 'Printer', plural: 'printers', path: '/printers', fields: {} };
    const longer = { ...document, 'x-resources': { ...document['x-resources'], printer } };
    expect(required(parseApi(longer)).resources.map(({ plural }) => plural)).to.include('printers');
  });

  it('has the values to choose from, and those of attributes that are left out', () => {
    const described = attributesOf(poster).map(({ name, values, defaultValue }) => [name, values, defaultValue]);
    expect(described).to.deep.equal([
      ['id', undefined, undefined],
      ['origin', ['bought', 'given'], undefined],
      ['size', ['A1', 'A2', 'A3', 'A4', 'A5', 'A6'], undefined],
      ['condition', ['new', 'worn', 'torn'], undefined],
      ['language', ['en', 'de', 'fr'], 'en'],
      ['copies', undefined, 0],
    ]);
  });

  it('knows which relationships a new resource must have', () => {
    expect(
      [...relationshipsOf(shelf), ...relationshipsOf(book)].map(({ name, required }) => [name, required]),
    ).to.deep.equal([
      ['books', false],
      ['shelf', true],
    ]);
  });

  it('shows what can be read, and labels resources by their first readable text', () => {
    expect(names(columnsOf(shelf))).to.deep.equal(['id', 'built', 'title', 'books']);
    expect(labelOf(shelf)?.name).to.equal('title');
    expect(labelOf(book)?.name).to.equal('isbn');
  });

  it('searches all texts that can be filtered, write-only ones too', () => {
    expect(names(searchedOf(shelf))).to.deep.equal(['secret', 'hint']);
    expect(names(writeOnlyOf(shelf))).to.deep.equal(['secret', 'hint']);
  });

  it('sorts by stored attributes, and by those of the one related resource', () => {
    expect(sortPathsOf(api, shelf)).to.deep.equal(['id', 'secret', 'hint', 'built']);
    expect(sortPathsOf(api, book)).to.deep.equal([
      'id',
      'isbn',
      'shelf__id',
      'shelf__secret',
      'shelf__hint',
      'shelf__built',
    ]);
  });

  it('follows paths through relationships', () => {
    expect(follow(api, shelf, 'books__shelf__built')?.name).to.equal('built');
    expect(ownerOf(api, shelf, 'books__isbn')?.type).to.equal('book');
    expect(ownerOf(api, shelf, 'built')?.type).to.equal('shelf');
    for (const path of ['', 'nothing', 'built__isbn', 'books__', '__']) {
      expect(follow(api, shelf, path), path).to.equal(undefined);
    }
  });

  it('finds the relationship that leads back', () => {
    expect(relationshipsOf(shelf).map((field) => inverseOf(api, shelf, field)?.name)).to.deep.equal(['shelf']);
  });
});
