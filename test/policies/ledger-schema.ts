// What the ledger knows of the model: links between types, fields and rules, by the names that clients use.
import { wireNameOf, writableAttributesOf, type WritableAttribute } from '#adapters/http/api/resource-description';
import type { KindName, Value } from '#domain/kinds';
import { relationshipNames, relationshipOf, resourceTypes, schema, type ResourceType } from '#domain/schema';
import { resources } from '#test/support/model';

/** A relationship: each item has one holder, and each holder has many items. Clients may not see one of its sides: see `isShown`. */
export interface Link {
  readonly item: ResourceType;
  /** The name of the to-one relationship. */
  readonly one: string;
  readonly holder: ResourceType;
  /** The name of the to-many relationship. */
  readonly many: string;
}

/** Prefix of names that clients do not see. */
const HIDDEN = 'hidden ';

export const links: readonly Link[] = resourceTypes.flatMap((item) =>
  relationshipNames(item, 'one').map((name) => {
    const { to: holder, inverse } = relationshipOf(item, name);
    return { item, one: nameIn(item, name), holder, many: nameIn(holder, inverse) };
  }),
);

/** A link as one of its types sees it. */
export interface End {
  readonly name: string;
  readonly to: ResourceType;
  readonly link: Link;
  readonly isMany: boolean;
}

/** The relationships of each type that clients see. */
export const endsOf = madeOnce((type): readonly End[] =>
  links
    .flatMap((link) => [
      ...(link.item === type ? [{ name: link.one, to: link.holder, link, isMany: false }] : []),
      ...(link.holder === type ? [{ name: link.many, to: link.item, link, isMany: true }] : []),
    ])
    .filter(({ name }) => isShown(name)),
);

/** @throws Error if the type has no such relationship */
export function endNamed(type: ResourceType, name: string): End {
  const end = endsOf(type).find((each) => each.name === name);
  if (end === undefined) throw new Error(`${type} has no relationship ${name}`);
  return end;
}

export type Values = Readonly<Record<string, Value | null>>;

/** An attribute that clients write. */
export interface LedgerAttribute {
  readonly name: string;
  readonly kind: KindName;
  readonly isRequired: boolean;
  readonly isUnique: boolean;
  readonly maxLength: number;
  /** A few values, so that conditions match often; more of an attribute that is unique. */
  readonly values: readonly Value[];
}

export const attributesOf = madeOnce((type): readonly LedgerAttribute[] =>
  Object.entries(writableAttributesOf(resources[type])).map(([name, { stored, declared }]) => {
    const isUnique = schema[type].rules.some((rule) => rule.kind === 'unique' && rule.attribute === stored);
    const { kind, isRequired, maxLength = Infinity } = declared;
    return { name, kind, isRequired, isUnique, maxLength, values: valuesOf(declared, isUnique) };
  }),
);

/** The highest limit of a rule that the few rows of a world can break. */
const FILLED = 5;

/** True if writes to a world can break a rule. */
export const hasRules: boolean = resourceTypes.some((type) =>
  schema[type].rules.some((rule) =>
    rule.kind === 'unique' ? isShown(nameIn(type, rule.attribute)) : rule.most <= FILLED,
  ),
);

/** The most items that the holder of a link can have. */
export function mostOf({ holder, many }: Link): number {
  const found = schema[holder].rules.find(
    (rule) => rule.kind === 'at most' && nameIn(holder, rule.relationship) === many,
  );
  return found?.kind === 'at most' ? found.most : Infinity;
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

/** The inverse of `onTheWire`. */
export function inStorage(type: ResourceType, values: Values): Values {
  return Object.fromEntries(
    Object.entries(writableAttributesOf(resources[type])).map(([name, field]) => [field.stored, values[name] ?? null]),
  );
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

function valuesOf({ kind, maxLength = Infinity }: WritableAttribute['declared'], isUnique: boolean): readonly Value[] {
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
  boolean: [false, true],
  timestamp: ['1990-01-01T00:00:00.000Z', '2000-01-01T00:00:00.000Z'],
};

const MANY: Readonly<Record<KindName, (index: number) => Value>> = {
  identifier: String,
  text: (index) => `${index % 2 === 0 ? 'a' : 'b'}${index}`,
  email: (index) => `a${index}@x.org`,
  date: (index) => `${1970 + index}-01-01`,
  integer: (index) => index,
  boolean: (index) => index % 2 === 0,
  timestamp: (index) => `${1970 + index}-01-01T00:00:00.000Z`,
};

/** A value between those of each ordered kind. */
export const MIDDLE: Readonly<Partial<Record<KindName, Value>>> = {
  date: '1995-01-01',
  integer: 2,
  timestamp: '1995-01-01T00:00:00.000Z',
};
