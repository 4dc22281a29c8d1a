// Names for the writes of persons and computers. The application derives the writes from the schema; a test checks that each has a name
// here.
import type { ChangesOf, Create, CreateRelated, NewResource, Update } from '#application/writing/commands';
import { writes } from '#application/writing/writes';

const { person, computer } = writes;
const computers = relationship(person.toMany, 'computers');
const owner = relationship(computer.toOne, 'owner');

/** Creates a person who owns the given computers. */
export const createPerson: Create<NewResource<'person'>> = person.create;
/** Changes a person's attributes and computers. */
export const updatePerson: Update<ChangesOf<'person'>> = person.update;
/** Deletes a person. Their computers are kept without an owner. */
export const deletePerson = person.remove;
/** Adds computers to those that a person owns. */
export const linkComputers = computers.link;
/** Replaces the computers that a person owns. */
export const replaceComputers = computers.replace;
/** Takes computers away from a person. */
export const unlinkComputers = computers.unlink;
/** Creates a computer that a person owns. */
export const createComputerOfPerson: CreateRelated<NewResource<'computer'>> = computers.create;

/** Creates a computer, with or without an owner. */
export const createComputer: Create<NewResource<'computer'>> = computer.create;
/** Changes a computer's attributes and owner. */
export const updateComputer: Update<ChangesOf<'computer'>> = computer.update;
/** Deletes a computer. Its owner is kept. */
export const deleteComputer = computer.remove;
/** Sets or unsets the owner of a computer. */
export const assignOwner = owner.assign;
/** Takes a computer away from the given person. */
export const unassignOwner = owner.unassign;
/** Changes the person who owns a computer. */
export const updateOwner: Update<ChangesOf<'person'> & { readonly id: string }> = owner.update;
/** Deletes the person who owns a computer. */
export const deleteOwner = owner.remove;

/** @throws Error if there is no such relationship */
function relationship<Writes>(all: Readonly<Record<string, Writes>>, name: string): Writes {
  const found = all[name];
  if (found === undefined) throw new Error(`there is no relationship ${name}`);
  return found;
}
