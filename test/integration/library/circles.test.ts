import { expect } from 'chai';
import { lockOrder } from '#application/writing/lock-order';
import { areInCircle, isManyToMany, relationshipOf, type ResourceType } from '#domain/schema';

describe('The types of the library', () => {
  const pairs: readonly (readonly [one: ResourceType, other: ResourceType, areInCircle: boolean])[] = [
    // A category has a parent.
    ['category', 'category', true],
    // An author has a masterpiece, which has an editor.
    ['author', 'book', true],
    ['book', 'author', true],
    ['author', 'author', true],
    ['book', 'book', true],
    // A book has a category, but a category has no book.
    ['book', 'category', false],
    ['category', 'book', false],
    ['author', 'category', false],
    ['book_copy', 'book', false],
    ['loan', 'loan', false],
    ['member', 'loan', false],
  ];
  for (const [one, other, expected] of pairs)
    it(`${one} and ${other} are ${expected ? '' : 'not '}in a circle`, () => {
      expect(areInCircle(one, other)).to.equal(expected);
    });

  it('are locked after the types that they refer to, except in a circle', () => {
    expect(lockOrder).to.deep.equal(['category', 'author', 'book', 'book_copy', 'member', 'loan']);
  });

  it('have one many-to-many relationship, with two sides', () => {
    for (const [type, name, expected] of [
      ['book', 'authors', true],
      ['author', 'books', true],
      ['author', 'editedBooks', false],
      ['book', 'editor', false],
      ['category', 'children', false],
    ] as const)
      expect(isManyToMany(relationshipOf(type, name)), `${type}.${name}`).to.equal(expected);
  });
});
