// The stored shape of the resources, one entity per resource type and named like it. The read side takes table and column names from here.
// Entities are never loaded: statements are composed by Kysely, with bound parameters.
import { defineEntity, p } from '@mikro-orm/core';
import type { ComputerAttributes } from '../../domain/computer.ts';
import type { PersonAttributes } from '../../domain/person.ts';

/** The properties of an entity, among them one for each attribute of the domain. */
type PropertiesFor<Attributes> = Readonly<Record<keyof Attributes, unknown> & Record<string, unknown>>;

const ComputerEntity = defineEntity({
  name: 'computer',
  tableName: 'computer',
  indexes: [{ name: 'computer_owner_id', properties: ['owner', 'id'] }],
  properties: {
    id: p.bigint('string').primary().generated('identity'),
    serial: p.string().length(255),
    owner: () => p.manyToOne(PersonEntity).nullable().deleteRule('set null').foreignKeyName('computer_owner_id_fkey'),
    version: p.bigint('number').defaultRaw('1'),
  } satisfies PropertiesFor<ComputerAttributes>,
});

const PersonEntity = defineEntity({
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
    version: p.bigint('number').defaultRaw('1'),
  } satisfies PropertiesFor<PersonAttributes>,
});

export const entities = [PersonEntity, ComputerEntity];
