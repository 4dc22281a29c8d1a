import { email, many, optional, resource, text, timestamp } from '#domain/resource';
import { atMost, unique } from '#domain/rules';

export const member = resource('member', {
  attributes: {
    cardNumber: text(9),
    pin: text(4),
    mail: email(120),
    nickname: optional(text(30)),
    joinedAt: optional(timestamp()),
  },
  relationships: { loans: many('loan', { inverse: 'member' }) },
  rules: [unique('cardNumber'), atMost(5, 'loans')],
});

/**
 * A greeting by nickname, or by the part of the e-mail address before the `@`.
 * @example greetingOf({ nickname: null, mail: 'ada@example.org' }) // 'Dear ada'
 */
export function greetingOf({ nickname, mail }: { readonly nickname: string | null; readonly mail: string }): string {
  return `Dear ${nickname ?? mail.slice(0, mail.indexOf('@'))}`;
}
