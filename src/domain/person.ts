import { date, declareResource, email, optional, text } from './resource.ts';

/** Its relationship `computers` is declared on the other side, as the inverse of a computer's `owner`. */
export const person = declareResource('person', {
  attributes: {
    name: text(255),
    email: optional(email(254)),
    birthDate: optional(date()),
  },
  relationships: {},
  rules: [],
});

/**
 * The name in upper case (full Unicode mapping, no locale: ß becomes SS), followed by the e-mail address, if any, in angle brackets.
 * @example displayName({ name: 'Ada', email: 'ada@example.org' }) // 'ADA <ada@example.org>'
 */
export function displayName({
  name,
  email: address,
}: {
  readonly name: string;
  readonly email: string | null;
}): string {
  const upperCased = name.toUpperCase();
  return address === null ? upperCased : `${upperCased} <${address}>`;
}
