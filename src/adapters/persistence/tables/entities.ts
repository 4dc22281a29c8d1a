// The entities of all tables: one per resource type, named like it and made of its declaration, then those of other tables. They are the source of all
// table and column names. Entities are never loaded; Kysely composes the statements, with bound parameters.
import { defineEntity, p, type EntitySchema } from '@mikro-orm/core';
import { perType, schema, type ResourceType } from '#domain/schema';
import { sqlKinds } from './kinds.ts';

type Properties = Readonly<Record<string, unknown>>;

/** Columns that are not attributes: neither read nor written. */
const RESERVED: Readonly<Partial<Record<ResourceType, Properties>>> = {
  person: {
    /** For signing in. */
    password: p.text().nullable().hidden(),
  },
};

const resourceEntities: Readonly<Record<ResourceType, EntitySchema>> = perType(entityOf);

/** The entity of a resource: its attributes, then its relationships, each with what it needs of indexes. */
function entityOf(type: ResourceType): EntitySchema {
  const { attributes, relationships, rules } = schema[type];
  const columns = Object.entries(attributes).map(([name, attribute]) => {
    const property = sqlKinds[attribute.kind].property(attribute);
    return [name, attribute.isRequired ? property : property.nullable()] as const;
  });
  const toOne = Object.entries(relationships).filter(([, { cardinality }]) => cardinality === 'one');
  const links = Object.entries(relationships).map(([name, { to, cardinality, inverse }]) => {
    const keyName = `${type}_${name}_id_fkey`;
    return [
      name,
      () =>
        cardinality === 'one'
          ? p.manyToOne(resourceEntities[to]).nullable().deleteRule('set null').foreignKeyName(keyName)
          : p.oneToMany(resourceEntities[to]).mappedBy(inverse),
    ] as const;
  });
  const properties: Properties = {
    id: p.bigint('string').primary().generated('identity'),
    ...Object.fromEntries(columns),
    ...RESERVED[type],
    ...Object.fromEntries(links),
    version: p.bigint('number').defaultRaw('1'),
  };
  return defineEntity({
    name: type,
    tableName: type,
    properties,
    indexes: toOne.map(([name]) => ({ name: `${type}_${name}_id`, properties: [name, 'id'] })),
    uniques: rules.flatMap((rule) =>
      rule.kind === 'unique' ? [{ name: `${type}_${rule.attribute}_unique`, properties: [rule.attribute] }] : [],
    ),
  });
}

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

export const entities = [...Object.values(resourceEntities), EpochEntity, AnswerEntity];
