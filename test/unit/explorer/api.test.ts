import { expect } from 'chai';
import { parseApi } from '../../../explorer/src/model/api.ts';
import {
  attributesOf,
  columnsOf,
  follow,
  labelOf,
  relationshipsOf,
  searchedOf,
  writeOnlyOf,
} from '../../../explorer/src/model/fields.ts';
import { filterRoutes, ownerOf } from '../../../explorer/src/model/filter-routes.ts';
import { exclusiveBack, inverseOf } from '../../../explorer/src/model/inverse.ts';
import { sortPathsOf } from '../../../explorer/src/model/routes.ts';
import { api, book, document, poster, relationship, required, shelf, tag, topic } from './described.ts';

const names = (fields: readonly { readonly name: string }[]): readonly string[] => fields.map(({ name }) => name);

describe('explorer: the description of the API', () => {
  it('has every resource in the order of the document', () => {
    expect(api.resources.map(({ type, path }) => [type, path])).to.deep.equal([
      ['shelf', '/shelves'],
      ['book', '/books'],
      ['poster', '/posters'],
      ['topic', '/topics'],
      ['tag', '/tags'],
    ]);
    expect(api.limits).to.deep.equal({
      defaultPageSize: 20,
      maxPageSize: 50,
      maxListValues: 500,
      maxIncludeNames: 5,
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

  it('limits the paths of a type that refers to itself', () => {
    const paths = ['', 'parent__', 'parent__parent__', 'parent__parent__parent__'];
    expect(sortPathsOf(api, topic)).to.deep.equal(paths.flatMap((path) => [`${path}id`, `${path}name`]));
    const shallow = { ...api, limits: { ...api.limits, maxIncludeNames: 1 } };
    expect(sortPathsOf(shallow, topic)).to.deep.equal(['id', 'name', 'parent__id', 'parent__name']);
    const names = ['a', 'b', 'c', 'd', 'e'];
    const wide = { ...topic, fields: names.map((name) => ({ ...relationship(topic, 'parent'), name })) };
    const tangled = { ...api, resources: [wide] };
    expect(filterRoutes(tangled, wide, 'a').map(({ path }) => path)).to.deep.equal(names);
  });

  it('offers paths through two relationships for filters, a few longer ones, and those along the chosen path', () => {
    const offered = (path: string): readonly string[] => filterRoutes(api, topic, path).map((route) => route.path);
    const twice = ['parent', 'children'].flatMap((name) =>
      ['parent', 'children', 'tags'].map((next) => `${name}__${next}`),
    );
    const always = ['parent', 'children', 'tags', ...twice, 'tags__topics', 'parent__parent__parent'];
    expect(offered('name')).to.deep.equal(always);
    expect(offered('tags__topics')).to.deep.equal(always);
    const farther = ['tags__topics__children', 'tags__topics__children__tags'];
    expect(offered('tags__topics__children__tags')).to.deep.equal([...always, ...farther]);
    expect(offered('tags__topics__children__tags__name')).to.deep.equal([...always, ...farther]);
  });

  it('finds the inverse among several relationships between two types, and in a type that refers to itself', () => {
    const back = [...relationshipsOf(shelf), ...relationshipsOf(topic)].map((field) => inverseOf(api, field)?.name);
    expect(back).to.deep.equal(['shelf', 'children', 'parent', 'topics']);
  });

  it('does not move a resource if both sides are to-many', () => {
    expect(exclusiveBack(api, relationship(shelf, 'books'))?.name).to.equal('shelf');
    expect(exclusiveBack(api, relationship(topic, 'children'))?.name).to.equal('parent');
    for (const field of [relationship(topic, 'tags'), relationship(tag, 'topics'), relationship(topic, 'parent')]) {
      expect(exclusiveBack(api, field), field.name).to.equal(undefined);
    }
  });

  it('finds no inverse if the user may not see it', () => {
    const blind = { ...api, resources: [shelf, { ...book, fields: [] }] };
    expect(inverseOf(blind, relationship(shelf, 'books'))).to.equal(undefined);
  });
});
