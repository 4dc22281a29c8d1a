// Row counts are kept by triggers, or computed by views when read. The same statements read both; only the catalogue
// shows the mode of a database. See ARCHITECTURE.md, decision 10.
import { sql, type Kysely } from 'kysely';
import { COUNT_TRIGGERS, countByView, dropTriggers, keepCount } from './kept-count.ts';

/** `kept`: by triggers. `scan`: by views. */
export type CountsMode = 'kept' | 'scan';

/** A count that is not in the configured mode. */
interface MismatchedCount {
  /** The name of the table whose rows are counted. */
  readonly table: string;
  readonly isView: boolean;
  readonly hasTriggers: boolean;
}

/** True if any count is not in the given mode. Changes nothing. */
export async function hasMismatchedCounts(
  kysely: Kysely<unknown>,
  tables: readonly string[],
  counts: CountsMode,
): Promise<boolean> {
  return (await mismatchedCounts(kysely, tables, counts)).length > 0;
}

/**
 * Switches the counts of tables to a mode, in the caller's transaction; no other migration may run at the same time.
 * Roles keep their privilege to read a count.
 */
export async function applyCountsMode(
  kysely: Kysely<unknown>,
  tables: readonly string[],
  counts: CountsMode,
): Promise<void> {
  const others = await mismatchedCounts(kysely, tables, counts);
  if (others.length === 0) return;
  const { rows } = await sql<{ readonly schema: string }>`select quote_ident(current_schema()) as schema`.execute(
    kysely,
  );
  const schema = rows[0]?.schema ?? '';
  const statements = [
    setAside(schema, others),
    ...others.flatMap(({ table, isView, hasTriggers }) => [
      ...(hasTriggers ? dropTriggers(schema, table) : []),
      ...(counts === 'kept' ? keepCount(schema, table) : [countByView(schema, table)]),
      regrant(schema, table),
      `drop ${isView ? 'view' : 'table'} ${schema}."${table}_count_before"`,
    ]),
  ];
  for (const statement of statements) await sql.raw(statement).execute(kysely);
}

/** Skips tables without any count, because their migration has not run. */
async function mismatchedCounts(
  kysely: Kysely<unknown>,
  tables: readonly string[],
  counts: CountsMode,
): Promise<readonly MismatchedCount[]> {
  const { rows } = await sql<MismatchedCount & { readonly isComplete: boolean }>`
    select counted.relname as table, count.relkind = 'v' as "isView", triggers > 0 as "hasTriggers"
    from pg_class counted
    join pg_class count on count.relnamespace = counted.relnamespace and count.relname = counted.relname || '_count',
    lateral (select count(*) as triggers from pg_trigger
      where tgrelid = counted.oid and tgname = any(${COUNT_TRIGGERS}::text[])) found
    where counted.relnamespace = quote_ident(current_schema())::regnamespace and counted.relname = any(${tables}::text[])
      and case when ${counts === 'kept'}::boolean then count.relkind <> 'r' or triggers < ${COUNT_TRIGGERS.length}::bigint
        else count.relkind <> 'v' or triggers > 0 end
    order by counted.relname desc`.execute(kysely);
  return rows;
}

/**
 * Locks the tables and renames their counts, all or none. It waits for each lock only briefly, so that sessions that queue
 * for the same locks neither deadlock nor notice, and pauses between attempts. Long transactions on these tables, such as
 * streamed lists, delay it.
 */
function setAside(schema: string, others: readonly MismatchedCount[]): string {
  const names = others.map(({ table }) => `${schema}."${table}"`).join(', ');
  // Unlike creating a trigger, dropping one needs to lock out readers.
  const mode = others.some(({ hasTriggers }) => hasTriggers) ? 'access exclusive' : 'share row exclusive';
  const renames = others.map(
    ({ table }) => `alter table ${schema}."${table}_count" rename to "${table}_count_before";`,
  );
  return `
    do $do$
    declare
      lock_timeout constant text := current_setting('lock_timeout');
    begin
      loop
        begin
          perform set_config('lock_timeout', '100ms', true);
          lock table ${names} in ${mode} mode;
          ${renames.join('\n          ')}
          exit;
        exception when lock_not_available or deadlock_detected then
          null;
        end;
        perform pg_sleep(0.1 + random() / 5);
      end loop;
      perform set_config('lock_timeout', lock_timeout, true);
    end $do$`;
}

/** Grants the privileges to read the old count on the new one. */
function regrant(schema: string, table: string): string {
  return `
    do $do$
    declare
      granted record;
    begin
      for granted in
        select case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end as reader,
          case when is_grantable then ' with grant option' else '' end as option
        from pg_class, aclexplode(relacl)
        where oid = '${schema.replaceAll("'", "''")}."${table}_count_before"'::regclass
          and privilege_type = 'SELECT' and grantee <> relowner
      loop
        execute 'grant select on ${schema.replaceAll("'", "''")}."${table}_count" to ' || granted.reader || granted.option;
      end loop;
    end $do$`;
}
