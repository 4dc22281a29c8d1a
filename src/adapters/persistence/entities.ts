// The stored shape of the resources, one entity per resource type and named like it. The read side takes table and column names from here.
// Entities are never loaded: all statements are written in SQL, with bound parameters.
import { defineEntity, p } from '@mikro-orm/core';

export const ComputerEntity = defineEntity({
  name: 'computer',
  tableName: 'computer',
  indexes: [{ name: 'computer_owner_id', properties: ['owner', 'id'] }],
  properties: {
    id: p.bigint('string').primary().generated('identity'),
    serial: p.string().length(255),
    owner: () => p.manyToOne(PersonEntity).nullable().deleteRule('set null').foreignKeyName('computer_owner_id_fkey'),
    version: p.integer().version(),
  },
});

export const PersonEntity = defineEntity({
  name: 'person',
  tableName: 'person',
  properties: {
    id: p.bigint('string').primary().generated('identity'),
    name: p.string().length(255),
    email: p.string().length(254).nullable(),
    birthDate: p.date().nullable(),
    /** Reserved for signing in; neither read nor written. */
    password: p.text().nullable().hidden(),
    computers: () => p.oneToMany(ComputerEntity).mappedBy('owner'),
    version: p.integer().version(),
  },
});
