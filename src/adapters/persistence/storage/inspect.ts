// Inspects a database for its operator. Reads only the catalogue.
import { sql, type Kysely } from 'kysely';
import { throwStorageError, toStorageError } from '../connection/driver/storage-errors.ts';
import { TIMELINE } from '../connection/driver/timeline.ts';
import { declaredLinks } from '../tables/link-tables.ts';
import { isDefault, type TableModel } from '../tables/table-model.ts';
import type { Table, Tables } from '../tables/tables.ts';
import type { DatabaseConnection, DatabaseSchema } from './database.ts';
import { missingIndexes } from './migrate.ts';
import { findTableSchema, MIGRATION_TABLE, MODEL_TABLE, type NoTableSchema, type TableSchema } from './table-schema.ts';

export interface Inspection {
  readonly role: string;
  readonly schema: TableSchema | NoTableSchema;
  readonly isSuperuser: boolean;
  /** Such as `18.1`. */
  readonly serverVersion: string;
  /** Such as `UTF8`. */
  readonly encoding: string;
  /** True if nothing can be written, as on a replica. */
  readonly isReadOnly: boolean;
  /** True if the role may create tables, as migrations do. */
  readonly mayCreate: boolean;
  readonly trigrams: 'installed' | 'available' | 'unavailable';
  /** The number of connections that roles without special privileges share. */
  readonly connectionLimit: number;
  /** The server's clock minus this machine's. */
  readonly clockAheadMillis: number;
}

/** @throws StorageUnavailableError, StorageRefusedError, QueryTimeoutError */
export async function inspectServer({ kysely }: DatabaseConnection): Promise<Inspection> {
  try {
    // Opens the connection, so that the clock is read without that delay.
    await sql`select 1`.execute(kysely);
    const clockAheadMillis = await clockAhead(kysely);
    const { rows } = await sql<Omit<Inspection, 'clockAheadMillis' | 'schema'>>`
      select current_user::text as role,
        (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
        current_setting('server_version') as "serverVersion",
        current_setting('server_encoding') as encoding,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as "connectionLimit",
        pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly",
        coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
        case when exists (select 1 from pg_extension where extname = 'pg_trgm') then 'installed'
          when exists (select 1 from pg_available_extensions where name = 'pg_trgm') then 'available'
          else 'unavailable' end as trigrams`.execute(kysely);
    const [row] = rows;
    if (row === undefined) throw new Error('the database returned no row');
    return { ...row, schema: await findTableSchema(kysely), clockAheadMillis };
  } catch (error) {
    throw toStorageError(error);
  }
}

