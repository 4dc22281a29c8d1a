// The rows of a service under test: a few of each type, with some attributes unset and some relationships empty.
import {
  relationshipsOf,
  writableAttributesOf,
  type RelationshipField,
  type Resource,
  type WritableAttribute,
} from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { lockOrder } from '#application/writing/locks';
import { kindOf, type Value } from '#domain/kinds';
import { schema, type ResourceType } from '#domain/schema';

/** The number of resources of each type. */
const ROWS = 12;

/** The value of an attribute in the row with an identifier. */
type ValueOfRow = (type: ResourceType, attribute: WritableAttribute, id: number) => Value;

/** Creates the rows, whose identifiers count from 1. Those that others refer to come first. */
export async function createRows(
  create: (path: string, data: unknown) => Promise<void>,
  valueOf?: ValueOfRow,
): Promise<void> {
  for (const type of lockOrder)
    for (let id = 1; id <= ROWS; id += 1) await create(resources[type].path, rowOf(resources[type], id, valueOf));
}

/** The to-one relationships of a resource by wire name. */
export function toOneOf(resource: Resource): readonly (readonly [name: string, field: RelationshipField])[] {
  return Object.entries(relationshipsOf(resource)).filter(([, { cardinality }]) => cardinality === 'one');
}

/** The resource object of a row. */
export function rowOf(resource: Resource, id: number, valueOf: ValueOfRow = plainValue): unknown {
  const { type } = resource;
  const attributes = Object.entries(writableAttributesOf(resource)).flatMap(([name, attribute], index) => {
    if (!attribute.declared.isRequired && (id + index) % 4 === 0) return [];
    return [[name, valueOf(type, attribute, id)] as const];
  });
  const relationships = toOneOf(resource).map(([name, { to }], index) => {
    return [name, { data: (id + index) % 3 === 0 ? null : { type: to, id: String((id % (ROWS - 4)) + 1) } }] as const;
  });
  return { type, attributes: Object.fromEntries(attributes), relationships: Object.fromEntries(relationships) };
}

const NAMES = ['Ada', '100%', 'under_score', 'back\\slash', 'İß', 'a'.repeat(255), '😀', ' x ', '%_\\'];

/** A likely value, or an awkward one. Unique attributes have other values in every row. */
export function plainValue(
  type: ResourceType,
  { stored, declared: { kind, maxLength } }: WritableAttribute,
  id: number,
): Value {
  const { valid } = kindOf(kind).samples;
  const values: readonly Value[] = kind === 'text' ? NAMES : valid;
  const value = values[id % values.length] ?? valid[0];
  return kindOf(kind).isText
    ? [...`${isUnique(type, stored) ? id : ''}${String(value)}`].slice(0, maxLength).join('')
    : value;
}

/** True if no two resources can have the same value. */
export function isUnique(type: ResourceType, attribute: string): boolean {
  return schema[type].rules.some((rule) => rule.kind === 'unique' && rule.attribute === attribute);
}
