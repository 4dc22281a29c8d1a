// Persons and computers for tests: a builder takes what matters to the test and adds the rest.
import type { Computer } from '../../src/domain/computer.ts';
import type { Entity } from '../../src/domain/entity.ts';
import type { Person, PersonAttributes } from '../../src/domain/person.ts';

type NewComputer = Omit<Computer, keyof Entity>;
type ComputerAttributes = Omit<NewComputer, 'ownerId'>;

/** Ada's attributes, with everything nullable unset. */
export function personAttributes(changes: Partial<PersonAttributes> = {}): PersonAttributes {
  return { name: 'Ada', email: null, birthDate: null, ...changes };
}

/** Ada, as first stored. */
export function aPerson({ id = '1', version = 1, ...changes }: Partial<Person> = {}): Person {
  return { id, version, ...personAttributes(changes) };
}

/** Attributes of a computer, with everything nullable unset. */
export function computerAttributes(changes: Partial<ComputerAttributes> = {}): ComputerAttributes {
  return { serial: 'C-1', ...changes };
}

/** A computer to add, by default without an owner. */
export function aNewComputer({ ownerId = null, ...changes }: Partial<NewComputer> = {}): NewComputer {
  return { ...computerAttributes(changes), ownerId };
}

/** A computer as first stored, by default without an owner. */
export function aComputer({ id = '1', version = 1, ...changes }: Partial<Computer> = {}): Computer {
  return { id, version, ...aNewComputer(changes) };
}
