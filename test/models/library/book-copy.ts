import { boolean, date, optional, resource, text } from '#domain/resource';

/** Every attribute can be left out. Its book is declared on the other side. */
export const bookCopy = resource('book_copy', {
  attributes: {
    shelf: optional(text(9)),
    acquiredOn: optional(date()),
    forLoan: optional(boolean()),
  },
  relationships: {},
  rules: [],
});
