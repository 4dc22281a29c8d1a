import { InvalidAttributesError, type InvalidAttribute } from './errors.ts';
import { checkValue, type AttributesOf, type Rules } from './rules.ts';

/** Always valid, never changed in place. */
export interface Entity {
  readonly id: string;
  /** Starts at 1 and grows by one with every write that changes the answer to a GET of the entity or of its relationships. */
  readonly version: number;
}

/**
 * Validates the attributes of a new entity; drops whatever the rules do not name.
 * @throws InvalidAttributesError with every attribute that breaks its rule
 */
export function draft<EntityRules extends Rules>(
  rules: EntityRules,
  attributes: AttributesOf<EntityRules>,
): AttributesOf<EntityRules> {
  return check(rules, Object.keys(rules), attributes) as AttributesOf<EntityRules>;
}

/**
 * Changes the named attributes.
 * @returns the same entity if it has these values already, else a new one with the next version
 * @throws InvalidAttributesError with every attribute that breaks its rule
 */
export function change<EntityRules extends Rules, Changed extends Entity & AttributesOf<EntityRules>>(
  rules: EntityRules,
  entity: Changed,
  changes: Partial<AttributesOf<EntityRules>>,
): Changed {
  const names = Object.keys(rules).filter((name) => Object.hasOwn(changes, name));
  return revise(entity, check(rules, names, changes) as Partial<Changed>);
}

/** The same entity if it has these values already, else a new one with the next version. */
export function revise<Revised extends Entity>(entity: Revised, values: Partial<Revised>): Revised {
  const present = new Map<string, unknown>(Object.entries(entity));
  const isSame = Object.entries(values).every(([name, value]) => present.get(name) === value);
  return isSame ? entity : { ...nextVersion(entity), ...values };
}

/** Bumps the version: something that the entity is related to has changed. */
export function nextVersion<Revised extends Entity>(entity: Revised): Revised {
  return { ...entity, version: entity.version + 1 };
}

function check(rules: Rules, names: readonly string[], attributes: object): Readonly<Record<string, string | null>> {
  const given: Readonly<Record<string, unknown>> = { ...attributes };
  const values: Record<string, string | null> = {};
  const invalid: InvalidAttribute[] = [];
  for (const [name, rule] of Object.entries(rules).filter(([each]) => names.includes(each))) {
    const checked = checkValue(rule, given[name]);
    if (checked.valid) values[name] = checked.value;
    else invalid.push({ attribute: name, reason: checked.reason });
  }
  if (invalid.length > 0) throw new InvalidAttributesError(invalid);
  return values;
}
