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
import { relationshipOf, type ResourceType } from '#domain/schema';
import { distinctValue, membersOf } from '../contract/rows-of-types.ts';
import { isUnique } from '../contract/rules-of-types.ts';

/** The number of resources of each type. */
const ROWS = 12;
/** The number of those that others refer to. */
const HOLDERS = 8;

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
  const relationships = toOneOf(resource).map(([name, { to, stored }], index) => {
    const isAlone = membersOf(to, relationshipOf(type, stored).inverse, 2) === 1;
    const isLeft = (id + index) % 3 === 0 || (isAlone && id > HOLDERS);
    const isFree = isLeft && !relationshipOf(type, stored).isRequired;
    return [name, { data: isFree ? null : { type: to, id: String((id % HOLDERS) + 1) } }] as const;
  });
  return { type, attributes: Object.fromEntries(attributes), relationships: Object.fromEntries(relationships) };
}

const NAMES = ['Ada', '100%', 'under_score', 'back\\slash', 'İß', 'a'.repeat(255), '😀', ' x ', '%_\\'];

/** The shortest text that can hold an identifier and part of a value. */
const ROOM = 3;

/** A likely value, or an awkward one. Unique attributes have other values in every row. */
export function plainValue(type: ResourceType, { stored, declared }: WritableAttribute, id: number): Value {
  const { kind, maxLength = Infinity } = declared;
  const { valid } = kindOf(kind).samples(declared);
  const distinct = isUnique(type, stored) ? distinctValue(kind, id) : undefined;
  if (distinct !== undefined) return distinct;
  const values: readonly Value[] = kind === 'text' ? NAMES : valid;
  const value = values[id % values.length] ?? valid[0];
  if (!kindOf(kind).isText) return value;
  if (isUnique(type, stored) && maxLength < ROOM) return id.toString(36);
  const text = [...`${isUnique(type, stored) ? id : ''}${String(value)}`].slice(0, maxLength).join('');
  return text.trim() === '' ? 'x' : text;
}
