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
});
