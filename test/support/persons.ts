// Expected persons and computers.
import {
  resourceObject,
  shownAttributes,
  valueNames,
  type Identifier,
  type Relationships,
  type ResourceObject,
  type Values,
} from './resource-objects.ts';

export const personId = (id: string): Identifier => ({ type: 'person', id });

/** Ada, whose optional attributes are unset and who owns nothing, but for what is given. */
export function personObject(id: string, shown: Values = {}, relationships: Relationships = {}): ResourceObject {
  const ada = { ...shownAttributes('person', { name: 'Ada' }), display_name: 'ADA' };
  return resourceObject('person', id, { ...ada, ...shown }, relationships);
}

/** A computer whose optional attributes are unset and whose owner is not shown, but for what is given. */
export function computerObject(id: string, shown: Values = {}, relationships: Relationships = {}): ResourceObject {
  return resourceObject('computer', id, { ...shownAttributes('computer', { serial: 'S1' }), ...shown }, relationships);
}

/** The stored fields of a person, as error messages list them: `id, name, …`. */
export function personValues(): string {
  return valueNames('person').join(', ');
}
