// The rows of a service under test: a few of each type, with some attributes unset and some relationships empty. A few rows are linked to themselves.
import {
  relationshipsOf,
  writableAttributesOf,
  type RelationshipField,
  type Resource,
  type WritableAttribute,
} from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { kindOf, type Value } from '#domain/kinds';
import { relationshipOf, type ResourceType } from '#domain/schema';
import { distinctValue, membersOf } from '../contract/rows-of-types.ts';
import { isUnique } from '../contract/rules-of-types.ts';
import { requiredFirst } from '../support/required-first.ts';

/** The number of resources of each type. */
const ROWS = 12;
/** The number of those that others refer to. */
const HOLDERS = 8;

/** The value of an attribute in the row with an identifier. */
type ValueOfRow = (type: ResourceType, attribute: WritableAttribute, id: number) => Value;

/** Sends a resource object. */
type SendRow = (method: 'POST' | 'PATCH', path: string, data: unknown) => Promise<void>;

/** Creates the rows, with identifiers from 1, then links them to rows that were created after them. */
export async function createRows(send: SendRow, valueOf?: ValueOfRow): Promise<void> {
  const ids = Array.from({ length: ROWS }, (_, index) => index + 1);
  for (const type of requiredFirst) {
    const { [type]: resource } = resources;
    for (const id of ids) await send('POST', resource.path, rowOf(resource, id, valueOf));
  }
  for (const type of requiredFirst)
    for (const id of ids) {
      const relationships = linkageOf(resources[type], id, true);
      if (Object.keys(relationships).length > 0)
        await send('PATCH', `${resources[type].path}/${id}`, { type, id: String(id), relationships });
    }
}

type NamedField = readonly [name: string, field: RelationshipField];

/** The to-one relationships of a resource by wire name. */
export function toOneOf(resource: Resource): readonly NamedField[] {
  return Object.entries(relationshipsOf(resource)).filter(([, { cardinality }]) => cardinality === 'one');
}

/** The relationships whose links a resource holds: its to-one relationships, and the many-to-many relationships that its type declares. */
export function holdingOf(resource: Resource): readonly NamedField[] {
  const isDeclared = ({ stored }: RelationshipField): boolean => relationshipOf(resource.type, stored).end === 'from';
  const toMany = Object.entries(relationshipsOf(resource)).filter(([, field]) => isDeclared(field));
  return [...toOneOf(resource), ...toMany];
}

/** The resource object that creates a row. */
export function rowOf(resource: Resource, id: number, valueOf: ValueOfRow = plainValue): unknown {
  const { type } = resource;
  const attributes = Object.entries(writableAttributesOf(resource)).flatMap(([name, attribute], index) => {
    if (!attribute.declared.isRequired && (id + index) % 4 === 0) return [];
    return [[name, valueOf(type, attribute, id)] as const];
  });
  return { type, attributes: Object.fromEntries(attributes), relationships: linkageOf(resource, id, false) };
}

/** @param isLate if true, links only to the same type and to types that are created later; if false, only to types that are created earlier */
function linkageOf(resource: Resource, id: number, isLate: boolean): Readonly<Record<string, object>> {
  const { type } = resource;
  const linkage = holdingOf(resource).flatMap(([name, { to, stored, cardinality }], index) => {
    if (requiredFirst.indexOf(to) < requiredFirst.indexOf(type) === isLate) return [];
    const holder = (step = 0): object => ({ type: to, id: String(((id + step) % HOLDERS) + 1) });
    const { inverse, isRequired } = relationshipOf(type, stored);
    if (cardinality === 'many') {
      const hasRoom = membersOf(to, inverse, ROWS) === ROWS;
      const length = hasRoom ? membersOf(type, stored, (id + index) % 4) : 0;
      return [[name, { data: Array.from({ length }, (_, step) => holder(step)) }] as const];
    }
    const isAlone = membersOf(to, inverse, 2) === 1;
    const isLeft = (id + index) % 3 === 0 || (isAlone && id > HOLDERS);
    return [[name, { data: isLeft && !isRequired ? null : holder() }] as const];
  });
  return Object.fromEntries(linkage);
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
