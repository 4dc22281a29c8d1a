// What tests need of a person or a computer without being about it: each builder takes what matters and adds the rest.
import type { Computer } from '../../src/domain/computer.ts';
import type { Entity } from '../../src/domain/entity.ts';
import type { Person, PersonAttributes } from '../../src/domain/person.ts';

type NewComputer = Omit<Computer, keyof Entity>;
type ComputerAttributes = Omit<NewComputer, 'ownerId'>;

/** Ada's, with everything unset that may be. */
export function personAttributes(changes: Partial<PersonAttributes> = {}): PersonAttributes {
  return { name: 'Ada', email: null, birthDate: null, ...changes };
}

/** Ada, as first stored. */
export function aPerson({ id = '1', version = 1, ...changes }: Partial<Person> = {}): Person {
  return { id, version, ...personAttributes(changes) };
}

/** Those of a computer, with everything unset that may be. */
export function computerAttributes(changes: Partial<ComputerAttributes> = {}): ComputerAttributes {
  return { serial: 'C-1', ...changes };
}

/** A computer to be added, of nobody unless told otherwise. */
export function aNewComputer({ ownerId = null, ...changes }: Partial<NewComputer> = {}): NewComputer {
  return { ...computerAttributes(changes), ownerId };
}

/** A computer as first stored, of nobody unless told otherwise. */
export function aComputer({ id = '1', version = 1, ...changes }: Partial<Computer> = {}): Computer {
  return { id, version, ...aNewComputer(changes) };
}
