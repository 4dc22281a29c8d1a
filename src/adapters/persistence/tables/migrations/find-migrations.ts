// A file of this folder is a migration if its name begins with four digits. They run in the order of their names.
import { readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Constructor } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';

interface MigrationFile {
  /** Without suffix: the database remembers by it which migrations have run. */
  readonly name: string;
  readonly path: string;
}

export const MIGRATIONS_FOLDER = import.meta.dirname;

/** Listed when the program is loaded: files added under a running service are for the next version. */
const present = findMigrations(MIGRATIONS_FOLDER);

/** The names of all migrations, in order. */
export const migrationNames: readonly string[] = present.map(({ name }) => name);

/** The migrations of a folder, in order. */
export function findMigrations(folder: string): readonly MigrationFile[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}-[^.]+\.[jt]s$/.test(file))
    .sort()
    .map((file) => ({ name: parse(file).name, path: join(folder, file) }));
}

/**
 * Loads migrations, which nothing does before they have to run.
 * @throws Error naming a file that does not export one class of a migration, and nothing else
 */
export async function loadMigrations(
  files = present,
): Promise<{ readonly name: string; readonly class: Constructor<Migration> }[]> {
  return Promise.all(files.map(async ({ name, path }) => ({ name, class: await loadClass(path) })));
}

async function loadClass(path: string): Promise<Constructor<Migration>> {
  const [migration, ...others] = await import(pathToFileURL(path).href).then(
    (module: Readonly<Record<string, unknown>>) => Object.values(module),
  );
  if (!isMigration(migration) || others.length > 0)
    throw new Error(`${path} must export one class that extends Migration, and nothing else`);
  return migration;
}

function isMigration(exported: unknown): exported is Constructor<Migration> {
  return typeof exported === 'function' && exported.prototype instanceof Migration;
}
