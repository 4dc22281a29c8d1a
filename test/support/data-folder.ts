// Data folders of the embedded database. Creating a database takes seconds of computation, copying one does not.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../../src/adapters/persistence/connection/embedded.ts';

let original: Promise<string> | undefined;

/** A new temporary folder with a database without tables, as if `openEmbedded` had just created it. */
export async function newDataFolder(): Promise<string> {
  original ??= createOriginal();
  const from = await original;
  const folder = mkdtempSync(join(tmpdir(), 'test-embedded-'));
  cpSync(from, folder, { recursive: true });
  return folder;
}

async function createOriginal(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'test-original-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  await (await openEmbedded(folder)).close();
  return folder;
}
