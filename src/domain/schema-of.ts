// Combines the declarations of all types into a schema, and checks that they agree.
import { kindOf } from './kinds.ts';
import { checkAttribute, type Attribute, type Declaration, type DeclaredRelationship } from './resource.ts';
import type { Rule, RuleKind, RuleOf } from './rules.ts';

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
 * @throws DeclarationError if declarations contradict each other, use a reserved name, or require each other in a cycle
 */
export function schemaOf<Type extends string>(
  declared: Readonly<Record<Type, Declaration<NoInfer<Type>>>>,
): Readonly<Record<Type, SchemaOf<Type>>> {
  const types = Object.keys(declared).filter((type): type is Type => Object.hasOwn(declared, type));
  const relationships = perType(types, (type) => new Map(Object.entries(declared[type].relationships)));
  for (const type of types)
    for (const [name, relationship] of Object.entries(declared[type].relationships)) {
      const { to, cardinality, inverse, end, isRequired, onDelete } = relationship;
      if (!Object.hasOwn(declared, to))
        throw new DeclarationError(type, `${type}.${name} refers to ${to}, which is not a type`);
      if (relationships[to].has(inverse) || Object.hasOwn(declared[to].attributes, inverse))
        throw new DeclarationError(
          type,
          `${type}.${name} cannot have the inverse ${to}.${inverse}: ${to} already has a ${inverse}`,
        );
      if (end !== undefined && inverse === name)
        throw new DeclarationError(type, `${type}.${name} needs an inverse with a different name`);
      if (isRequired && onDelete === 'unset')
        throw new DeclarationError(
          type,
          `${type}.${name} is required, so it cannot be unset on deletion: let it refuse or cascade`,
        );
      const opposite = cardinality === 'one' || end !== undefined ? 'many' : 'one';
      const otherEnd = end && 'to';
      relationships[to].set(inverse, { ...NO_DEMANDS, to: type, cardinality: opposite, inverse: name, end: otherEnd });
    }
  const described = perType(types, (type) => ({
    ...declared[type],
    relationships: Object.fromEntries(relationships[type]),
  }));
  for (const type of types) requireFreeNames(type, described[type]);
  for (const type of types) requireLimits(type, described[type]);
  requireFirst(types, described);
  for (const type of types) for (const rule of declared[type].rules) requireRule(type, described[type], rule);
  return described;
}

/** The inverse of a declared relationship is optional. */
const NO_DEMANDS = { isRequired: false, onDelete: 'unset' } as const;

/** If types require each other, no first resource can be created. */
function requireFirst<Type extends string>(
  types: readonly Type[],
  described: Readonly<Record<Type, SchemaOf<Type>>>,
): void {
  const requiredIn = (among: readonly Type[]) => (type: Type) =>
    Object.entries(described[type].relationships).find(([, { to, isRequired }]) => isRequired && among.includes(to));
  for (let rest = types; ;) {
    const next = rest.filter(requiredIn(rest));
    const [type] = next;
    if (type === undefined) return;
    if (next.length === rest.length)
      throw new DeclarationError(
        type,
        `${type}.${requiredIn(rest)(type)?.[0] ?? ''} is part of a cycle of required relationships, so no ${type} could ever be created`,
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

function requireLimits(type: string, { attributes }: SchemaOf<string>): void {
  for (const [name, declared] of Object.entries(attributes)) {
    const fault = kindOf(declared.kind).faultIn(declared);
    if (fault !== undefined) throw new DeclarationError(type, `${type}.${name} ${fault}`);
    const standard = checkAttribute(declared, declared.defaultValue ?? undefined);
    if (declared.defaultValue !== undefined && !standard.valid)
      throw new DeclarationError(type, `the default of ${type}.${name} ${standard.reason}`);
  }
}

function requireRule(type: string, resource: SchemaOf<string>, rule: Rule): void {
  const fault = (faults[rule.kind] as FaultIn<Rule>)(type, rule, resource);
  if (fault !== undefined) throw new DeclarationError(type, fault);
}

/** The fault in a rule; undefined if there is none. */
type FaultIn<Declared extends Rule> = (type: string, rule: Declared, resource: SchemaOf<string>) => string | undefined;

const faults: { readonly [Kind in RuleKind]: FaultIn<RuleOf<Kind>> } = {
  unique: (type, { members }, { attributes, relationships }) => {
    if (Object.keys(members).length === 0) return `a rule of ${type} must name at least one member`;
    const isKnown = (name: string): boolean =>
      Object.hasOwn(attributes, name) || relationshipIn(relationships, name)?.cardinality === 'one';
    const unknown = members.find((name) => !isKnown(name));
    if (unknown !== undefined)
      return `a rule of ${type} must name its attributes or to-one relationships, not ${unknown}`;
    const isRepeated = new Set(members).size < members.length;
    return isRepeated ? `a rule of ${type} must not name a member twice: ${members.join(', ')}` : undefined;
  },
  'at most': (type, { most, relationship }, { relationships }) => {
    if (relationshipIn(relationships, relationship)?.cardinality !== 'many')
      return `a rule of ${type} must name one of its to-many relationships, not ${relationship}`;
    const isLimit = Number.isSafeInteger(most) && most > 0;
    return isLimit ? undefined : `the limit of ${type}.${relationship} must be a positive integer, not ${most}`;
  },
  check: (type, { attribute }, { attributes }) =>
    Object.hasOwn(attributes, attribute)
      ? undefined
      : `a rule of ${type} must name one of its attributes, not ${attribute}`,
};

function relationshipIn(
  relationships: SchemaOf<string>['relationships'],
  name: string,
): DeclaredRelationship<string> | undefined {
  return Object.hasOwn(relationships, name) ? relationships[name] : undefined;
}
