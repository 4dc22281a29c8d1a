// Drafts a migration from what the entities describe and the migrations do not make yet.
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { MikroORM } from '@mikro-orm/pglite';
import type { SchemaDifference, SqlMikroORM } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { migrationNames } from '../migrations/find-migrations.ts';
import { openMigrator } from '../migrations/migrate.ts';
import { ormOptions } from '../orm.ts';
import { stepsOf, type SchemaSql } from './difference-steps.ts';
import { sourceOf } from './migration-source.ts';
import { differenceFrom } from './schema-difference.ts';

export interface MigrationDraft {
  readonly name: string;
  /** The text of its file. */
  readonly source: string;
}

/**
 * Drafts the next migration, on a database in memory that all present migrations have made.
 * @param name what it does, in kebab-case
 * @returns undefined if the tables are as the entities describe them
 */
export async function draftMigration(name: string): Promise<MigrationDraft | undefined> {
  const orm = new MikroORM({ ...ormOptions, dbName: 'memory://', driverOptions: { extensions: { pg_trgm } } });
  try {
    const migrator = await openMigrator(orm);
    await migrator.up();
    const difference = await differenceFrom(orm);
    const steps = stepsOf(difference, await schemaSqlOf(orm));
    if (steps.length === 0) return undefined;
    const number = Number(migrationNames.at(-1)?.slice(0, 4) ?? 0) + 1;
    return { name: `${String(number).padStart(4, '0')}-${name}`, source: sourceOf(name, summaryOf(difference), steps) };
  } finally {
    await orm.close();
  }
}

async function schemaSqlOf(orm: SqlMikroORM): Promise<SchemaSql> {
  const { rows } = await sql<{ readonly word: string }>`
    select word from pg_get_keywords() where catcode <> 'U'`.execute(orm.em.getKysely());
  const keywords = new Set(rows.map(({ word }) => word));
  return {
    quote: (name) => (keywords.has(name) ? `"${name}"` : name),
    statements: (difference) =>
      orm.schema
        .diffToSQL(difference, { wrap: false, safe: false, dropTables: true })
        .split(/;\n+/)
        .map((statement) => statement.trim())
        .filter((statement) => statement !== ''),
  };
}

/** @example 'Adds room; changes computer.' */
function summaryOf({ newTables, changedTables, removedTables }: SchemaDifference): string {
  const names = (tables: Readonly<Record<string, { readonly name: string }>>) =>
    Object.values(tables).map(({ name }) => name);
  const phrases = [
    ['adds', names(newTables)],
    ['changes', names(changedTables)],
    ['removes', names(removedTables)],
  ] as const;
  const text = phrases
    .flatMap(([verb, tables]) => (tables.length === 0 ? [] : [`${verb} ${tables.join(', ')}`]))
    .join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
