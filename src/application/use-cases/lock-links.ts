// The order of locks, the same in every use case and in `ComputerRepository.give`: persons before computers, each in the order of their
// identifiers. So two writes that touch the same rows queue up instead of deadlocking. A locked person's set of computers cannot change:
// whoever gives or takes a computer locks the old and the new owner first. So the computers of a locked person may be locked later, out of
// the order.
import type { Computer } from '../../domain/computer.ts';
import { isIdentifier } from '../../domain/identifier.ts';
import type { Person } from '../../domain/person.ts';
import { CollisionError, LinkedNotFoundError } from '../errors.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import type { ResourceType } from '../model/schema.ts';

export interface LockedLinks {
  readonly persons: ReadonlyMap<string, Person>;
  readonly computers: ReadonlyMap<string, Computer>;
}

/**
 * Locks persons, the owners of computers, and the computers. What does not exist is left out.
 * @throws CollisionError when a computer has changed hands meanwhile
 */
export async function lockLinks(
  { persons, computers }: Transaction,
  personIds: readonly string[],
  computerIds: readonly string[],
): Promise<LockedLinks> {
  const wanted = computerIds.filter(isIdentifier);
  const [allPersons, lockedComputers] = await Promise.all([
    persons.lock(personIds.filter(isIdentifier), wanted),
    computers.lock(wanted),
  ]);
  const lockedPersons = new Map(allPersons.map((person) => [person.id, person]));
  const moved = lockedComputers.find(({ ownerId }) => ownerId !== null && !lockedPersons.has(ownerId));
  if (moved !== undefined) throw new CollisionError(`computer ${moved.id} has just been given to another person`);
  return { persons: lockedPersons, computers: new Map(lockedComputers.map((computer) => [computer.id, computer])) };
}

/**
 * Requires that all resources to be linked are there.
 * @throws LinkedNotFoundError naming those that are not
 */
export function requireLinked(
  type: ResourceType,
  ids: readonly string[],
  existing: { has(id: string): boolean },
): void {
  const missing = ids.filter((id) => !existing.has(id));
  if (missing.length > 0) throw new LinkedNotFoundError(type, missing);
}

/** Computers that get another owner, or none. */
export interface Move {
  readonly computers: Iterable<Computer>;
  readonly ownerId: string | null;
}

/** Gives locked computers away, and notes the change, once, at each person whose set of computers it changes. */
export async function giveComputers({ persons, computers }: Transaction, ...moves: readonly Move[]): Promise<void> {
  const affected = new Set<string>();
  const steps: Promise<void>[] = [];
  for (const { computers: given, ownerId } of moves) {
    const moving = [...given].filter((computer) => computer.ownerId !== ownerId);
    if (moving.length === 0) continue;
    const ids = moving.map(({ id }) => id);
    steps.push(computers.assignOwner(ids, ownerId));
    for (const id of [ownerId, ...moving.map((computer) => computer.ownerId)]) if (id !== null) affected.add(id);
  }
  if (affected.size > 0) steps.push(persons.touch([...affected]));
  await Promise.all(steps);
}
