import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

export const Person = defineEntity({
  name: 'Person',
  tableName: 'person',
  properties: {
    id: p.bigint('string').primary(),
    name: p.string().length(255),
    email: p.string().length(254).nullable(),
    birthDate: p.date().nullable(),
    /** A write of a row that has changed since it was read fails. */
    version: p.bigint('number').version(),
    computers: () => p.oneToMany(Computer).mappedBy('owner').orderBy({ id: 'asc' }),
  },
});
export type Person = InferEntity<typeof Person>;

export const Computer = defineEntity({
  name: 'Computer',
  tableName: 'computer',
  properties: {
    id: p.bigint('string').primary(),
    serial: p.string().length(255),
    version: p.bigint('number').version(),
    owner: () => p.manyToOne(Person).nullable(),
  },
});
export type Computer = InferEntity<typeof Computer>;
