import { date, integer, many, one, optional, resource, text } from '#domain/resource';
import { atMost, unique } from '#domain/rules';

/** Refers to authors twice. The category is declared after the book, the author before it. */
export const book = resource('book', {
  attributes: {
    title: text(200),
    isbn: optional(text(13)),
    pages: optional(integer()),
    publishedOn: optional(date()),
    price: integer(),
  },
  relationships: {
    author: one('author', { inverse: 'books' }),
    editor: one('author', { inverse: 'editedBooks' }),
    category: one('category', { inverse: 'books' }),
    copies: many('book_copy', { inverse: 'book' }),
  },
  rules: [unique('isbn'), atMost(20, 'copies')],
});
