import {
  atMost,
  check,
  email,
  many,
  optional,
  resource,
  text,
  timestamp,
  unique,
} from '@jsonapi-person-computer/server/model';

export const member = resource('member', {
  attributes: {
    cardNumber: text(9),
    pin: text(4),
    mail: email(120),
    nickname: optional(text(30)),
    joinedAt: optional(timestamp()),
  },
  relationships: { loans: many('loan', { inverse: 'member' }) },
  rules: [
    unique('cardNumber'),
    atMost(5, 'loans'),
    check('pin', ({ pin }: { readonly pin: string }) => pin !== 'NONE', 'is reserved'),
  ],
  fields: ({ attribute, writeOnly, computed, relationship }) => [
    attribute('cardNumber', 'M-1042'),
    writeOnly('pin', '4711'),
    attribute('mail', 'dorothea@example.org'),
    attribute('nickname', 'Dodo'),
    attribute('joinedAt', '2019-11-22T09:00:00.000Z'),
    computed('greeting', ['nickname', 'mail'], greetingOf),
    relationship('loans'),
    relationship('collectedLoans', 'when included'),
  ],
});

/**
 * A greeting by nickname, or by the part of the e-mail address before the `@`.
 * @example greetingOf({ nickname: null, mail: 'ada@example.org' }) // 'Dear ada'
 */
function greetingOf({ nickname, mail }: { readonly nickname: string | null; readonly mail: string }): string {
  return `Dear ${nickname ?? mail.slice(0, mail.indexOf('@'))}`;
}
