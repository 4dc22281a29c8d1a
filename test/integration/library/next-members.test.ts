import { expect } from 'chai';
import { resourceOf } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { parse } from '#test/support/parse-query';

describe('The link to the next books of a category', () => {
  it('does not take those of an author, who has a relationship of the same name, for them', () => {
    const category = resourceOf('category', resources);
    if (category === undefined) throw new Error('the library has categories');
    const { fields } = parse('include=books.authors.books&page[books][size]=2', {
      scope: 'resource',
      resource: category,
    });
    const books = fields[category.type].relationships.find(({ name }) => name === 'books');
    expect(decodeURIComponent(books?.members?.next ?? '')).to.equal(
      'include=books.authors.books&page[size]=2&page[total]=false&page[after]=',
    );
  });

  it('repeats a bound for linkage that is shown because the members are included', () => {
    const author = resourceOf('author', resources);
    if (author === undefined) throw new Error('the library has authors');
    const { fields } = parse('include=books.editor&page[books][size]=1', { scope: 'resource', resource: author });
    const next = fields[author.type].relationships.find(({ name }) => name === 'books')?.members?.next ?? '';
    expect(decodeURIComponent(next)).to.equal(
      'include=books.editor&page[books.editor.books][size]=1&page[size]=1&page[total]=false&page[after]=',
    );
    const { view } = parse(next, { scope: 'linkage', resource: author });
    expect(view.selections[author.type].bounds).to.have.property('books');
  });
});
