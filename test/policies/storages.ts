// Storages filled with a world, or with its visible part.
import type { Database } from '#adapters/persistence/storage/database';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { lockOrder } from '#application/writing/locks';
import type { ResourceType } from '#domain/schema';
import { fillDatabase, fillMemory } from '../agreement/storages.ts';
import type { World } from '../agreement/world.ts';
import { embeddedEngine, serverEngine } from '../support/database-engines.ts';

/** Identifiers by type. */
export type Identifiers = Readonly<Record<ResourceType, ReadonlySet<string>>>;

/** A storage that can be filled again and again. */
export interface Storage {
  /** Fills it with a world and deletes some of its resources, so that nothing is related to them. */
  fill(world: World, without?: Identifiers): Promise<UnitOfWork>;
  close(): Promise<void>;
}

export type StorageName = 'memory' | 'server' | 'embedded';

export const openStorage: Readonly<Record<StorageName, () => Promise<Storage>>> = {
  memory: async () => ({
    fill: async (world, without) => prepared(await fillMemory(world), without),
    close: async () => undefined,
  }),
  server: async () => storageIn(await serverEngine.open()),
  embedded: async () => storageIn(await embeddedEngine.open()),
};

function storageIn(database: Database): Storage {
  return {
    fill: async (world, without) => prepared(await fillDatabase(database, world), without),
    close: () => database.close(),
  };
}

async function prepared(unitOfWork: UnitOfWork, without: Identifiers | undefined): Promise<UnitOfWork> {
  if (without !== undefined)
    await unitOfWork.write(async ({ repositories }) => {
      for (const type of lockOrder) {
        const ids = [...without[type]];
        await repositories[type].lock(ids);
        await repositories[type].remove(ids);
      }
    });
  return ofOneEpoch(unitOfWork);
}

/** Cursors are encrypted with the epoch, so those of several storages are comparable only within one. */
function ofOneEpoch(unitOfWork: UnitOfWork): UnitOfWork {
  return {
    reader: unitOfWork.reader,
    read: (work) => unitOfWork.read(work),
    stream: (work) => unitOfWork.stream(work),
    write: (work) => unitOfWork.write(work),
    purgeAnswers: (limit) => unitOfWork.purgeAnswers(limit),
    epoch: async () => '0123456789abcdef0123456789abcdef',
  };
}
