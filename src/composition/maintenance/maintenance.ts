import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { hasDatabase } from '#adapters/persistence/connection/data-folder';
import { FolderInUseError } from '#adapters/persistence/connection/folder-lock';
import { draftMigration } from '#adapters/persistence/drafting/draft-migration';
import type { Database } from '#adapters/persistence/storage/database';
import { openEmbedded } from '#adapters/persistence/storage/embedded';
import { replaceEpoch } from '#adapters/persistence/storage/epoch';
import { isDefault } from '#adapters/persistence/tables/table-model';
import { reasonOf } from '#application/model/describe-error';
import { unobserved, type Observe } from '#application/ports/observation';
import type { Config } from '../config/config.ts';
import { served } from '../product/served.ts';
import { openMigrationServer, type MigrationConfig } from './prepare-tables.ts';

export type MaintenanceConfig = MigrationConfig & Pick<Config, 'storage' | 'dataFolder'>;

interface Notices {
  readonly observe?: Observe;
  /** The advice shown if a service is using the embedded database. */
  readonly adviceInUse: string;
}

/**
 * Opens the configured database as the role that may change tables, if there is one.
 * @throws Error when it cannot be opened
 */
export async function openForMaintenance(
  config: MaintenanceConfig,
  { observe = unobserved, adviceInUse }: Notices,
): Promise<Database> {
  const { storage, dataFolder } = config;
  if (storage.kind === 'server') return openMigrationServer(storage.address, config, observe);
  try {
    return await openEmbedded(dataFolder, { model: served.tables, observe });
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    throw new Error(`${error.message}; ${adviceInUse}`, { cause: error });
  }
}

/**
 * Runs the pending migrations of the configured storage.
 * @param onAdvice called with a sentence for the operator
 * @returns the names of the pending migrations; undefined for a storage without tables
 * @throws Error with the reason when the storage cannot be reached or migrated
 */
export async function migrateStorage(
  config: MaintenanceConfig,
  onAdvice: (text: string) => void,
): Promise<readonly string[] | undefined> {
  if (config.storage.kind === 'memory') return undefined;
  const adviceInUse = 'stop the service that uses it; it migrated the database when it started';
  const database = await openForMaintenance(config, {
    observe: (observation) => {
      if (observation.kind === 'database advice') onAdvice(observation.advice);
      if (observation.kind === 'changes erasing') onAdvice(erasing(observation.types));
    },
    adviceInUse,
  });
  try {
    const pending = await database.pendingMigrations();
    await database.migrate();
    return pending;
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  } finally {
    await database.close();
  }
}

function erasing(types: readonly string[]): string {
  return `the migrations erase the stored changes of ${types.join(', ')} and restart the changes feed, so its readers start over (docs/changes.md#starting-over)`;
}

/**
 * Gives the configured database a new epoch, and restarts the changes feed.
 * @throws Error with the reason when there is none, or it cannot be changed
 */
export async function renewEpoch(config: MaintenanceConfig): Promise<void> {
  await onDatabase(config, 'where every start has a new epoch', replaceEpoch);
}

/**
 * Runs work on the configured database, whose tables must be up to date.
 * @param inMemory completes the error 'DATABASE_URL is "memory:", …' for memory storage
 * @throws Error with the reason when there is no database, or the work fails
 */
export async function onDatabase<Result>(
  config: MaintenanceConfig,
  inMemory: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { storage, dataFolder } = config;
  if (storage.kind === 'memory') throw new Error(`DATABASE_URL is "memory:", ${inMemory}`);
  // Opening the folder would create one.
  if (storage.kind === 'embedded' && !hasDatabase(dataFolder)) throw new Error(`there is no database in ${dataFolder}`);
  const database = await openForMaintenance(config, { adviceInUse: 'stop the service that uses it' });
  try {
    const pending = await database.pendingMigrations();
    if (pending.length > 0) throw new Error(`migrations are pending: ${pending.join(', ')}; run migrate first`);
    return await work(database);
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  } finally {
    await database.close();
  }
}

/** Only a clone has this file. Migrations of the default model are part of the source, so they are drafted only there. */
const CHECKOUT = join(import.meta.dirname, '../../../tsconfig.json');

/**
 * Drafts the migration that brings the tables in line with the entities. Needs no configuration.
 * @param title its purpose, in kebab-case
 * @returns the new file, relative to the working directory; undefined if the tables match already
 * @throws Error if there is such a migration, or no source to write to
 */
export async function writeMigrationDraft(title: string): Promise<string | undefined> {
  if (isDefault(served.tables) && !existsSync(CHECKOUT))
    throw new Error('a migration is written to the source, so run this in a clone of the project');
  const draft = await draftMigration(title, served.tables);
  if (draft === undefined) return undefined;
  const { migrations } = served.tables;
  await mkdir(migrations, { recursive: true });
  const path = join(migrations, `${draft.name}.ts`);
  await writeFile(path, draft.source, { flag: 'wx' });
  return relative('', path);
}
