// The tables are in the first existing schema of the search path, `public` by default. A database can hold
// several services, each in its own schema.
import { sql, type Kysely } from 'kysely';
import { toStorageError } from '../connection/driver/storage-errors.ts';

/** MikroORM's table of finished migrations. */
export const MIGRATION_TABLE = 'mikro_orm_migrations';

/** Has one row with the name of the model. Databases of the model `default` do not have this table. */
export const MODEL_TABLE = 'model';

/** The schema that has the tables, or where migrations will create them. */
export interface TableSchema {
  readonly name: string;
  readonly isMigrated: boolean;
}

/** The search path resolves to no schema, or is ambiguous. */
export interface NoTableSchema {
  readonly name: undefined;
  readonly problem: string;
}

/** @throws Error with the problem if there is none; StorageUnavailableError, QueryTimeoutError */
export async function requireTableSchema(kysely: Kysely<unknown>): Promise<TableSchema> {
  const found = await findTableSchema(kysely);
  if (found.name === undefined) throw new Error(found.problem);
  return found;
}

/** @throws StorageUnavailableError, QueryTimeoutError */
export async function findTableSchema(kysely: Kysely<unknown>): Promise<TableSchema | NoTableSchema> {
  const { name, role, path, isMigrated, visible } = await describeSearchPath(kysely);
  const given = `the search_path of ${role} is ${path}`;
  if (name === null) {
    const problem = `${given}: it names no existing schema that the role may use (grant usage on schema)`;
    return { name: undefined, problem };
  }
  // Serving those tables could expose another service's data; ignoring them would make the data seem lost.
  if (!isMigrated && visible !== null) {
    const problem = `${given}: it finds the tables in schema ${visible} but would create new ones in ${name}; name only one schema`;
    return { name: undefined, problem };
  }
  return { name, isMigrated };
}

interface SearchPath {
  /** The first schema that exists. */
  readonly name: string | null;
  readonly role: string;
  readonly path: string;
  /** True if it has the table of migrations. */
  readonly isMigrated: boolean;
  /** The schema whose table of migrations a statement would find, if the role may read it. */
  readonly visible: string | null;
}

async function describeSearchPath(kysely: Kysely<unknown>): Promise<SearchPath> {
  try {
    const { rows } = await sql<SearchPath>`
      select current_schema()::text as name, current_user::text as role, current_setting('search_path') as path,
        to_regclass(quote_ident(current_schema()) || '.' || ${MIGRATION_TABLE}) is not null as "isMigrated",
        (select nspname::text from pg_class join pg_namespace on pg_namespace.oid = relnamespace
          where pg_class.oid = to_regclass(${MIGRATION_TABLE}) and has_table_privilege(pg_class.oid, 'select')) as visible`.execute(
      kysely,
    );
    const [row] = rows;
    if (row === undefined) throw new Error('the database returned no row');
    return row;
  } catch (error) {
    throw toStorageError(error);
  }
}
