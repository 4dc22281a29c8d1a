// What the ledger knows of the model: links between types, fields and rules, by the names that clients use.
import { wireNameOf, writableAttributesOf, type WritableAttribute } from '#adapters/http/api/resource-description';
import { kindOf, type KindName, type Value } from '#domain/kinds';
import type { OnDelete } from '#domain/resource';
import { relationshipNames, relationshipOf, resourceTypes, schema, type ResourceType } from '#domain/schema';
import { resources } from '#test/support/model';
import { mostTargets, rowFor, uniqueSetsOf, type RuleTable } from '../contract/rules-of-types.ts';

/** A relationship: each holder has many items, and each item has one holder or many. Either side can be hidden from clients (see `isShown`). */
export interface Link {
  readonly item: ResourceType;
  /** The name of the relationship on items. */
  readonly ofItem: string;
  readonly holder: ResourceType;
  /** The name of the relationship on holders. */
  readonly ofHolder: string;
  /** True if an item can have many holders. */
  readonly isManyToMany: boolean;
  /** True if every item has a holder. */
  readonly isRequired: boolean;
  /** What happens to the items of a holder that is deleted. */
  readonly onDelete: OnDelete;
}

/** Prefix of names that clients do not see. */
const HIDDEN = 'hidden ';

/** The relationships in which resources of a type are the items, by their names in storage. */
export function itemSides(type: ResourceType): readonly string[] {
  return Object.entries(schema[type].relationships).flatMap(([name, { cardinality, end }]) =>
    cardinality === 'one' || end === 'from' ? [name] : [],
  );
}

export const links: readonly Link[] = resourceTypes.flatMap((item) =>
  itemSides(item).map((name) => {
    const { to: holder, cardinality, inverse, isRequired, onDelete } = relationshipOf(item, name);
    const names = { ofItem: nameIn(item, name), ofHolder: nameIn(holder, inverse) };
    return { item, holder, ...names, isManyToMany: cardinality === 'many', isRequired, onDelete };
  }),
);

/** A link as one of its types sees it. */
export interface End {
  readonly from: ResourceType;
  readonly name: string;
  readonly to: ResourceType;
  readonly link: Link;
  readonly isMany: boolean;
  /** True if `from` is the item side. A type can be on both sides. */
  readonly isOfItem: boolean;
}

/** All relationships, from both sides. */
export const ends: readonly End[] = links.flatMap((link) => [
  { from: link.item, name: link.ofItem, to: link.holder, link, isMany: link.isManyToMany, isOfItem: true },
  { from: link.holder, name: link.ofHolder, to: link.item, link, isMany: true, isOfItem: false },
]);

/** The relationships of each type that clients see. */
export const endsOf = madeOnce((type) => ends.filter(({ from, name }) => from === type && isShown(name)));

/** @throws Error if the type has no such relationship */
export function endNamed(type: ResourceType, name: string): End {
  const end = endsOf(type).find((each) => each.name === name);
  if (end === undefined) throw new Error(`${type} has no relationship ${name}`);
  return end;
}

/** The name of a relationship on its other side. */
export function inverseOf({ link, isOfItem }: End): string {
  return isOfItem ? link.ofHolder : link.ofItem;
}

export type Values = Readonly<Record<string, Value | null>>;

/** An attribute that clients write. */
export interface LedgerAttribute {
  readonly name: string;
  readonly kind: KindName;
  readonly isRequired: boolean;
  /** The value of one that a creation leaves out. */
  readonly standard: Value | null;
  readonly isUnique: boolean;
  readonly maxLength: number;
  /** A few values, so that conditions match often; more of an attribute that is unique. */
  readonly values: readonly Value[];
}

export const attributesOf = madeOnce((type): readonly LedgerAttribute[] =>
  Object.entries(writableAttributesOf(resources[type])).map(([name, { stored, declared }]) => {
    const isUnique = uniqueSetsOf(type).some((members) => members.length === 1 && members.includes(stored));
    const { kind, isRequired, maxLength = Infinity, defaultValue: standard = null } = declared;
    return { name, kind, isRequired, standard, isUnique, maxLength, values: valuesOf(declared, isUnique) };
  }),
);

/** The highest limit of a rule that the few rows of a world can break. */
const FILLED = 5;

const canBreak: RuleTable<boolean> = {
  unique: (type, { members }) => members.every((name) => isShown(nameIn(type, name))),
  'at most': (_, { most }) => most <= FILLED,
  // The ledger's values pass every check.
  check: () => false,
};

