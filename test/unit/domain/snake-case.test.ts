import { expect } from 'chai';
import { snakeCase } from '#domain/snake-case';

describe('snakeCase', () => {
  const names = {
    title: 'title',
    bookCopy: 'book_copy',
    isbn13Code: 'isbn13_code',
    homeURL: 'home_url',
    aB: 'a_b',
    page2: 'page2',
  } as const;

  for (const [name, expected] of Object.entries(names))
    it(`writes ${name} as ${expected}`, () => {
      expect(snakeCase(name)).to.equal(expected);
    });
});
