import { expect } from 'chai';
import type { ChangeObject } from '../../../client/src/change.ts';
import { touching, type RelatedType } from '../../../client/src/touching.ts';

const known: Readonly<Record<string, RelatedType>> = {
  article: { list: '/articles', toOne: { author: 'person' }, toMany: { tags: 'tag', comments: 'comment' } },
  comment: { list: '/comments', toOne: { article: 'article', author: 'person' }, toMany: {} },
  person: { list: '/people', toOne: {}, toMany: { writes: 'article' } },
  tag: { list: '/tags', toOne: { parent: 'tag' }, toMany: { marks: 'article' } },
};

const change = (type: string, action: string, changed?: readonly string[]): ChangeObject => ({
  id: 'c1',
  attributes: { action, at: '2026-11-25T09:30:00.123Z', ...(changed && { changed }) },
  relationships: { subject: { data: { type, id: '1' } } },
  meta: { page: { cursor: 'p1' } },
});

const lists: readonly (readonly [path: string, query: object, rows: readonly string[], linked: readonly string[]])[] = [
  ['/comments', {}, ['comment'], []],
  ['/comments', { sort: ['-text', 'id'], filter: [{ name: 'text', op: 'eq', val: 'x' }] }, ['comment'], []],
  ['/comments', { include: ['article'] }, ['article', 'comment'], ['tag']],
  ['/comments', { include: { 'article.tags': { size: 1 } } }, ['article', 'comment', 'tag'], []],
  ['/comments', { sort: ['-author__name'] }, ['comment', 'person'], ['article']],
  ['/comments', { 'filter[author__name]': 'Ada' }, ['comment', 'person'], ['article']],
  [
    '/comments',
    { filter: [{ not: { name: 'author', op: 'has', val: { name: 'id' } } }] },
    ['comment', 'person'],
    ['article'],
  ],
  ['/articles', {}, ['article'], ['comment', 'tag']],
  ['/articles', { 'page[tags][size]': 2, includeSort: ['-tags.name'] }, ['article', 'tag'], ['comment']],
  ['/articles', { 'fields[article]': ['title'] }, ['article'], []],
  ['/articles', { 'fields[article]': ['title', 'tags'] }, ['article'], ['tag']],
  ['/people/{id}/writes', {}, ['article', 'person'], ['comment', 'tag']],
  ['/articles/{id}/relationships/tags', {}, ['article', 'tag'], ['comment']],
  ['/tags', { filter: [{ name: 'parent__name', op: 'eq', val: 'constructor' }] }, ['tag'], ['article']],
];

describe('A list can be changed by a change of', () => {
  for (const [path, query, rows, linked] of lists)
    it(`${[...rows, ...linked].join(', ')}: ${path} ${JSON.stringify(query)}`, () => {
      const found = touching(path, { ...query }, known);
      expect([...(found.types ?? [])].toSorted()).to.deep.equal([...rows, ...linked].toSorted());
      for (const type of rows) expect(found.isTouchedBy(change(type, 'updated', ['name']))).to.equal(true);
      for (const type of linked) expect(found.isTouchedBy(change(type, 'updated', ['name']))).to.equal(false);
    });

  it('a type that it shows only as linkage, if links move', () => {
    const { isTouchedBy } = touching('/articles', {}, known);
    expect(isTouchedBy(change('comment', 'created'))).to.equal(true);
    expect(isTouchedBy(change('comment', 'deleted'))).to.equal(true);
    expect(isTouchedBy(change('comment', 'updated', ['text', 'article']))).to.equal(true);
    expect(isTouchedBy(change('tag', 'updated', ['marks']))).to.equal(true);
    expect(isTouchedBy(change('comment', 'updated', ['text', 'constructor']))).to.equal(false);
  });

  it('a type to read again', () => {
    const { isTouchedBy } = touching('/articles', {}, known);
    const { relationships: _, ...refetch } = change('', 'refetch');
    for (const resource_type of ['article', 'comment'])
      expect(isTouchedBy({ ...refetch, attributes: { ...refetch.attributes, resource_type } })).to.equal(true);
  });

  it('any type, if the client does not know the list', () => {
    const { types, isTouchedBy } = touching('/drafts', {}, known);
    expect(types).to.equal(undefined);
    expect(isTouchedBy(change('draft', 'updated', ['title']))).to.equal(true);
  });

  it('the types of the service, from its own description', () => {
    expect(touching('/computers', {}).types).to.deep.equal(['computer']);
    expect(touching('/computers', { include: ['owner'] }).types).to.have.members(['computer', 'person']);
    expect(touching('/persons', {}).types).to.deep.equal(['person', 'computer']);
  });
});
