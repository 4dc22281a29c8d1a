import { calendarDate } from './calendar-date.ts';
import { checkAttributes, checkChanges } from './check-attributes.ts';
import { emailAddress, nullable, requiredText, type Rules } from './rules.ts';

/** What can be said of a person; `null` is unset. */
export interface PersonAttributes {
  readonly name: string;
  readonly email: string | null;
  /** `YYYY-MM-DD` */
  readonly birthDate: string | null;
}

/** A stored person. Always valid, never changed in place. */
export interface Person extends PersonAttributes {
  readonly id: string;
}

export const personRules: Rules<PersonAttributes> = {
  name: requiredText(255),
  email: nullable(emailAddress(254)),
  birthDate: nullable(calendarDate),
};

/**
 * A valid person that has no identifier yet.
 * @throws InvalidAttributesError
 */
export function draftPerson({ name, email, birthDate }: PersonAttributes): PersonAttributes {
  const draft = { name, email, birthDate };
  checkAttributes(personRules, draft);
  return draft;
}

/**
 * Holds new values of some attributes against their rules, none of which depends on another attribute.
 * @throws InvalidAttributesError
 */
export function checkPersonChanges(changes: Partial<PersonAttributes>): void {
  checkChanges(personRules, changes);
}

/**
 * The person with some attributes changed; what is not named keeps its value.
 * @throws InvalidAttributesError
 */
export function changePerson(person: Person, changes: Partial<PersonAttributes>): Person {
  const { name, email, birthDate } = person;
  return { id: person.id, ...draftPerson({ name, email, birthDate, ...changes }) };
}

/** The name in upper case (full Unicode mapping, no locale: ß becomes SS), then the e-mail address, when there is one, in angle brackets. */
export function displayName({ name, email }: Pick<PersonAttributes, 'name' | 'email'>): string {
  const upperCased = name.toUpperCase();
  return email === null ? upperCased : `${upperCased} <${email}>`;
}
