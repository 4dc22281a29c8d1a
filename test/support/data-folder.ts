// Data folders of the embedded database. Creating a database and its tables takes seconds of computation, copying one does not.
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { served } from '#composition/product/served';
import { madeOnce } from './made-once.ts';
import { openEmbedded } from './open-embedded.ts';

type Original = 'empty' | 'migrated';

const originals = new Map<Original, Promise<string>>();

/**
 * A new folder with a database that has all tables, and the same epoch as any other of these. The caller removes it.
 * @param parent in which it is created
 */
export function newDataFolder(parent = tmpdir()): Promise<string> {
  return copyOf('migrated', parent);
}

/** A new folder with a database without tables, as if `openEmbedded` had just created it. The caller removes it. */
export function newEmptyDataFolder(parent = tmpdir()): Promise<string> {
  return copyOf('empty', parent);
}

async function copyOf(name: Original, parent: string): Promise<string> {
  const folder = mkdtempSync(join(parent, 'test-embedded-'));
  cpSync(await original(name), folder, { recursive: true });
  return folder;
}

function original(name: Original): Promise<string> {
  const made = originals.get(name) ?? create(name);
  originals.set(name, made);
  return made;
}

/** Creates it where all test processes of a run find it. */
async function create(name: Original): Promise<string> {
  const model = createHash('sha256').update(served.tables.migrations).digest('hex').slice(0, 8);
  const folder = join(process.env['TEST_FIXTURES'] ?? temporaryHome(), `embedded-${model}-${name}`);
  await madeOnce(folder, async (fresh) => {
    if (name === 'migrated') cpSync(await original('empty'), fresh, { recursive: true });
    const database = await openEmbedded(fresh);
    if (name === 'migrated') await database.migrate();
    await database.close();
  });
  return folder;
}

function temporaryHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'test-fixtures-'));
  process.once('exit', () => {
    rmSync(home, { recursive: true, force: true });
  });
  return home;
}
