import { boolean, date, integer, one, optional, resource, timestamp } from '#domain/resource';

/** Has no text. The member who borrows is declared on the other side, the one who collects the copy here. */
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
