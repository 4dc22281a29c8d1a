import { boolean, date, optional, resource, text } from '@jsonapi-person-computer/server/model';

/** A type with a name of two words and only optional attributes. The relationship to its book is declared on the other side. */
export const bookCopy = resource('bookCopy', {
  plural: 'bookCopies',
  attributes: {
    shelf: optional(text(9)),
    acquiredOn: optional(date()),
    forLoan: optional(boolean()),
  },
  fields: ({ attribute, relationship }) => [
    attribute('shelf', 'B-12'),
    attribute('acquiredOn', '2001-05-14'),
    attribute('forLoan'),
    relationship('book', 'always'),
    relationship('loans', 'when included'),
  ],
});
