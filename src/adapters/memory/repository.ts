import type { ResourceIdentifier } from '#application/model/query';
import type { Repository } from '#application/ports/repository';
import { stampsOf, type Entity } from '#domain/entity';
import { compareIdentifiers } from '#domain/identifier';
import { compareLinks, linkBetween } from '#domain/relationships';
import { relationshipNames, relationshipOf, type ResourceType } from '#domain/schema';
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
  /** Receives the rows that the transaction removes. */
  readonly removed: ResourceIdentifier[];
  /** The time of the transaction. */
  readonly now: string;
}

export function memoryRepository(
  type: ResourceType,
  { store, undoLog, locks, removed, now }: TransactionState,
): Repository {
  const put = (entity: Entity): void => {
    locks.require(type, entity.id);
    for (const name of relationshipNames(type, 'one'))
      if (relationshipOf(type, name).isRequired && entity.targets[name] === null)
        throw new Error(`a ${type} without ${name}`);
    for (const { link, from, to } of movedLinks(type, store.get(type, entity.id), entity))
      for (const id of [from, to]) if (id !== null) locks.require(link.to, id);
    store.put(frozen(entity), undoLog);
  };
  return {
    add: async (draft) => {
      const entity = stampedAt(now, { ...draft, id: store.nextId(type), version: 1 }, undefined);
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
      const stamped = entities.map((entity) => stampedAt(now, entity, store.get(type, entity.id)));
      for (const entity of stamped) put(entity);
      return stamped;
    },
    remove: async (ids) => {
      for (const id of new Set(ids)) {
        locks.require(type, id);
        store.remove(type, id, undoLog);
        removed.push({ type, id });
        locks.drop(type, id);
      }
    },
    referringTo: async (relationship, targetIds) => {
      relationshipOf(type, relationship);
      const index = store.index(type, relationship);
      return [...new Set(targetIds)].flatMap((id) => index.sourcesOf(id)).sort(compareIdentifiers);
    },
    targetsOf: async (relationship, ids) => targetsOf(store, type, relationship, ids),
    linksOf: async (relationship, ids, others) => {
      const { to, inverse } = relationshipOf(type, relationship);
      const index = store.index(to, inverse);
      const linked = (id: string): readonly string[] =>
        others === undefined ? index.sourcesOf(id) : [...new Set(others)].filter((other) => index.has(other, id));
      return [...new Set(ids)]
        .flatMap((id) => linked(id).map((other) => linkBetween({ type, id }, relationship, other)))
        .sort(compareLinks);
    },
    relink: async (relationship, { added, removed }) => {
      const { to } = relationshipOf(type, relationship);
      for (const [isAdded, links] of [[false, removed] as const, [true, added] as const])
        for (const link of links) {
          locks.require(type, link.id);
          locks.require(to, link.target);
          store.link(link, isAdded, undoLog);
        }
    },
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

/** Sets the stamps that are `null`. A stamp never goes back in time. */
function stampedAt(now: string, entity: Entity, before: Entity | undefined): Entity {
  const names = [...stampsOf(entity.type, 'created'), ...stampsOf(entity.type, 'changed')];
  const unset = names.filter((name) => entity.attributes[name] === null);
  if (unset.length === 0) return entity;
  const stamps = unset.map((name) => {
    const stored = String(before?.attributes[name] ?? now);
    return [name, stored > now ? stored : now] as const;
  });
  return { ...entity, attributes: { ...entity.attributes, ...Object.fromEntries(stamps) } };
}

/** A copy that nobody can change in place. */
function frozen({ type, id, version, attributes, targets }: Entity): Entity {
  return Object.freeze({
    type,
    id,
    version,
    attributes: Object.freeze({ ...attributes }),
    targets: Object.freeze({ ...targets }),
  });
}
