import { date, integer, many, one, optional, resource, text } from '#domain/resource';
import { atMost, unique } from '#domain/rules';

/** Has two relationships to authors. Authors are declared before books, categories after them. */
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
