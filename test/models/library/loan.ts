import { boolean, date, integer, one, optional, resource, timestamp } from '#domain/resource';

/** Has no text attribute. The borrowing member is declared on the other side, the member who collects the copy on this one. */
export const loan = resource('loan', {
  attributes: {
    lentAt: timestamp(),
    returnedAt: optional(timestamp()),
    dueOn: date(),
    renewals: integer(),
    overdue: optional(boolean()),
  },
  relationships: {
    bookCopy: one('book_copy', { inverse: 'loans' }),
    collector: one('member', { inverse: 'collectedLoans' }),
  },
  rules: [],
});
