// The entities of all tables: one per resource type, named like it and made of its declaration, then those of other tables. They are the source of all
// table and column names. Entities are never loaded; Kysely composes the statements, with bound parameters.
import { defineEntity, p, type EntitySchema } from '@mikro-orm/core';
import { perType, schema, type ResourceType } from '#domain/schema';
import { snakeCase } from '#domain/snake-case';
import { sqlKinds } from './kinds.ts';
import { oncePerModel, type TableModel } from './table-model.ts';

type Properties = Readonly<Record<string, unknown>>;

export const entitiesOf = oncePerModel((model): readonly EntitySchema[] => {
  const ofResources: Readonly<Record<ResourceType, EntitySchema>> = perType((type) =>
    entityOf(type, model, (target) => ofResources[target]),
  );
  return [...Object.values(ofResources), EpochEntity, AnswerEntity];
});

/**
 * The entity of a resource: its attributes, then its relationships, with their indexes and constraints.
 * @param other returns the entity of another type, and is called once all exist
 */
function entityOf(
  type: ResourceType,
  { unused }: TableModel,
  other: (type: ResourceType) => EntitySchema,
): EntitySchema {
  const { attributes, relationships, rules } = schema[type];
  const ofAttributes = Object.entries(attributes).map(([name, attribute]) => {
    const property = sqlKinds[attribute.kind].property(attribute).fieldName(snakeCase(name));
    return [name, attribute.isRequired ? property : property.nullable()] as const;
  });
  const toOne = Object.entries(relationships).filter(([, { cardinality }]) => cardinality === 'one');
  const links = Object.entries(relationships).map(([name, { to, cardinality, inverse }]) => {
    const [column, keyName] = [columnOf(name), `${type}_${columnOf(name)}_fkey`];
    return [
      name,
      () =>
        cardinality === 'one'
          ? p.manyToOne(other(to)).joinColumn(column).nullable().deleteRule('set null').foreignKeyName(keyName)
          : p.oneToMany(other(to)).mappedBy(inverse),
    ] as const;
  });
  const properties: Properties = {
    id: p.bigint('string').primary().generated('identity'),
    ...Object.fromEntries(ofAttributes),
    ...Object.fromEntries((unused?.[type] ?? []).map((name) => [name, p.text().nullable().hidden()])),
    ...Object.fromEntries(links),
    version: p.bigint('number').defaultRaw('1'),
  };
  return defineEntity({
    name: type,
    tableName: type,
    properties,
    indexes: toOne.map(([name]) => ({ name: `${type}_${columnOf(name)}`, properties: [name, 'id'] })),
    uniques: rules.flatMap((rule) =>
      rule.kind === 'unique'
        ? [{ name: `${type}_${snakeCase(rule.attribute)}_unique`, properties: [rule.attribute] }]
        : [],
    ),
  });
}

/** The column of a to-one relationship. Indexes and constraints are named after it. */
function columnOf(relationship: string): string {
  return `${snakeCase(relationship)}_id`;
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