/** True if writes to a world can break a rule, or the demands of a relationship. */
export const hasRules: boolean =
  links.some(({ onDelete }) => onDelete === 'refuse') ||
  resourceTypes.some((type) => schema[type].rules.some((rule) => rowFor(canBreak, type, rule)));

/** Combinations of fields that are unique, and to-one relationships that are unique on their own. */
export const togetherUnique = madeOnce((type): readonly (readonly string[])[] =>
  uniqueSetsOf(type)
    .filter((members) => members.length > 1 || members.some((name) => relationshipNames(type, 'one').includes(name)))
    .map((members) => members.map((name) => nameIn(type, name))),
);

/** The maximum number of resources in a relationship of one resource. */
export function mostOf(type: ResourceType, relationship: string): number {
  const limits = relationshipNames(type, 'many').filter((name) => nameIn(type, name) === relationship);
  return Math.min(...limits.map((name) => mostTargets(type, name)));
}

/** The wire name of an attribute or relationship, or a name that no field has if clients do not see it. */
export function nameIn(type: ResourceType, stored: string): string {
  return wireNameOf(resources[type], stored) ?? `${HIDDEN}${stored}`;
}

/** True if clients see the field with this name. */
export function isShown(name: string): boolean {
  return !name.startsWith(HIDDEN);
}

/** Attributes by the names that clients use, of stored ones. */
export function onTheWire(type: ResourceType, stored: Readonly<Record<string, Value | null | undefined>>): Values {
  return Object.fromEntries(
    Object.entries(writableAttributesOf(resources[type])).map(([name, field]) => [name, stored[field.stored] ?? null]),
  );
}

/** The inverse of `onTheWire`. The storage sets what is missing. */
export function inStorage(type: ResourceType, values: Values): Values {
  const unset = Object.keys(schema[type].attributes).map((name) => [name, null] as const);
  const given = Object.entries(writableAttributesOf(resources[type])).map(
    ([name, field]) => [field.stored, values[name] ?? null] as const,
  );
  return Object.fromEntries([...unset, ...given]);
}

/** Makes something of each type, when it is first asked for. */
function madeOnce<Made>(make: (type: ResourceType) => Made): (type: ResourceType) => Made {
  const made = new Map<ResourceType, Made>();
  return (type) => {
    const known = made.get(type) ?? make(type);
    made.set(type, known);
    return known;
  };
}

/** More than rows have, so that most are free. */
export const UNIQUE_VALUES = 20;

function valuesOf(declared: WritableAttribute['declared'], isUnique: boolean): readonly Value[] {
  const { kind, maxLength = Infinity } = declared;
  if (kindOf(kind).exampleLimits.maxLength === undefined && Object.keys(kindOf(kind).exampleLimits).length > 0)
    return kindOf(kind).samples(declared).valid;
  const drawn = isUnique ? Array.from({ length: UNIQUE_VALUES }, (_, index) => MANY[kind](index)) : FEW[kind];
  const fitting = drawn.filter((value) => typeof value !== 'string' || value.length <= maxLength);
  // If no value fits, use truncated ones.
  return fitting.length > 0 ? [...new Set(fitting)] : drawn.map((value) => String(value).slice(0, maxLength));
}

const FEW: Readonly<Record<KindName, readonly Value[]>> = {
  identifier: [],
  text: ['ann', 'bea', 'cid'],
  email: ['a@x.org', 'b@x.org'],
  date: ['1990-01-01', '2000-01-01'],
  integer: [1, 2, 30],
  decimal: [],
  oneOf: [],
  boolean: [false, true],
  timestamp: ['1990-01-01T00:00:00.000Z', '2000-01-01T00:00:00.000Z'],
};

const MANY: Readonly<Record<KindName, (index: number) => Value>> = {
  identifier: String,
  text: (index) => `${index % 2 === 0 ? 'a' : 'b'}${index}`,
  email: (index) => `a${index}@x.org`,
  date: (index) => `${1970 + index}-01-01`,
  integer: (index) => index,
  decimal: String,
  oneOf: String,
  boolean: (index) => index % 2 === 0,
  timestamp: (index) => `${1970 + index}-01-01T00:00:00.000Z`,
};

/** A value between the other values of a kind; undefined if there is none or the kind has no order. */
export const MIDDLE: Readonly<Record<KindName, Value | undefined>> = {
  identifier: undefined,
  text: undefined,
  email: undefined,
  date: '1995-01-01',
  integer: 2,
  decimal: undefined,
  oneOf: undefined,
  boolean: undefined,
  timestamp: '1995-01-01T00:00:00.000Z',
};
