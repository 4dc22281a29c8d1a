// Data folders of the embedded database. Creating a database and its tables takes seconds of computation, copying one does not.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../../src/adapters/persistence/connection/embedded.ts';

let empty: Promise<string> | undefined;
let migrated: Promise<string> | undefined;

/** A new temporary folder with a database that has all tables. All share the epoch of the one that they are copied from. */
export async function newDataFolder(): Promise<string> {
  migrated ??= createMigrated();
  return copyOf(await migrated);
}

/** A new temporary folder with a database without tables, as if `openEmbedded` had just created it. */
export async function newEmptyDataFolder(): Promise<string> {
  empty ??= createEmpty();
  return copyOf(await empty);
}

function copyOf(original: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'test-embedded-'));
  cpSync(original, folder, { recursive: true });
  return folder;
}

async function createEmpty(): Promise<string> {
  const folder = removedAtExit();
  await (await openEmbedded(folder)).close();
  return folder;
}

async function createMigrated(): Promise<string> {
  const folder = removedAtExit();
  const database = await openEmbedded(folder);
  await database.migrate();
  await database.close();
  return folder;
}

function removedAtExit(): string {
  const folder = mkdtempSync(join(tmpdir(), 'test-original-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
