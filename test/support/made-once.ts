// Folders that several processes use, and whichever comes first makes.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Makes a folder unless it is there. Of processes that start at the same time each makes one, and one is kept.
 * @param make fills an empty folder
 */
export async function madeOnce(folder: string, make: (fresh: string) => Promise<unknown>): Promise<void> {
  if (existsSync(folder)) return;
  const home = dirname(folder);
  mkdirSync(home, { recursive: true });
  const fresh = mkdtempSync(join(home, 'making-'));
  await make(fresh);
  try {
    renameSync(fresh, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(fresh, { recursive: true });
  }
}
