import { boolean, date, optional, resource, text } from '#domain/resource';

/** Every attribute is optional. The relationship to its book is declared on the other side. */
export const bookCopy = resource('book_copy', {
  attributes: {
    shelf: optional(text(9)),
    acquiredOn: optional(date()),
    forLoan: optional(boolean()),
  },
  relationships: {},
  rules: [],
});
