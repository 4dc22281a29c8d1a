// Data folders of the embedded database. Creating a database and its tables takes seconds of computation, copying one does not.
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../../src/adapters/persistence/connection/embedded.ts';

type Original = 'empty' | 'migrated';

const originals = new Map<Original, Promise<string>>();

/**
 * A new folder with a database that has all tables. All share the epoch of the one that they are copied from.
 * @param parent in which it is created
 */
export function newDataFolder(parent = tmpdir()): Promise<string> {
  return copyOf('migrated', parent);
}

/** A new temporary folder with a database without tables, as if `openEmbedded` had just created it. */
export function newEmptyDataFolder(): Promise<string> {
  return copyOf('empty', tmpdir());
}

async function copyOf(name: Original, parent: string): Promise<string> {
  const original = originals.get(name) ?? create(name);
  originals.set(name, original);
  const folder = mkdtempSync(join(parent, 'test-embedded-'));
  cpSync(await original, folder, { recursive: true });
  return folder;
}

/** Creates it where all test processes of a run find it. Of those that start at the same time each creates one, and one is kept. */
async function create(name: Original): Promise<string> {
  const home = process.env['TEST_FIXTURES'] ?? temporaryHome();
  const folder = join(home, `embedded-${name}`);
  if (existsSync(folder)) return folder;
  mkdirSync(home, { recursive: true });
  const fresh = mkdtempSync(join(home, 'creating-'));
  const database = await openEmbedded(fresh);
  if (name === 'migrated') await database.migrate();
  await database.close();
  try {
    renameSync(fresh, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(fresh, { recursive: true });
  }
  return folder;
}

function temporaryHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'test-fixtures-'));
  process.once('exit', () => {
    rmSync(home, { recursive: true, force: true });
  });
  return home;
}
