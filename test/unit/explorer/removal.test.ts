import { expect } from 'chai';
import type { Api } from '../../../explorer/src/model/api.ts';
import type { Row } from '../../../explorer/src/model/documents.ts';
import { consequencesOf, consequencesOfMany } from '../../../explorer/src/model/removal.ts';
import { api, book, shelf, tag, topic } from './described.ts';

const withOnDelete = (onDelete: 'refuse' | 'cascade'): Api => ({
  ...api,
  resources: api.resources.map((resource) => ({
    ...resource,
    fields: resource.fields.map((field) => (field.name === 'parent' ? { ...field, onDelete } : field)),
  })),
});

function linkedTo(type: string, relationship: string, ...ids: readonly string[]): Row {
  return { type, id: '7', attributes: {}, linkage: { [relationship]: ids.map((id) => ({ type: 'x', id })) }, rest: {} };
}

/** The same row, but the relationship has 40 members. */
function firstOf40(row: Row, relationship: string): Row {
  return { ...row, rest: { [relationship]: { count: 40, next: '/next' } } };
}

describe('explorer: deleting', () => {
  it('says what others lose', () => {
    expect(consequencesOf(api, shelf, linkedTo('shelf', 'books'))).to.deep.equal([]);
    expect(consequencesOf(api, shelf, linkedTo('shelf', 'books', '1'))).to.deep.equal(['1 book will lose its shelf.']);
    expect(consequencesOf(api, shelf, linkedTo('shelf', 'books', '1', '2'))).to.deep.equal([
      '2 books will lose their shelf.',
    ]);
    expect(consequencesOf(api, book, linkedTo('book', 'shelf', '1'))).to.deep.equal([]);
    expect(consequencesOfMany(api, shelf)).to.deep.equal(['Their books are kept, with shelf unset.']);
  });

  it('only ends the links of a many-to-many relationship', () => {
    expect(consequencesOf(api, topic, linkedTo('topic', 'tags', '1'))).to.deep.equal([
      'It will be unlinked from 1 tag.',
    ]);
    expect(consequencesOf(api, tag, linkedTo('tag', 'topics', '1', '2'))).to.deep.equal([
      'It will be unlinked from 2 topics.',
    ]);
    expect(consequencesOfMany(api, tag)).to.deep.equal(['Their topics are kept, without these links.']);
  });

  it('does not count the deleted resource itself', () => {
    const row = linkedTo('topic', 'children', '1');
    expect(consequencesOf(api, topic, row)).to.deep.equal(['1 topic will lose its parent.']);
    const own = { ...row, linkage: { children: [{ type: 'topic', id: row.id }] } };
    expect(consequencesOf(api, topic, own)).to.deep.equal([]);
    expect(consequencesOfMany(api, topic)[0]).to.equal(
      'Their children are kept, with parent unset, unless you delete them too.',
    );
  });

  it('counts members that have not been read', () => {
    const row = firstOf40(linkedTo('topic', 'tags', '1'), 'tags');
    expect(consequencesOf(api, topic, row)).to.deep.equal(['It will be unlinked from 40 tags.']);
  });

  it('finds the deleted resource among members that have not been read, if the other side shows it', () => {
    const children = firstOf40(linkedTo('topic', 'children', '1'), 'children');
    expect(consequencesOf(api, topic, children)).to.deep.equal(['40 topics will lose their parent.']);
    const own = { ...children, linkage: { ...children.linkage, parent: [{ type: 'topic', id: children.id }] } };
    expect(consequencesOf(api, topic, own)).to.deep.equal(['39 topics will lose their parent.']);
  });

  it('names the resources that are also deleted, and leaves a refusal to the API', () => {
    const row = linkedTo('topic', 'children', '1', '2');
    const cascading = withOnDelete('cascade');
    expect(consequencesOf(cascading, topic, row)).to.deep.equal(['2 topics will be deleted too, with their children.']);
    expect(consequencesOfMany(cascading, topic)[0]).to.equal('Their children are deleted too, with their children.');
    expect(consequencesOf(withOnDelete('refuse'), topic, row)).to.deep.equal([]);
  });
});
