// Persons and computers for tests: a builder takes what matters to the test and adds the rest.
import type { Draft, Entity } from '#domain/entity';
import { schema, type AttributesOf, type ResourceType } from '#domain/schema';
import { exampleOf } from '../contract/rows-of-types.ts';

type PersonAttributes = AttributesOf<'person'>;
type ComputerAttributes = AttributesOf<'computer'>;
/** Of an entity that is stored. */
type Stored = Partial<Pick<Entity, 'id' | 'version'>>;

/** Ada's attributes, with everything that can be unset unset. */
export function personAttributes(changes: Partial<PersonAttributes> = {}): PersonAttributes {
  return { ...unset('person'), name: 'Ada', ...changes };
}

/** Ada, to add. */
export function aNewPerson(changes: Partial<PersonAttributes> = {}): Draft {
  return { type: 'person', attributes: personAttributes(changes), targets: exampleOf('person').targets };
}

/** Ada, as first stored. */
export function aPerson({ id = '1', version = 1, ...changes }: Stored & Partial<PersonAttributes> = {}): Entity {
  return { id, version, ...aNewPerson(changes) };
}

/** Attributes of a computer, with everything that can be unset unset. */
export function computerAttributes(changes: Partial<ComputerAttributes> = {}): ComputerAttributes {
  return { ...unset('computer'), serial: 'C-1', ...changes };
}

type ComputerChanges = Partial<ComputerAttributes> & { readonly owner?: string | null };

/** A computer to add, by default without an owner or any other link. */
export function aNewComputer({ owner = null, ...changes }: ComputerChanges = {}): Draft {
  const { targets } = exampleOf('computer');
  return { type: 'computer', attributes: computerAttributes(changes), targets: { ...targets, owner } };
}

/** A computer as first stored, by default without an owner. */
export function aComputer({ id = '1', version = 1, ...changes }: Stored & ComputerChanges = {}): Entity {
  return { id, version, ...aNewComputer(changes) };
}

/** `null` for each optional attribute. The types do not know which are left. */
function unset<Type extends ResourceType>(type: Type): AttributesOf<Type> {
  const optional = Object.entries(schema[type].attributes).filter(([, { isRequired }]) => !isRequired);
  return Object.fromEntries(optional.map(([name]) => [name, null])) as AttributesOf<Type>;
}
