// Every use case by its name. Their code is in `reading/` and `writing/`.
import { permittedReads } from './access/permitted-reads.ts';
import type { Actor } from './model/actor.ts';
import type { LogPosition } from './model/log-position.ts';
import type { Permissions } from './model/permissions.ts';
import type { Policy } from './ports/policy.ts';
import type { Positions } from './ports/positions.ts';
import type { Reads, UnitOfWork } from './ports/unit-of-work.ts';
import { FindResource } from './reading/find-resource.ts';
import { FindResources } from './reading/find-resources.ts';
import { writeRunner, type RetryOptions, type RunWrite } from './writing/write-transaction.ts';
import type { Writes } from './writing/commands.ts';
import { create, createRelated } from './writing/create.ts';
import { assign, link, replace, unassign, unlink } from './writing/links.ts';
import { remove, removeRelated } from './writing/remove.ts';
import { update, updateRelated } from './writing/update.ts';

export const createPerson = create('person'); // Creates a person, who takes over the named computers.
export const updatePerson = update('person'); // Changes attributes of a person, and which computers they own.
export const deletePerson = remove('person'); // Deletes a person. Their computers stay, without an owner.
export const linkComputers = link('person', 'computers'); // Adds to what a person owns.
export const replaceComputers = replace('person', 'computers'); // Makes computers all that a person owns.
export const unlinkComputers = unlink('person', 'computers'); // Takes computers away from a person.
export const createComputerOfPerson = createRelated('person', 'computers'); // Creates a computer that a person owns.

export const createComputer = create('computer'); // Creates a computer of the owner that it names, or of nobody.
export const updateComputer = update('computer'); // Changes attributes of a computer, and who owns it.
export const deleteComputer = remove('computer'); // Deletes a computer. Its owner stays.
export const assignOwner = assign('computer', 'owner'); // Gives a computer to a person, or to nobody.
export const unassignOwner = unassign('computer', 'owner'); // Takes a computer away from the named person.
export const updateOwner = updateRelated('computer', 'owner'); // Changes the person who owns a computer.
export const deleteOwner = removeRelated('computer', 'owner'); // Deletes the person who owns a computer.

/** The writes by type and relationship. */
export const writes: Writes = {
  person: {
    create: createPerson,
    update: updatePerson,
    remove: deletePerson,
    toMany: {
      computers: {
        link: linkComputers,
        replace: replaceComputers,
        unlink: unlinkComputers,
        create: createComputerOfPerson,
      },
    },
    toOne: {},
  },
  computer: {
    create: createComputer,
    update: updateComputer,
    remove: deleteComputer,
    toMany: {},
    toOne: { owner: { assign: assignOwner, unassign: unassignOwner, update: updateOwner, remove: deleteOwner } },
  },
};

/** Everything that adapters call. Nothing is read or written but by an actor. */
export interface UseCases {
  by(actor: Actor): UseCasesOfActor;
  readonly writes: Writes;
  readonly epoch: UnitOfWork['epoch'];
  readonly positions: Positions | undefined;
}

/** The use cases that an actor may call. */
export interface UseCasesOfActor {
  /**
   * Each throws ForbiddenError for what the actor may not read.
   * @param since as for `Positions.readsSince`; ignored by a storage without positions
   */
  reading(since: LogPosition | undefined): ReadUseCases;
  /** Opens the transaction that a write and its answer share. Writes throw ForbiddenError for what the actor may not do. */
  readonly runWrite: RunWrite;
}

export interface ReadUseCases {
  readonly findResource: FindResource;
  readonly findResources: FindResources;
}

/** The collaborators of the use cases. */
export interface UseCaseParts {
  readonly unitOfWork: UnitOfWork;
  readonly positions?: Positions | undefined;
  readonly patience?: RetryOptions;
  /** Undefined: no permissions are checked. */
  readonly policy?: Pick<Policy, 'permissionsOf'> | undefined;
}

/** The use cases on a storage. */
export function useCasesOn({ unitOfWork, positions, patience, policy }: UseCaseParts): UseCases {
  const reading = readingFrom(unitOfWork);
  const everything: UseCasesOfActor = {
    reading: (since) =>
      since === undefined || positions === undefined ? reading : readingFrom(positions.readsSince(since)),
    runWrite: writeRunner(unitOfWork, patience),
  };
  const permitted = (permissions: Permissions): UseCasesOfActor => ({
    reading: (since) => readingFrom(permittedReads(positions?.readsSince(since) ?? unitOfWork, permissions)),
    runWrite: writeRunner(unitOfWork, patience, permissions),
  });
  return {
    by: (actor) => (policy === undefined ? everything : permitted(policy.permissionsOf(actor))),
    writes,
    epoch: () => unitOfWork.epoch(),
    positions,
  };
}

function readingFrom(reads: Reads): ReadUseCases {
  return { findResource: new FindResource(reads), findResources: new FindResources(reads) };
}
