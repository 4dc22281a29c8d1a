import type { Repository } from '#application/ports/repository';
import type { Entity } from '#domain/entity';
import { compareIdentifiers } from '#domain/identifier';
import { relationshipOf, type ResourceType } from '#domain/schema';
import { movedLinks } from './link-index.ts';
import type { Locks } from './row-locks.ts';
import { storedLinkageOf } from './rows.ts';
import type { MemoryStore } from './store.ts';
import type { UndoLog } from './undo-log.ts';

/** Shared by the repositories of one transaction. */
export interface TransactionState {
  readonly store: MemoryStore;
  readonly undoLog: UndoLog;
  readonly locks: Locks;
}

export function memoryRepository(type: ResourceType, { store, undoLog, locks }: TransactionState): Repository {
  const put = (entity: Entity): void => {
    locks.require(type, entity.id);
    for (const { link, from, to } of movedLinks(type, store.get(type, entity.id), entity))
      for (const id of [from, to]) if (id !== null) locks.require(link.to, id);
    store.put(frozen(entity), undoLog);
  };
  return {
    add: async (draft) => {
      const entity = { ...draft, id: store.nextId(type), version: 1 };
      locks.hold(type, entity.id);
      put(entity);
      return entity;
    },
    lock: async (ids, members = {}) => {
      const holders = Object.entries(members).flatMap(([relationship, linked]) => {
        const { to, inverse } = relationshipOf(type, relationship);
        return targetsOf(store, to, inverse, linked);
      });
      const rows = [...new Set([...ids, ...holders])]
        .sort(compareIdentifiers)
        .flatMap((id) => store.get(type, id) ?? []);
      locks.take(
        type,
        rows.map(({ id }) => id),
      );
      return rows;
    },
    save: async (entities) => {
      for (const entity of entities) put(entity);
    },
    remove: async (ids) => {
      for (const id of new Set(ids)) {
        locks.require(type, id);
        store.remove(type, id, undoLog);
        locks.drop(type, id);
      }
    },
    referringTo: async (relationship, targetIds) => {
      relationshipOf(type, relationship);
      const index = store.index(type, relationship);
      return [...new Set(targetIds)].flatMap((id) => index.sourcesOf(id)).sort(compareIdentifiers);
    },
    targetsOf: async (relationship, ids) => targetsOf(store, type, relationship, ids),
  };
}

function targetsOf(
  store: MemoryStore,
  type: ResourceType,
  relationship: string,
  ids: readonly string[],
): readonly string[] {
  const rows = ids.map((id) => store.get(type, id)).filter((row) => row !== undefined);
  return [...new Set(rows.flatMap(storedLinkageOf(store, type, relationship)))];
}

/** Nobody can change a stored row in place. */
function frozen({ type, id, version, attributes, targets }: Entity): Entity {
  return Object.freeze({
    type,
    id,
    version,
    attributes: Object.freeze({ ...attributes }),
    targets: Object.freeze({ ...targets }),
  });
}
