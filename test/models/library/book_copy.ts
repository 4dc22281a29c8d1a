import { boolean, date, oneOf, optional, resource, text, unique } from '@jsonapi-person-computer/server/model';

/** A type with a name of two words and only optional attributes. The relationship to its book is declared on the other side. */
export const bookCopy = resource('bookCopy', {
  plural: 'bookCopies',
  attributes: {
    shelf: optional(text(9)),
    acquiredOn: optional(date()),
    forLoan: optional(boolean()),
    condition: optional(oneOf('new', 'worn', 'damaged')),
  },
  rules: [unique('shelf', 'book')],
  fields: ({ attribute, relationship }) => [
    attribute('shelf', 'B-12'),
    attribute('acquiredOn', '2001-05-14'),
    attribute('forLoan'),
    attribute('condition', 'worn'),
    relationship('book', 'always'),
    relationship('loans', 'when included'),
  ],
});
