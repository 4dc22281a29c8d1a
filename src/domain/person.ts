import type { Entity } from './entity.ts';
import type { AttributesOf, Rules } from './rules.ts';

/** The attributes of a person. */
export const personRules = {
  name: { format: 'text', maxLength: 255, required: true, nullable: false },
  email: { format: 'email', maxLength: 254, required: false, nullable: true },
  birthDate: { format: 'date', required: false, nullable: true },
} as const satisfies Rules;

export type PersonAttributes = AttributesOf<typeof personRules>;

export interface Person extends Entity, PersonAttributes {}

/**
 * The name in upper case (full Unicode mapping, no locale: ß becomes SS), followed by the e-mail address, if any, in angle brackets.
 * @example displayName({ name: 'Ada', email: 'ada@example.org' }) // 'ADA <ada@example.org>'
 */
export function displayName({ name, email }: Pick<PersonAttributes, 'name' | 'email'>): string {
  const upperCased = name.toUpperCase();
  return email === null ? upperCased : `${upperCased} <${email}>`;
}
