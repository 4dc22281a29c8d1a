// The fields that clients see. A field that is not listed here is never shown.
import { displayName } from '#domain/person';
import { describeResource, together } from './describe-resource.ts';
import type { Resource, Resources } from './resource-description.ts';

/** Every resource type of the service. */
export const resources = together({
  person: describeResource('person', ({ id, attribute, writeOnly, computed, relationship }) => ({
    id,
    name: writeOnly('name', 'Ada Lovelace'),
    email: writeOnly('email'),
    birth_date: attribute('birthDate'),
    display_name: computed(['name', 'email'], displayName),
    computers: relationship('computers', 'always'),
  })),
  computer: describeResource('computer', ({ id, attribute, relationship }) => ({
    id,
    serial: attribute('serial', 'SN-1815-12'),
    owner: relationship('owner', 'when included'),
  })),
});

/** A resource by the name of its type on the wire; undefined for any other name. */
export function resourceOf(type: string, known: Resources = resources): Resource | undefined {
  return Object.values(known).find((resource) => resource.type === type);
}
