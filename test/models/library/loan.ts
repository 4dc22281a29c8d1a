import {
  boolean,
  date,
  decimal,
  integer,
  one,
  optional,
  resource,
  timestamp,
} from '@jsonapi-person-computer/server/model';

/** Has no text attribute. The borrowing member is declared on the other side, the member who collects the copy on this one. */
export const loan = resource('loan', {
  attributes: {
    lentAt: timestamp(),
    returnedAt: optional(timestamp()),
    dueOn: date(),
    renewals: integer(),
    overdue: optional(boolean()),
    fine: optional(decimal(5, 2)),
  },
  relationships: {
    bookCopy: one('bookCopy', { inverse: 'loans' }),
    collector: one('member', { inverse: 'collectedLoans' }),
  },
  fields: ({ attribute, relationship }) => [
    attribute('lentAt', '2024-03-01T10:15:00.000Z'),
    attribute('returnedAt', '2024-03-20T16:40:00.000Z'),
    attribute('dueOn', '2024-03-29'),
    attribute('renewals', 0),
    attribute('overdue'),
    attribute('fine', '2.50'),
    relationship('bookCopy'),
    relationship('member', 'always'),
    relationship('collector'),
  ],
});
