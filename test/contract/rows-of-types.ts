// Rows of any type, for tests that cover the whole schema.
import type { Draft } from '#domain/entity';
import { kindOf, type KindName, type Value, type ValueOf } from '#domain/kinds';
import type { Attribute } from '#domain/resource';
import {
  relationshipNames,
  relationshipOf,
  resourceTypes,
  schema,
  type Attributes,
  type Relationship,
  type ResourceType,
} from '#domain/schema';
import { isOneToOne, isUnique, mostTargets } from './rules-of-types.ts';

/** A relationship in the schema, seen from its to-one side or, if it is many-to-many, from its declaring side. */
export interface Link {
  readonly type: ResourceType;
  readonly relationship: string;
  readonly to: ResourceType;
  readonly inverse: string;
}

/** Every to-one relationship of the schema. */
export const toOneLinks: readonly Link[] = linksWhere(({ cardinality }) => cardinality === 'one');

/** Every many-to-many relationship of the schema, from the declaring side. */
export const manyToManyLinks: readonly Link[] = linksWhere(({ end }) => end === 'from');

function linksWhere(isMeant: (relationship: Relationship) => boolean): readonly Link[] {
  return resourceTypes.flatMap((type) =>
    Object.entries(schema[type].relationships).flatMap(([relationship, declared]) =>
      isMeant(declared) ? [{ type, relationship, to: declared.to, inverse: declared.inverse }] : [],
    ),
  );
}

/** The types whose resources need no other resource. */
export const standAlone: readonly ResourceType[] = resourceTypes.filter((type) =>
  relationshipNames(type, 'one').every((name) => !relationshipOf(type, name).isRequired),
);

/** As many members as wanted, or as the rules of the to-many relationship permit. */
export function membersOf(type: ResourceType, relationship: string, wanted: number): number {
  const { to, inverse } = relationshipOf(type, relationship);
  return Math.min(wanted, mostTargets(type, relationship), isOneToOne(to, inverse) ? 1 : Infinity);
}

/** True if the rules allow the inverse of a relationship that many members. */
export function hasRoom({ to, inverse }: Link, wanted: number): boolean {
  return membersOf(to, inverse, wanted) === wanted;
}

/** A draft with all attributes set and all relationships empty. Drafts of different `index` have no value in common, where a kind has enough. */
export function exampleOf(type: ResourceType, index = 0): Draft {
  const attributes = Object.entries(schema[type].attributes).map(([name, attribute]) => [
    name,
    (isUnique(type, name) ? distinctValue(attribute.kind, index) : undefined) ?? valueOf(attribute, index),
  ]);
  const targets = relationshipNames(type, 'one').map((name) => [name, null]);
  return {
    type,
    attributes: Object.fromEntries(attributes) as Attributes,
    targets: Object.fromEntries(targets) as Draft['targets'],
  };
}

/** A value that no other index has; undefined for kinds without such values. */
export function distinctValue(kind: KindName, index: number): Value | undefined {
  return distinct[kind]?.(index);
}

const DAY = 86_400_000;

const distinct: { readonly [Name in KindName]: ((index: number) => ValueOf[Name]) | undefined } = {
  identifier: undefined,
  // Texts differ anyway.
  text: undefined,
  email: undefined,
  // There are about 2.9 million days from 1970 to the last one.
  date: (index) => new Date((index % 2_900_000) * DAY).toISOString().slice(0, 10),
  integer: (index) => index,
  // The other kinds have few values, or their attribute limits them.
  decimal: undefined,
  oneOf: undefined,
  boolean: undefined,
  timestamp: (index) => new Date(index).toISOString(),
};

/** An index that no other draft of this process has, so that a storage can hold both. */
export function nextIndex(): number {
  drawn += 1;
  return drawn;
}
let drawn = 1000;

function valueOf(attribute: Attribute, index: number): Value {
  const { kind, maxLength = Infinity } = attribute;
  const { valid } = kindOf(kind).samples(attribute);
  const sample = valid[index % valid.length] ?? valid[0];
  if (kind !== 'text' && kind !== 'email') return sample;
  const [value, short] =
    kind === 'text'
      ? [`${String(sample)} ${index}`, ideographs(index).slice(-maxLength)]
      : [`n${index}.${String(sample)}`, `${index.toString(36)}@b`];
  return value.length <= maxLength ? value : short;
}

const [FIRST_IDEOGRAPH, IDEOGRAPHS] = [0x4e00, 20_000];

/** A number in as few characters as possible. */
function ideographs(number: number): string {
  const digit = String.fromCodePoint(FIRST_IDEOGRAPH + (number % IDEOGRAPHS));
  return number < IDEOGRAPHS ? digit : ideographs(Math.floor(number / IDEOGRAPHS)) + digit;
}
