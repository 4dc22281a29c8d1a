import {
  perType,
  relationshipNames,
  relationshipOf,
  schema,
  type Attributes,
  type AnyLinkage,
  type ResourceType,
} from './schema.ts';

/** A resource as it is stored. Never changed in place. */
export interface Entity extends Draft {
  readonly id: string;
  /** Starts at 1 and grows by one with every write that changes the response to a GET of the entity or of its relationships. */
  readonly version: number;
}

/** Identifies an entity across all types. */
export function entityName({ type, id }: Pick<Entity, 'type' | 'id'>): string {
  return `${type} ${id}`;
}

/** A resource to store, which has no identifier yet. */
export interface Draft {
  readonly type: ResourceType;
  /** Every declared attribute. A stamped one is `null` until the storage sets it. */
  readonly attributes: Attributes;
  /** The identifier of each to-one relationship's target; `null` if it has none. */
  readonly targets: Targets;
}

export type Targets = Readonly<Record<string, string | null>>;

/**
 * A draft of a resource. Attributes left out get their default or are unset; targets left out are unset.
 * @throws Error if a required attribute or target is left out; the parser of the values checks that
 */
export function draft(type: ResourceType, given: Partial<Attributes>, linkage: AnyLinkage): Draft {
  const attributes: Record<string, Attributes[string]> = {};
  for (const [name, { isRequired, defaultValue = null, stamped }] of Object.entries(schema[type].attributes)) {
    const { [name]: value = defaultValue } = given;
    if (isRequired && value === null && stamped === undefined) throw new Error(`a ${type} without ${name}`);
    attributes[name] = value;
  }
  const targets: Record<string, string | null> = {};
  for (const name of relationshipNames(type, 'one')) {
    const target = linkage[name];
    targets[name] = typeof target === 'string' ? target : null;
    if (relationshipOf(type, name).isRequired && targets[name] === null) throw new Error(`a ${type} without ${name}`);
  }
  return { type, attributes, targets };
}

/**
 * Changes attributes.
 * @param values `undefined` leaves a value unchanged
 * @returns the same entity if it has these values already, else a new one with the next version
 */
export function change(entity: Entity, values: Readonly<Record<string, Attributes[string] | undefined>>): Entity {
  const attributes: Record<string, Attributes[string]> = { ...entity.attributes };
  for (const [name, value] of Object.entries(values)) if (value !== undefined) attributes[name] = value;
  const isSame = Object.entries(attributes).every(([name, value]) => entity.attributes[name] === value);
  return isSame ? entity : { ...nextVersion(entity), attributes };
}

/** Clears the stamps of the last change, so that the storage sets them again. */
export function touched(entity: Entity): Entity {
  const cleared = stampsOf(entity.type, 'changed').map((name) => [name, null] as const);
  return { ...entity, attributes: { ...entity.attributes, ...Object.fromEntries(cleared) } };
}

/** The attributes that the storage stamps on creation, or on each change. */
export function stampsOf(type: ResourceType, when: 'created' | 'changed'): readonly string[] {
  return stamps[type].flatMap(([name, stamped]) => (stamped === when ? [name] : []));
}

const stamps = perType((type) =>
  Object.entries(schema[type].attributes).flatMap(([name, { stamped }]) =>
    stamped === undefined ? [] : [[name, stamped] as const],
  ),
);

/** The entity in its next version. */
export function nextVersion(entity: Entity): Entity {
  return { ...entity, version: entity.version + 1 };
}
