// The writes of persons and computers by name, as people speak of them. The application makes the writes from the schema; a test checks
// that each has a name here.
import type { ChangesOf, Create, CreateRelated, NewResource, Update } from '#application/writing/commands';
import { writes } from '#application/writing/writes';

const { person, computer } = writes;
const computers = relationship(person.toMany, 'computers');
const owner = relationship(computer.toOne, 'owner');

/** Creates a person, who takes over the named computers. */
export const createPerson: Create<NewResource<'person'>> = person.create;
/** Changes attributes of a person, and which computers they own. */
export const updatePerson: Update<ChangesOf<'person'>> = person.update;
/** Deletes a person. Their computers stay, without an owner. */
export const deletePerson = person.remove;
/** Adds to what a person owns. */
export const linkComputers = computers.link;
/** Makes computers all that a person owns. */
export const replaceComputers = computers.replace;
/** Takes computers away from a person. */
export const unlinkComputers = computers.unlink;
/** Creates a computer that a person owns. */
export const createComputerOfPerson: CreateRelated<NewResource<'computer'>> = computers.create;

/** Creates a computer of the owner that it names, or of nobody. */
export const createComputer: Create<NewResource<'computer'>> = computer.create;
/** Changes attributes of a computer, and who owns it. */
export const updateComputer: Update<ChangesOf<'computer'>> = computer.update;
/** Deletes a computer. Its owner stays. */
export const deleteComputer = computer.remove;
/** Gives a computer to a person, or to nobody. */
export const assignOwner = owner.assign;
/** Takes a computer away from the named person. */
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
