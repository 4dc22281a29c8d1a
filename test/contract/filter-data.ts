// The data set of the filter tables.
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { clear } from './fixtures.ts';
import { addComputer, addPerson } from './persons.ts';

/** Identifiers by the short names that the tables use. */
export type Ids = ReadonlyMap<string, string>;

/** In identifier order. */
export const people = ['ada', 'bob', 'lower', 'same', 'none', 'date'] as const;

/** In identifier order. */
export const machines = ['laptop', 'server', 'spare', 'tower', 'twin'] as const;

type Key = (typeof people)[number];

const attributes: Readonly<Record<Key, readonly [name: string, email: string | null, birthDate: string | null]>> = {
  ada: ['Ada Lovelace', 'ada@example.org', '1815-12-10'],
  bob: ['Bob', 'bob@example.org', '1990-06-15'],
  lower: ['ada lovelace', null, '1990-06-16'],
  same: ['twin@example.org', 'twin@example.org', null],
  none: ['Nobody', null, null],
  date: ['1999-12-31', 'Zed@example.org', '2000-02-29'],
};

const owned: Readonly<Record<(typeof machines)[number], readonly [serial: string, owner: Key | null]>> = {
  laptop: ['L-1', 'ada'],
  server: ['S-1', 'bob'],
  spare: ['L-1', null],
  tower: ['T-9', 'ada'],
  twin: ['0999999999', 'none'],
};

/** Empties the storage and fills it with the data set. */
export async function fillWorld(unitOfWork: UnitOfWork): Promise<Ids> {
  await clear(unitOfWork);
  const ids = new Map<string, string>();
  for (const key of people) {
    const [name, email, birthDate] = attributes[key];
    ids.set(key, await addPerson(unitOfWork, name, { email, birthDate }));
  }
  for (const key of machines) {
    const [serial, owner] = owned[key];
    ids.set(key, await addComputer(unitOfWork, serial, owner === null ? null : ids.get(owner)));
  }
  return ids;
}
