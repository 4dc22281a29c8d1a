// Combines the declarations of all types into a schema, and checks that they agree.
import type { Attribute, Declaration, DeclaredRelationship } from './resource.ts';
import type { Rule } from './rules.ts';

/** A type with all its relationships. */
export interface SchemaOf<Type extends string> {
  /** The declared ones, without `id`. */
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly relationships: Readonly<Record<string, DeclaredRelationship<Type>>>;
  readonly rules: readonly Rule[];
}

/** A mistake in the declaration of a type. */
export class DeclarationError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.name = 'DeclarationError';
    this.type = type;
  }
}

/**
 * Adds the inverse of each declared relationship.
 * @throws DeclarationError if declarations contradict each other, use a reserved name, or form a cycle
 */
export function schemaOf<Type extends string>(
  declared: Readonly<Record<Type, Declaration<NoInfer<Type>>>>,
): Readonly<Record<Type, SchemaOf<Type>>> {
  const types = Object.keys(declared).filter((type): type is Type => Object.hasOwn(declared, type));
  const relationships = perType(types, (type) => new Map(Object.entries(declared[type].relationships)));
  for (const type of types)
    for (const [name, { to, cardinality, inverse }] of Object.entries(declared[type].relationships)) {
      if (!Object.hasOwn(declared, to))
        throw new DeclarationError(type, `${type}.${name} refers to ${to}, which is not a type`);
      if (relationships[to].has(inverse) || Object.hasOwn(declared[to].attributes, inverse))
        throw new DeclarationError(
          type,
          `${type}.${name} cannot have the inverse ${to}.${inverse}: ${to} already has a ${inverse}`,
        );
      relationships[to].set(inverse, { to: type, cardinality: cardinality === 'one' ? 'many' : 'one', inverse: name });
    }
  const described = perType(types, (type) => ({
    ...declared[type],
    relationships: Object.fromEntries(relationships[type]),
  }));
  for (const type of types) requireFreeNames(type, described[type]);
  requireNoCircle(types, described);
  for (const type of types) for (const rule of declared[type].rules) requireRule(type, described[type], rule);
  return described;
}

/** Writes lock a type before those that refer to it, so there must be such an order. */
function requireNoCircle<Type extends string>(
  types: readonly Type[],
  described: Readonly<Record<Type, SchemaOf<Type>>>,
): void {
  const leadsInto = (among: readonly Type[]) => (type: Type) =>
    Object.entries(described[type].relationships).find(
      ([, { to, cardinality }]) => cardinality === 'one' && among.includes(to),
    );
  for (let rest = types; ;) {
    const next = rest.filter(leadsInto(rest));
    const [type] = next;
    if (type === undefined) return;
    if (next.length === rest.length)
      throw new DeclarationError(
        type,
        `${type}.${leadsInto(rest)(type)?.[0] ?? ''} is part of a cycle of to-one relationships, which is not allowed`,
      );
    rest = next;
  }
}

function perType<Type extends string, Made>(types: readonly Type[], make: (type: Type) => Made): Record<Type, Made> {
  return Object.fromEntries(types.map((type) => [type, make(type)])) as Record<Type, Made>;
}

/** Names must not collide with other columns of the table or with members that every object inherits. */
function requireFreeNames(type: string, { attributes, relationships }: SchemaOf<string>): void {
  for (const name of [...Object.keys(attributes), ...Object.keys(relationships)])
    if (['id', 'version'].includes(name) || name in Object.prototype)
      throw new DeclarationError(type, `${type}.${name} needs another name: this one is reserved`);
  for (const name of Object.keys(relationships))
    if (Object.hasOwn(attributes, name))
      throw new DeclarationError(type, `${type}.${name} is declared as an attribute and as a relationship`);
}

function requireRule(type: string, { attributes, relationships }: SchemaOf<string>, rule: Rule): void {
  const isKnown =
    rule.kind === 'unique'
      ? Object.hasOwn(attributes, rule.attribute)
      : Object.hasOwn(relationships, rule.relationship) && relationships[rule.relationship]?.cardinality === 'many';
  if (!isKnown)
    throw new DeclarationError(
      type,
      `a rule of ${type} must name one of its attributes or to-many relationships: ${JSON.stringify(rule)}`,
    );
  if (rule.kind === 'at most' && !(Number.isSafeInteger(rule.most) && rule.most > 0))
    throw new DeclarationError(
      type,
      `the limit of ${type}.${rule.relationship} must be a positive integer, not ${rule.most}`,
    );
}
