// Shared by migrations. The effect of a released migration must not change, so it keeps its own copies of statements.
import type { Migration } from '@mikro-orm/migrations';
import { RESTART_FEED } from '../restart-feed.ts';
import { countByView } from '../counts/kept-count.ts';

/** The schema of the tables, quoted: functions that run as their owner have to qualify every name. */
export async function currentSchema(migration: Migration): Promise<string> {
  const rows = await migration.execute('select quote_ident(current_schema()) as name');
  return String(rows[0]?.['name']);
}

/**
 * Statements that count a table's rows, by a view. Once all migrations have run, the counts are switched to the configured mode, in which triggers
 * may keep them: see ARCHITECTURE.md, decision 10.
 * @param schema from `currentSchema`
 * @example for (const statement of countRows(schema, 'printer')) this.addSql(statement);
 */
export function countRows(schema: string, table: string): readonly string[] {
  return [countByView(schema, table)];
}

/**
 * Statements that index a text column, of any name: by its words and, where the extension pg_trgm is available, by its trigrams.
 * @example for (const statement of indexText('printer', 'model')) this.addSql(statement);
 */
export function indexText(table: string, column: string): readonly string[] {
  return [
    `create index "${table}_${column}_words" on "${table}" using gin (words_of("${column}")) with (gin_pending_list_limit = 1024)`,
    'select index_texts()',
  ];
}

/**
 * A statement that fails if the column is null in some rows, and reports how many. Put it before `set not null`.
 * @example this.addSql(refuseUnset('loan', 'book_id'));
 */
export function refuseUnset(table: string, column: string): string {
  return `do $$ declare unset bigint; begin
    select count(*) into unset from "${table}" where "${column}" is null;
    if unset > 0 then raise exception '${column} of ${table} is null in % of its rows: set it first', unset; end if;
  end $$`;
}

/**
 * Statements that erase the stored states of types in the changes feed, and restart the feed. Put them last, so that they see everything written
 * before the tables were locked.
 * @example for (const statement of eraseChanges('printer')) this.addSql(statement);
 */
export function eraseChanges(...types: readonly string[]): readonly string[] {
  const names = types.map((type) => `'${type}'`).join(', ');
  return [`update change set state = null, was = null where type in (${names})`, ...RESTART_FEED];
}
