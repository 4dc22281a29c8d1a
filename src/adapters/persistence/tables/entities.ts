// The entities of all tables: one per resource type, named after it and made from its declaration, then one per many-to-many relationship, then one
// per other table. All table and column names come from them. Entities are never loaded; Kysely composes the statements, with bound parameters.
import { defineEntity, DeferMode, p, type EntitySchema } from '@mikro-orm/core';
import type { Attribute } from '#domain/resource';
import {
  areInCircle,
  isManyToMany,
  perType,
  relationshipOf,
  schema,
  type Relationship,
  type ResourceType,
} from '#domain/schema';
import { snakeCase } from '#domain/snake-case';
import { sqlKinds } from './kinds.ts';
import { LINK_COLUMNS } from './link-table-name.ts';
import { declaredLinks } from './link-tables.ts';
import { uniqueNameOf } from './unique-name.ts';
import { oncePerModel, type TableModel } from './table-model.ts';

type Properties = Readonly<Record<string, unknown>>;

export const entitiesOf = oncePerModel((model): readonly EntitySchema[] => {
  const ofResources: Readonly<Record<ResourceType, EntitySchema>> = perType((type) =>
    entityOf(type, model, (target) => ofResources[target]),
  );
  const ofLinks = declaredLinks.map((each) => linkEntity(each, (target) => ofResources[target]));
  return [...Object.values(ofResources), ...ofLinks, EpochEntity, AnswerEntity];
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
    const standard = defaultOf(attribute);
    const filled = standard === undefined ? property : property.defaultRaw(standard);
    return [name, attribute.isRequired ? filled : filled.nullable()] as const;
  });
  const toOne = Object.entries(relationships).filter(([, { cardinality }]) => cardinality === 'one');
  const links = Object.entries(relationships).flatMap(([name, relationship]) => {
    if (isManyToMany(relationship)) return [];
    const { to, cardinality, inverse } = relationship;
    const target = () =>
      cardinality === 'one'
        ? foreignKey(type, name, relationship, other(to))
        : p.oneToMany(other(to)).mappedBy(inverse);
    return [[name, target] as const];
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
    uniques: rules.flatMap((rule) => (rule.kind === 'unique' ? [uniqueOf(type, rule.members)] : [])),
  });
}

/** The database itself ends references only if their `onDelete` is `unset`. */
function foreignKey(type: ResourceType, name: string, relationship: Relationship, target: EntitySchema) {
  const { to, isRequired, onDelete } = relationship;
  const column = columnOf(name);
  const key = p.manyToOne(target).joinColumn(column).foreignKeyName(`${type}_${column}_fkey`);
  const linked = key.deleteRule(onDelete === 'unset' ? 'set null' : 'no action');
  // A deletion that cascades between two types has to delete from one of them first.
  const isChecked = onDelete === 'unset' || type === to || !areInCircle(type, to);
  const checked = isChecked ? linked : linked.deferMode(DeferMode.INITIALLY_DEFERRED);
  return isRequired ? checked : checked.nullable();
}

/** The links of a many-to-many relationship. When a resource is deleted, the service removes them itself. */
function linkEntity(
  { type, relationship, table }: (typeof declaredLinks)[number],
  entity: (type: ResourceType) => EntitySchema,
): EntitySchema {
  const { from, to } = LINK_COLUMNS;
  const end = (target: ResourceType, column: string) => () =>
    p
      .manyToOne(entity(target))
      .joinColumn(column)
      .foreignKeyName(`${table}_${column}_fkey`)
      .deleteRule('no action')
      .updateRule('no action')
      .primary();
  return defineEntity({
    name: table,
    tableName: table,
    properties: { from: end(type, from), to: end(relationshipOf(type, relationship).to, to) },
    indexes: [{ name: `${table}_${to}`, properties: ['to', 'from'] }],
  });
}

/** The default of a column. Only rows that exist when the column is added get it, since the service writes every value itself. */
function defaultOf({ defaultValue, stamped }: Attribute): string | undefined {
  if (stamped !== undefined) return 'now()';
  return typeof defaultValue === 'string' ? `'${defaultValue.replaceAll("'", "''")}'` : defaultValue?.toString();
}

/**
 * A unique constraint. One write can unlink a resource and link another in its place, so a constraint with a relationship
 * is checked after each statement, not after each row.
 */
function uniqueOf(type: ResourceType, members: readonly string[]) {
  const links = members.filter((name) => Object.hasOwn(schema[type].relationships, name));
  return {
    name: uniqueNameOf(type, members),
    properties: [...members],
    ...(links.length > 0 && { deferMode: DeferMode.INITIALLY_IMMEDIATE }),
  };
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

/** The stored response to a request with an `Idempotency-Key`. */
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
