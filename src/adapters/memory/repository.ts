import type { OwnedRepository, Repository } from '../../application/ports/repository.ts';
import type { ResourceType } from '../../application/model/schema.ts';
import type { Entity } from '../../domain/entity.ts';
import { compareIdentifiers } from '../../domain/identifier.ts';
import type { Owned } from '../../domain/ownership.ts';
import type { Journal } from './journal.ts';
import { movesOf } from './link.ts';
import type { Locks } from './locks.ts';
import { rowOf, type Row } from './row.ts';
import { linkageOf } from './rows.ts';
import type { MemoryStore } from './store.ts';

/** Shared by the repositories of one transaction. */
export interface Work {
  readonly store: MemoryStore;
  readonly journal: Journal;
  readonly locks: Locks;
}

export function memoryRepository<Stored extends Entity, Draft extends object>(
  type: ResourceType,
  { store, journal, locks }: Work,
): Repository<Stored, Draft> {
  /** Only this repository stores rows of its type, so the cast is safe. */
  const entityOf = ({ entity }: Row): Stored => entity as Entity as Stored;
  const put = (row: Row): void => {
    locks.require(type, row.id);
    for (const { link, from, to } of movesOf(type, store.get(type, row.id), row))
      for (const id of [from, to]) if (id !== null) locks.require(link.to, id);
    store.put(row, journal);
  };
  return {
    add: async (draft) => {
      const row = rowOf(type, { ...draft, id: store.nextId(type), version: 1 });
      locks.hold(type, row.id);
      put(row);
      return entityOf(row);
    },
    lock: async (ids) => {
      const rows = [...new Set(ids)].sort(compareIdentifiers).flatMap((id) => store.get(type, id) ?? []);
      locks.take(
        type,
        rows.map(({ id }) => id),
      );
      return rows.map(entityOf);
    },
    save: async (entities) => {
      for (const entity of entities) put(rowOf(type, entity));
    },
    remove: async (ids) => {
      for (const id of new Set(ids)) {
        locks.require(type, id);
        store.remove(type, id, journal);
        locks.drop(type, id);
      }
    },
  };
}

export function memoryOwnedRepository<Item extends Owned, Draft extends object>(
  type: ResourceType,
  work: Work,
): OwnedRepository<Item, Draft> {
  const { store } = work;
  return {
    ...memoryRepository<Item, Draft>(type, work),
    ownedBy: async (personIds) => {
      const index = store.index(type, 'owner');
      return [...new Set(personIds)].flatMap((id) => index.of(id)).sort(compareIdentifiers);
    },
    ownersOf: async (ids) => {
      const rows = ids.map((id) => store.get(type, id)).filter((row) => row !== undefined);
      return [...new Set(rows.flatMap(linkageOf(store, type, 'owner')))];
    },
  };
}
