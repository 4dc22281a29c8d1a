// Storages filled with a world, or with its visible part.
import { sql } from 'kysely';
import { UndoLog } from '#adapters/memory/undo-log';
import type { Database } from '#adapters/persistence/storage/database';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { lockOrder } from '#application/writing/lock-order';
import { relationshipOf, type ResourceType } from '#domain/schema';
import { fillDatabase, fillMemory, LeapingStore } from '../agreement/storages.ts';
import { idsOf, linksOf, type World } from '../agreement/world.ts';
import { toOneLinks, manyToManyLinks, type Link } from '../contract/rows-of-types.ts';
import { embeddedEngine, serverEngine } from '../support/database-engines.ts';

/** Identifiers by type. */
export type Identifiers = Readonly<Record<ResourceType, ReadonlySet<string>>>;

/** A storage that can be filled again and again. */
export interface Storage {
  /** Fills it with a world and deletes some of its resources. Afterwards no relationship refers to them, not even a required one. */
  fill(world: World, without?: Identifiers): Promise<UnitOfWork>;
  close(): Promise<void>;
}

export type StorageName = 'memory' | 'server' | 'embedded';

export const openStorage: Readonly<Record<StorageName, () => Promise<Storage>>> = {
  memory: async () => ({
    fill: async (world, without) => {
      const store = new LeapingStore(world);
      return prepared(await fillMemory(world, store), world, without, async ({ type, relationship }, ids) => {
        for (const row of store.all(type))
          if (ids.has(row.targets[relationship] ?? ''))
            store.put({ ...row, targets: { ...row.targets, [relationship]: null } }, new UndoLog());
      });
    },
    close: async () => undefined,
  }),
  server: async () => storageIn(await serverEngine.open()),
  embedded: async () => storageIn(await embeddedEngine.open()),
};

function storageIn(database: Database): Storage {
  return {
    fill: async (world, without) =>
      prepared(await fillDatabase(database, world), world, without, async ({ type, relationship }, ids) => {
        const { name, foreignKeys } = database.tables[type];
        const [table, column] = [sql.table(name), sql.ref(foreignKeys[relationship] ?? '')];
        await sql`alter table ${table} alter ${column} drop not null`.execute(database.kysely);
        await sql`update ${table} set ${column} = null where ${column} = any(${[...ids]}::bigint[])`.execute(
          database.kysely,
        );
      }),
    close: () => database.close(),
  };
}

/** Empties a link of the rows with one of these targets, even if it is required. */
type Unlink = (link: Link, targetIds: ReadonlySet<string>) => Promise<void>;

async function prepared(
  unitOfWork: UnitOfWork,
  world: World,
  without: Identifiers | undefined,
  unlink: Unlink,
): Promise<UnitOfWork> {
  if (without !== undefined) {
    // The storage itself empties the others when their targets are removed.
    for (const link of toOneLinks.filter(
      ({ type, relationship }) => relationshipOf(type, relationship).onDelete !== 'unset',
    ))
      await unlink(link, without[link.to]);
    await unitOfWork.write(async ({ repositories }) => {
      for (const type of lockOrder) await repositories[type].lock(idsOf(world, type));
      for (const { type, relationship, to } of manyToManyLinks) {
        const removed = linksOf(world, type, relationship).filter(
          ({ id, target }) => without[type].has(id) || without[to].has(target),
        );
        await repositories[type].relink(relationship, { added: [], removed });
      }
      for (const type of lockOrder) await repositories[type].remove([...without[type]]);
    });
  }
  return ofOneEpoch(unitOfWork);
}

/** Cursors are encrypted with the epoch, so those of several storages are comparable only within one. */
function ofOneEpoch(unitOfWork: UnitOfWork): UnitOfWork {
  return {
    changes: unitOfWork.changes,
    reader: unitOfWork.reader,
    read: (work) => unitOfWork.read(work),
    stream: (work) => unitOfWork.stream(work),
    write: (work) => unitOfWork.write(work),
    purgeAnswers: (limit) => unitOfWork.purgeAnswers(limit),
    epoch: async () => '0123456789abcdef0123456789abcdef',
  };
}