/** Assumes that the server read its clock in the middle of the round trip. */
async function clockAhead(kysely: Kysely<unknown>): Promise<number> {
  const before = Date.now();
  const { rows } = await sql<{ readonly millis: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as millis`.execute(kysely);
  const middle = (before + Date.now()) / 2;
  return Math.round(Number(rows[0]?.millis) - middle);
}

/** Advice if text indexes are missing; undefined if none are. */
export function inspectIndexes({ kysely }: DatabaseConnection): Promise<string | undefined> {
  return missingIndexes(kysely);
}

/**
 * The statements that grant the connected role its missing privileges on existing tables.
 * @example ['grant select (email) on person to jsonapi_service']
 * @throws StorageUnavailableError, QueryTimeoutError
 */
export async function missingGrants({
  kysely,
  tables,
  model,
}: Pick<DatabaseConnection & DatabaseSchema, 'kysely' | 'tables' | 'model'>): Promise<readonly string[]> {
  const needed = JSON.stringify(neededGrants(tables, model));
  const { rows } = await sql<{ readonly statement: string }>`
    with needed as (
      select * from jsonb_to_recordset(${needed}::jsonb) as needed ("table" text, "column" text, privilege text, rank int)
    ), lacking as (
      select needed.* from needed, to_regclass(quote_ident(current_schema()) || '.' || quote_ident("table")) as found where case
        when found is null then false
        when privilege = 'usage' then not has_sequence_privilege(found, privilege)
        when "column" is null then not has_table_privilege(found, privilege)
        else not has_column_privilege(found, "column", privilege) end
    ), rights as (
      select "table", privilege || coalesce(' (' || string_agg(quote_ident("column"), ', ' order by rank) || ')', '') as "right",
        min(rank) as rank
      from lacking group by "table", privilege
    )
    select format('grant %s on %s%I to %I', string_agg("right", ', ' order by rank),
      case current_schema() when 'public' then '' else quote_ident(current_schema()) || '.' end, "table", current_user) as statement
    from rights group by "table" order by min(rank)`
    .execute(kysely)
    .catch(throwStorageError);
  return rows.map(({ statement }) => statement);
}

interface NeededGrant {
  readonly table: string;
  /** Null: the whole table. */
  readonly column: string | null;
  readonly privilege: 'select' | 'insert' | 'update' | 'delete' | 'usage';
}

/** The privileges that the service needs, in the order in which they are listed. */
function neededGrants(tables: Tables, model: TableModel): readonly (NeededGrant & { readonly rank: number })[] {
  const all = [
    ...Object.values(tables).flatMap(grantsOn),
    ...declaredLinks.flatMap(({ table }) => onEach(table, 'select', 'insert', 'delete')),
    ...Object.values(tables).map(({ name }) => onTable(`${name}_count`, 'select')),
    onTable('epoch', 'select'),
    ...onEach('answer', 'select', 'insert', 'update', 'delete'),
    ...onEach('change', 'select', 'insert', 'delete'),
    ...onEach('change_pending', 'select', 'insert', 'delete'),
    ...onEach('change_order', 'select', 'insert', 'delete'),
    ...onEach('change_head', 'select', 'update'),
    onTable('change_write', 'usage'),
    { table: MIGRATION_TABLE, column: 'name', privilege: 'select' } as const,
    ...(isDefault(model) ? [] : [onTable(MODEL_TABLE, 'select')]),
  ];
  return all.map((grant, rank) => ({ ...grant, rank }));
}

/** Identifiers are never written; versions are never inserted, since they have a default. */
function grantsOn({ name, properties }: Table): readonly NeededGrant[] {
  const stored = properties.map(({ column }) => column);
  const on = (privilege: NeededGrant['privilege'], columns: readonly string[]): readonly NeededGrant[] =>
    columns.map((column) => ({ table: name, column, privilege }));
  return [
    ...on('select', ['id', ...stored, 'version']),
    ...on('insert', stored),
    ...on('update', [...stored, 'version']),
    onTable(name, 'delete'),
  ];
}

function onEach(table: string, ...privileges: readonly NeededGrant['privilege'][]): readonly NeededGrant[] {
  return privileges.map((privilege) => onTable(table, privilege));
}

/** @param table a table or a sequence */
function onTable(table: string, privilege: NeededGrant['privilege']): NeededGrant {
  return { table, column: null, privilege };
}

// Inspects a replica for its operator.

export interface ReplicaInspection {
  /** False for a primary. */
  readonly isReplica: boolean;
  /** True if it is receiving the log of a primary; undefined if the role may not see that. */
  readonly isReceiving: boolean | undefined;
  /** True if the primary keeps rows that reads on the replica still need (`hot_standby_feedback`). */
  readonly sendsFeedback: boolean;
  /** As in `TIMELINE`. */
  readonly timeline: number;
  /** True if the role may list the stored log files, which show a new timeline at once. */
  readonly showsLog: boolean;
  /** The system identifier, which only a primary and its replicas share. */
  readonly system: string;
}

/** @throws StorageUnavailableError, StorageRefusedError, QueryTimeoutError */
export async function inspectReplica({ kysely }: DatabaseConnection): Promise<ReplicaInspection> {
  try {
    const { rows } = await sql<Omit<ReplicaInspection, 'isReceiving'> & { readonly isReceiving: boolean | null }>`
      select pg_is_in_recovery() as "isReplica",
        case when pg_has_role(current_user, 'pg_read_all_stats', 'usage')
          then exists (select 1 from pg_stat_wal_receiver where status = 'streaming') end as "isReceiving",
        current_setting('hot_standby_feedback')::boolean as "sendsFeedback",
        ${sql.raw(TIMELINE)} as timeline, has_function_privilege('pg_ls_waldir()', 'execute') as "showsLog",
        (select system_identifier::text from pg_control_system()) as system`.execute(kysely);
    const [row] = rows;
    if (row === undefined) throw new Error('the server returned no row');
    return { ...row, isReceiving: row.isReceiving ?? undefined };
  } catch (error) {
    throw toStorageError(error);
  }
}
