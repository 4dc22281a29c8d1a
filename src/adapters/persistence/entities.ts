// One entity per resource type, named like it, then those of other tables: the source of all table and column names. Entities are never loaded;
// Kysely composes the statements, with bound parameters.
import { defineEntity, p } from '@mikro-orm/core';
import type { computerRules } from '../../domain/computer.ts';
import type { personRules } from '../../domain/person.ts';
import type { Rules } from '../../domain/rules.ts';

/** Has a property for each attribute of the domain, and others. */
type PropertiesFor<EntityRules extends Rules> = Readonly<Record<keyof EntityRules, unknown> & Record<string, unknown>>;

const ComputerEntity = defineEntity({
  name: 'computer',
  tableName: 'computer',
  indexes: [{ name: 'computer_owner_id', properties: ['owner', 'id'] }],
  properties: {
    id: p.bigint('string').primary().generated('identity'),
    serial: p.string().length(255),
    owner: () => p.manyToOne(PersonEntity).nullable().deleteRule('set null').foreignKeyName('computer_owner_id_fkey'),
    version: p.bigint('number').defaultRaw('1'),
  } satisfies PropertiesFor<typeof computerRules>,
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
  } satisfies PropertiesFor<typeof personRules>,
});

/** Has one row. */
const EpochEntity = defineEntity({
  name: 'epoch',
  tableName: 'epoch',
  properties: { value: p.text().primary() },
});

/** The answer to a request with an `Idempotency-Key`. */
const AnswerEntity = defineEntity({
  name: 'answer',
  tableName: 'answer',
  indexes: [{ name: 'answer_expires_at', properties: ['expiresAt'] }],
  properties: {
    /** Digests of the key and of the request. */
    key: p.text().collation('C').primary(),
    request: p.text(),
    expiresAt: p.datetime(),
    status: p.smallint(),
    location: p.text().nullable(),
    etag: p.text().nullable(),
    contentType: p.text().nullable(),
    body: p.text().nullable(),
  },
});

export const entities = [PersonEntity, ComputerEntity, EpochEntity, AnswerEntity];
