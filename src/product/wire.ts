// The fields that clients see. A field that is not listed here is never shown.
import { describeResource, together } from '#adapters/http/api/describe-resource';
import { displayName } from '#domain/person';

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
