// The schema that the declarations make together: every resource with its attributes and all its relationships, those
// declared on the other side included.
import { declarations } from '#declarations';
import type { KindName, Value, ValueOf } from './kinds.ts';
import type { Attribute, Declaration, DeclaredRelationship } from './resource.ts';
import type { Rule } from './rules.ts';

type Declarations = typeof declarations;
export type ResourceType = keyof Declarations;
export type Relationship = DeclaredRelationship<ResourceType>;

export interface ResourceSchema {
  /** The declared ones, without `id`. */
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly relationships: Readonly<Record<string, Relationship>>;
  readonly rules: readonly Rule[];
}

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
}
  ? {
      readonly from: To;
      readonly name: Inverse;
      readonly to: From;
      readonly cardinality: Cardinality extends 'one' ? 'many' : 'one';
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
 * Adds the inverse of each declared relationship.
 * @throws Error if declarations contradict each other, or use a name that is taken
 */
export function schemaOf(
  declared: Readonly<Record<ResourceType, Declaration<ResourceType>>>,
): Readonly<Record<ResourceType, ResourceSchema>> {
  const relationships = perType((type) => new Map(Object.entries(declared[type].relationships)));
  for (const type of resourceTypes)
    for (const [name, { to, cardinality, inverse }] of Object.entries(declared[type].relationships)) {
      if (relationships[to].has(inverse) || Object.hasOwn(declared[to].attributes, inverse))
        throw new Error(
          `${type}.${name} cannot be ${to}.${inverse} from the other side: ${to} has a ${inverse} already`,
        );
      relationships[to].set(inverse, { to: type, cardinality: cardinality === 'one' ? 'many' : 'one', inverse: name });
    }
  const described = perType((type) => ({ ...declared[type], relationships: Object.fromEntries(relationships[type]) }));
  for (const type of resourceTypes) requireFreeNames(type, described[type]);
  for (const type of resourceTypes) for (const rule of declared[type].rules) requireRule(type, described[type], rule);
  return described;
}

/** Names must not collide with other columns of the table, nor with what every object inherits. */
function requireFreeNames(type: ResourceType, { attributes, relationships }: ResourceSchema): void {
  for (const name of [...Object.keys(attributes), ...Object.keys(relationships)])
    if (['id', 'version'].includes(name) || name in Object.prototype)
      throw new Error(`${type}.${name} needs another name: that one is taken`);
  for (const name of Object.keys(relationships))
    if (Object.hasOwn(attributes, name))
      throw new Error(`${type}.${name} is declared as an attribute and as a relationship`);
}

function requireRule(type: ResourceType, { attributes, relationships }: ResourceSchema, rule: Rule): void {
  const isKnown =
    rule.kind === 'unique'
      ? Object.hasOwn(attributes, rule.attribute)
      : Object.hasOwn(relationships, rule.relationship) && relationships[rule.relationship]?.cardinality === 'many';
  if (!isKnown) throw new Error(`a rule of ${type} is about what it does not have: ${JSON.stringify(rule)}`);
  if (rule.kind === 'at most' && !(Number.isSafeInteger(rule.most) && rule.most > 0))
    throw new Error(`${type} cannot have at most ${rule.most} ${rule.relationship}: a whole number above 0 is needed`);
}

/**
 * The kind of an attribute, or of `id`.
 * @throws Error if the resource has no such attribute; names are checked at the edge
 */
export function attributeKind(type: ResourceType, attribute: string): KindName {
  if (attribute === 'id') return 'identifier';
  const { attributes } = schema[type];
  const declared = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined;
  if (declared === undefined) throw new Error(`${type} has no attribute ${attribute}`);
  return declared.kind;
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

/** The type at the end of a path of relationships. */
export function endOf(path: readonly string[], start: ResourceType): ResourceType {
  return path.reduce<ResourceType>((type, relationship) => relationshipOf(type, relationship).to, start);
}

/** The names of a type's relationships of one cardinality. */
export function relationshipNames(type: ResourceType, cardinality: Relationship['cardinality']): readonly string[] {
  return Object.entries(schema[type].relationships).flatMap(([name, relationship]) =>
    relationship.cardinality === cardinality ? [name] : [],
  );
}
