// Whether triggers keep the counts of rows, or views count when they are read. Nothing but the catalogue says which: the statements that read a
// count are the same. See `docs/decisions/0010-counts-kept-by-triggers.md`.
import { sql, type Kysely } from 'kysely';
import { COUNT_TRIGGERS, countByView, dropTriggers, keepCount } from './kept-count.ts';

/** `kept`: by triggers. `scan`: by views. */
export type CountsMode = 'kept' | 'scan';

/** A count that is not as it should be. */
interface MismatchedCount {
  /** Of the table whose rows are counted. */
  readonly table: string;
  readonly isView: boolean;
  readonly hasTriggers: boolean;
}

/** Whether there are counts that are not in this state. Changes nothing. */
export async function hasMismatchedCounts(
  kysely: Kysely<unknown>,
  tables: readonly string[],
  counts: CountsMode,
): Promise<boolean> {
  return (await mismatchedCounts(kysely, tables, counts)).length > 0;
}

/**
 * Brings the counts of tables into a state, in the caller's transaction, which other migrations must not run beside. Roles that could read a
 * count before can still do so.
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
      `drop ${isView ? 'view' : 'table'} ${schema}.${table}_count_before`,
    ]),
  ];
  for (const statement of statements) await sql.raw(statement).execute(kysely);
}

/** Tables without any count are left alone: their migration has not run. */
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
 * Locks the tables and renames their counts, all at once or not at all: it waits for no lock for so long that others that wait for it would
 * deadlock, or notice. In between it lets them through. Transactions that use these tables for long, such as long lists, hold it up.
 */
function setAside(schema: string, others: readonly MismatchedCount[]): string {
  const names = others.map(({ table }) => `${schema}.${table}`).join(', ');
  // Triggers can be created while others read, but not dropped.
  const mode = others.some(({ hasTriggers }) => hasTriggers) ? 'access exclusive' : 'share row exclusive';
  const renames = others.map(({ table }) => `alter table ${schema}.${table}_count rename to ${table}_count_before;`);
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

/** Lets those read a count who could read the one before. */
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
        where oid = '${schema.replaceAll("'", "''")}.${table}_count_before'::regclass
          and privilege_type = 'SELECT' and grantee <> relowner
      loop
        execute 'grant select on ${schema.replaceAll("'", "''")}.${table}_count to ' || granted.reader || granted.option;
      end loop;
    end $do$`;
}
