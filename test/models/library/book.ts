import {
  atMost,
  date,
  integer,
  many,
  one,
  oneOf,
  optional,
  resource,
  text,
  unique,
} from '@jsonapi-person-computer/server/model';

/** Has two relationships to authors. Authors are declared before books, categories after them. */
export const book = resource('book', {
  attributes: {
    title: text(200),
    isbn: optional(text(13)),
    pages: optional(integer()),
    publishedOn: optional(date()),
    price: integer(),
    language: oneOf('en', 'de', 'fr').default('en'),
  },
  relationships: {
    author: one('author', { inverse: 'books' }),
    editor: one('author', { inverse: 'editedBooks' }),
    category: one('category', { inverse: 'books' }),
    copies: many('bookCopy', { inverse: 'book' }),
  },
  rules: [unique('isbn'), atMost(20, 'copies')],
  fields: ({ attribute, writeOnly, relationship }) => [
    attribute('title', 'Middlemarch'),
    attribute('isbn', '9780141439549'),
    attribute('pages', 880),
    attribute('publishedOn', '1871-12-01'),
    writeOnly('price', 1299),
    attribute('language'),
    relationship('author', 'always'),
    relationship('editor'),
    relationship('category'),
    relationship('copies', 'when included'),
  ],
});
