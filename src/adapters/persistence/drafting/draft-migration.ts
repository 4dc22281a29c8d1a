// Drafts a migration from the difference between the entities and the tables that the existing migrations create.
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { MikroORM } from '@mikro-orm/pglite';
import {
  DatabaseSchema,
  SchemaComparator,
  type DatabaseTable,
  type SchemaDifference,
  type SqlMikroORM,
} from '@mikro-orm/sql';
import { sql } from 'kysely';
import { isDefault, type TableModel } from '../tables/table-model.ts';
import { openMigrator } from '../storage/migrate.ts';
import { ormOptions } from '../storage/orm.ts';
import { MIGRATION_TABLE, MODEL_TABLE } from '../storage/table-schema.ts';
import { COUNT_TRIGGERS } from '../tables/counts/kept-count.ts';
import { findMigrations } from '../tables/migrations/find-migrations.ts';
import { stepsOf } from './difference-steps.ts';
import { grantsOf } from './grants.ts';
import { sourceOf } from './migration-source.ts';
import type { SqlDialect } from './table-sql.ts';

/** The modules that migrations import: those of a model in a folder, and those of the default model. */
const WORDS = '@jsonapi-person-computer/server/model';
const INNER_WORDS = '#adapters/persistence/tables/migrations/migration-words';

export interface MigrationDraft {
  /** With its number, as recorded in the database once it has run. */
  readonly name: string;
  /** One sentence, such as "Adds author; changes note." */
  readonly summary: string;
  /** The text of its file. */
  readonly source: string;
}

/**
 * Drafts a model's next migration, by comparing its entities with an in-memory database on which the existing migrations have run.
 * @param title what it does, in kebab-case
 * @returns undefined if the tables match the entities
 * @throws Error if the model already has a migration with this title
 */
export async function draftMigration(title: string, model: TableModel): Promise<MigrationDraft | undefined> {
  const same = findMigrations(model.migrations).find(({ name }) => name.slice('0000-'.length) === title);
  if (same !== undefined) throw new Error(`the migration ${same.name} already exists; choose another name`);
  const orm = new MikroORM({ ...ormOptions(model), dbName: 'memory://', driverOptions: { extensions: { pg_trgm } } });
  try {
    const migrator = await openMigrator(orm, model);
    await migrator.up();
    return await draftOn(orm, title, model);
  } finally {
    await orm.close();
  }
}

/** Like `draftMigration`, but compares with a database on which all migrations have run. Changes nothing. */
export async function draftOn(orm: SqlMikroORM, title: string, model: TableModel): Promise<MigrationDraft | undefined> {
  const difference = await readDifference(orm, model);
  const dialect = await dialectOf(orm);
  const steps = stepsOf(difference, dialect);
  if (steps.length === 0) return undefined;
  const summary = summarize(difference);
  const number = Number(findMigrations(model.migrations).at(-1)?.name.slice(0, 4) ?? 0) + 1;
  return {
    name: `${String(number).padStart(4, '0')}-${title}`,
    summary,
    source: sourceOf(
      isDefault(model) ? INNER_WORDS : WORDS,
      { summary, grants: grantsOf(difference, model, dialect) },
      steps,
    ),
  };
}

async function dialectOf(orm: SqlMikroORM): Promise<SqlDialect> {
  const helper = orm.em.getPlatform().getSchemaHelper();
  if (helper === undefined) throw new Error('MikroORM has no schema helper for this database');
  const { rows } = await sql<{ readonly word: string }>`
    select word from pg_get_keywords() where catcode <> 'U'`.execute(orm.em.getKysely());
  const keywords = new Set(rows.map(({ word }) => word));
  return {
    quote: (name) => (PLAIN.test(name) && !keywords.has(name) ? name : `"${name}"`),
    statements: (difference) =>
      (orm.schema.diffToSQL(difference, { wrap: false, dropTables: true }).match(STATEMENT) ?? [])
        .map((statement) => statement.trim())
        .filter((statement) => statement !== ''),
    createIndex: (table, index) => helper.getCreateIndexSQL(table.name, index),
    createCheck: (table, check) => helper.createCheck(table, check),
  };
}

/** A statement ends with a semicolon at the end of a line, outside of literals. */
const STATEMENT = /(?:'[^']*'|[^';]|;(?!\n|$))+/g;

/** A name that needs no quotes. */
const PLAIN = /^[a-z_][a-z0-9_]*$/;

/** Describes a difference in one sentence. */
function summarize({ newTables, changedTables, removedTables }: SchemaDifference): string {
  const tables: Readonly<Record<string, readonly { readonly name: string }[]>> = {
    adds: Object.values(newTables),
    changes: Object.values(changedTables),
    removes: Object.values(removedTables),
  };
  const phrases = Object.entries(tables)
    .filter(([, changed]) => changed.length > 0)
    .map(([verb, changed]) => `${verb} ${changed.map(({ name }) => name).join(', ')}`);
  const text = phrases.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

// The difference between the entities and the tables of a database.

const COUNTS = /_count$/;
/** The tables of the changes feed, which have no entities. */
const FEED = /^change(_order|_pending|_head)?$/;

/**
 * Compares the tables with the entities. Ignores what entities cannot describe: functions, counts with their triggers,
 * and the indexes for sorting and searching, which are named after columns.
 */
async function readDifference(orm: SqlMikroORM, model: TableModel): Promise<SchemaDifference> {
  const platform = orm.em.getPlatform();
  const target = orm.schema.getTargetSchema();
  const present = await DatabaseSchema.create(
    orm.em.getConnection(),
    platform,
    orm.config,
    undefined,
    target.getNamespaces(),
    undefined,
    [MIGRATION_TABLE, ...(isDefault(model) ? [] : [MODEL_TABLE]), COUNTS, FEED],
    [COUNTS],
  );
  for (const table of present.getTables()) {
    const described = target.getTables().find(({ name }) => name === table.name);
    if (described !== undefined) await alignWith(described, table, orm);
    const byColumn = new Set(
      table.getColumns().flatMap(({ name }) => ['', '_words', '_text'].map((end) => `${table.name}_${name}${end}`)),
    );
    table.setIndexes(
      table.getIndexes().filter(({ keyName }) => described?.hasIndex(keyName) === true || !byColumn.has(keyName)),
    );
    table.setTriggers(table.getTriggers().filter(({ name }) => !COUNT_TRIGGERS.some((each) => each === name)));
  }
  return new SchemaComparator(platform).compare(present, target);
}

/** Prepares a present table for the comparison. MikroORM compares defaults as text, and ignores case, quotes and spaces in checks. */
async function alignWith(described: DatabaseTable, present: DatabaseTable, orm: SqlMikroORM): Promise<void> {
  for (const check of present.getChecks())
    if (check.expression !== described.getCheck(check.name)?.expression) check.expression = '';
  for (const column of present.getColumns()) {
    const wanted = described.getColumn(column.name);
    if (typeof column.default !== 'string' || typeof wanted?.default !== 'string') continue;
    if (column.mappedType.constructor !== wanted.mappedType.constructor) continue;
    if (await areSame(orm, wanted.type, column.default, wanted.default)) column.default = wanted.default;
  }
}

/** True if both expressions have the same value. */
async function areSame(orm: SqlMikroORM, type: string, ...expressions: readonly [string, string]): Promise<boolean> {
  const [one, other] = expressions.map((each) => sql.raw(`(${each})::${type}`));
  const { rows } = await sql<{ same: boolean }>`select ${one} = ${other} as same`.execute(orm.em.getKysely());
  return rows[0]?.same === true;
}
