// The schema, combined from all declarations: every resource with its attributes and all its relationships, including
// those declared on the other side.
import { declarations } from '#declarations';
import type { KindName, Value, ValueOf } from './kinds.ts';
import { IDENTIFIER, type Attribute, type Declaration, type DeclaredRelationship } from './resource.ts';
import { schemaOf, type SchemaOf } from './schema-of.ts';

type Declarations = typeof declarations;
export type ResourceType = keyof Declarations;
export type Relationship = DeclaredRelationship<ResourceType>;

export type ResourceSchema = SchemaOf<ResourceType>;

/** A relationship as it is declared. */
type Declared = {
  [From in ResourceType]: {
    [Name in keyof Declarations[From]['relationships']]: {
      readonly from: From;
      readonly name: Name;
    } & Declarations[From]['relationships'][Name];
  }[keyof Declarations[From]['relationships']];
}[ResourceType];

/** The same from the other side. */
type Inverted<Link> = Link extends {
  from: infer From;
  to: infer To;
  inverse: infer Inverse;
  cardinality: infer Cardinality;
  end: infer End;
}
  ? {
      readonly from: To;
      readonly name: Inverse;
      readonly to: From;
      readonly cardinality: 'one' extends Cardinality ? 'many' : 'from' extends End ? 'many' : 'one';
    }
  : never;

type Link = Declared | Inverted<Declared>;

/** The names of the to-one relationships of a type. */
export type ToOneOf<Type extends ResourceType> = Extract<Link, { from: Type; cardinality: 'one' }>['name'] & string;

/** The names of the to-many relationships of a type. */
export type ToManyOf<Type extends ResourceType> = Extract<Link, { from: Type; cardinality: 'many' }>['name'] & string;

/** The attributes of a type; `null` is unset. */
export type AttributesOf<Type extends ResourceType> = {
  readonly [Name in keyof Declarations[Type]['attributes']]: ValueIn<Declarations[Type]['attributes'][Name]>;
};

type ValueIn<Of> = Of extends { readonly kind: infer Kind extends KindName; readonly isRequired: infer IsRequired }
  ? ValueOf[Kind] | (IsRequired extends true ? never : null)
  : never;

/** The linkage in a write: one identifier or `null`, or all identifiers. Relationships left out do not change. */
export type LinkageOf<Type extends ResourceType> = {
  readonly [Name in ToOneOf<Type> | ToManyOf<Type>]?:
    (Name extends ToOneOf<Type> ? string | null : readonly string[]) | undefined;
};

/** Values of attributes by name; `null` is unset. */
export type Attributes = Readonly<Record<string, Value | null>>;

/** `LinkageOf` any type. */
export type AnyLinkage = Readonly<Record<string, readonly string[] | string | null | undefined>>;

export const resourceTypes = Object.keys(declarations) as readonly ResourceType[];

/** Makes a value for each resource type. */
export function perType<Made>(make: (type: ResourceType) => Made): Readonly<Record<ResourceType, Made>> {
  return Object.fromEntries(resourceTypes.map((type) => [type, make(type)])) as Record<ResourceType, Made>;
}

export const schema: Readonly<Record<ResourceType, ResourceSchema>> = schemaOf(declarations satisfies Consistent);

type Consistent = { readonly [Type in ResourceType]: Declaration<ResourceType> & { readonly type: Type } };

/**
 * An attribute as declared, or `id`.
 * @throws Error if the resource has no such attribute; names are checked at the edge
 */
export function declaredAttribute(type: ResourceType, attribute: string): Attribute {
  if (attribute === 'id') return IDENTIFIER;
  const { attributes } = schema[type];
  const declared = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined;
  if (declared === undefined) throw new Error(`${type} has no attribute ${attribute}`);
  return declared;
}

/** The kind of an attribute, or of `id`. */
export function attributeKind(type: ResourceType, attribute: string): KindName {
  return declaredAttribute(type, attribute).kind;
}

/**
 * @throws Error if the resource has no such relationship; names are checked at the edge
 */
export function relationshipOf(type: ResourceType, name: string): Relationship {
  const { relationships } = schema[type];
  const relationship = Object.hasOwn(relationships, name) ? relationships[name] : undefined;
  if (relationship === undefined) throw new Error(`${type} has no relationship ${name}`);
  return relationship;
}

/** True if both sides of a relationship are to-many. Its links are then stored in a table of their own. */
export function isManyToMany({ end }: Pick<Relationship, 'end'>): boolean {
  return end !== undefined;
}

/** The type at the end of a path of relationships. */
export function endOf(path: readonly string[], start: ResourceType): ResourceType {
  return path.reduce<ResourceType>((type, relationship) => relationshipOf(type, relationship).to, start);
}

/** The names of a type's relationships of one cardinality. */
export function relationshipNames(type: ResourceType, cardinality: Relationship['cardinality']): readonly string[] {
  return namesByCardinality[type][cardinality];
}

const namesByCardinality = perType((type) => {
  const { one = [], many = [] } = Object.groupBy(
    Object.keys(schema[type].relationships),
    (name) => relationshipOf(type, name).cardinality,
  );
  return { one, many };
});

/** True if each type refers to the other one by to-one relationships, directly or through other types. The types may be the same. */
export function areInCircle(one: ResourceType, other: ResourceType): boolean {
  return referredFrom[one].has(other) && referredFrom[other].has(one);
}

/** The types that a type refers to by to-one relationships, directly or through other types. */
const referredFrom = perType((type) => {
  const targetsOf = (from: ResourceType): readonly ResourceType[] =>
    namesByCardinality[from].one.map((name) => relationshipOf(from, name).to);
  const reached = new Set(targetsOf(type));
  // The set grows while it is iterated.
  for (const each of reached) for (const target of targetsOf(each)) reached.add(target);
  return reached;
});
