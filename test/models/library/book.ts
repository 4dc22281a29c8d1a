import {
  atMost,
  date,
  integer,
  many,
  manyToMany,
  one,
  oneOf,
  optional,
  resource,
  text,
  unique,
} from '@jsonapi-person-computer/server/model';

/** A book has two relationships to authors, one of them many-to-many. Authors are declared before books, and categories after them. */
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
    authors: manyToMany('author', { inverse: 'books' }),
    editor: one('author', { inverse: 'editedBooks' }),
    category: one('category', { inverse: 'books' }),
    copies: many('bookCopy', { inverse: 'book' }),
  },
  rules: [unique('isbn'), atMost(20, 'copies'), atMost(20, 'authors')],
  fields: ({ attribute, writeOnly, relationship }) => [
    attribute('title', 'Middlemarch'),
    attribute('isbn', '9780141439549'),
    attribute('pages', 880),
    attribute('publishedOn', '1871-12-01'),
    writeOnly('price', 1299),
    attribute('language'),
    relationship('authors'),
    relationship('editor', 'always'),
    relationship('category'),
    relationship('copies', 'when included'),
    relationship('masterpieceOf', 'when included'),
  ],
});
