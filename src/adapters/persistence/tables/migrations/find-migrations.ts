// A model's migrations have names that begin with four digits; the service's begin with `service-` and four digits. The migrations of
// a folder run in the order of their names.
import { existsSync, readdirSync } from 'node:fs';
import { join, parse, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Constructor } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';
import { countRows, currentSchema, eraseChanges, indexText, refuseUnset } from './helpers.ts';
import { DeclaredMigration } from './migration-words.ts';

export interface MigrationFile {
  /** Without extension, as in the ledger. */
  readonly name: string;
  readonly path: string;
}

const OF_SERVICE = /^service-\d{4}-[^.]+\.[jt]s$/;
const OF_MODEL = /^\d{4}-[^.]+\.[jt]s$/;
/** A file that is meant to be a migration, even if its name is wrong. */
const NUMBERED = /^(?:service-)?\d[^.]*\.[jt]s$/;

/** The service's migrations, in order. */
export function findServiceMigrations(): readonly MigrationFile[] {
  return findFiles(import.meta.dirname, OF_SERVICE);
}

/**
 * The migrations of a model's folder, in order; none if there is no such folder.
 * @throws Error if the name of one is wrong, or two have the same number
 */
export function findMigrations(folder: string): readonly MigrationFile[] {
  return existsSync(folder) ? findFiles(folder, OF_MODEL) : [];
}

function findFiles(folder: string, pattern: RegExp): readonly MigrationFile[] {
  const files = readdirSync(folder)
    .filter((file) => NUMBERED.test(file))
    .sort();
  for (const [index, file] of files.entries()) {
    if (!pattern.test(file)) throw new Error(`${join(folder, file)} must have a name that matches ${pattern.source}`);
    const [before = ''] = files.slice(Math.max(0, index - 1), index);
    if (numberOf(before) === numberOf(file)) throw new Error(`${before} and ${file} have the same number`);
  }
  return files.map((file) => ({ name: parse(file).name, path: join(folder, file) }));
}

function numberOf(file: string): string | undefined {
  return /\d+/.exec(file)?.[0];
}

/**
 * Imports migrations that are about to run.
 * @throws Error naming a file that exports anything but one migration
 */
export async function loadMigrations(
  files: readonly MigrationFile[],
): Promise<{ readonly name: string; readonly class: Constructor<Migration> }[]> {
  return Promise.all(files.map(async ({ name, path }) => ({ name, class: await loadClass(path) })));
}

/**
 * The types whose stored states in the changes feed the migrations erase.
 * @throws Error naming a file that cannot be imported
 */
export async function erasedTypes(files: readonly MigrationFile[]): Promise<readonly string[]> {
  const erased = new Set<string>();
  const words = {
    countRows: () => [],
    indexText: () => [],
    refuseUnset: () => '',
    eraseChanges: (...types: readonly string[]) => {
      for (const type of types) erased.add(type);
      return [];
    },
  };
  for (const { path } of files)
    for (const exported of await exportedBy(path))
      if (exported instanceof DeclaredMigration) exported.statements(words);
  return [...erased];
}

async function exportedBy(path: string): Promise<readonly unknown[]> {
  return import(pathToFileURL(path).href).then(
    (module: Readonly<Record<string, unknown>>) => Object.values(module),
    (error: unknown) => {
      throw named(error, path);
    },
  );
}

async function loadClass(path: string): Promise<Constructor<Migration>> {
  const [exported, ...others] = await exportedBy(path);
  if (others.length === 0 && exported instanceof DeclaredMigration) return classOf(exported, path);
  if (others.length === 0 && isMigration(exported)) return exported;
  throw new Error(`${path} must export one migration and nothing else: export default migration(…)`);
}

function isMigration(exported: unknown): exported is Constructor<Migration> {
  return typeof exported === 'function' && exported.prototype instanceof Migration;
}

/** Its statements run one by one, so that an error can name the file. */
function classOf({ statements }: DeclaredMigration, path: string): Constructor<Migration> {
  return class extends Migration {
    override async up(): Promise<void> {
      const schema = await currentSchema(this);
      const words = { eraseChanges, indexText, refuseUnset, countRows: (table: string) => countRows(schema, table) };
      try {
        for (const statement of statements(words)) await this.execute(statement);
      } catch (error) {
        throw named(error, path);
      }
    }
  };
}

/** Adds the file to the message of an error, which stays the same object and so keeps its SQLSTATE. */
function named(error: unknown, path: string): unknown {
  if (error instanceof Error) error.message = `${relative('', path)}: ${error.message}`;
  return error;
}
