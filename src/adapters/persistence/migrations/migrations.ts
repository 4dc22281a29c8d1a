import { CreateTables } from './0001-create-tables.ts';

/** All migrations in their order. The database remembers the names. */
export const migrations = [{ name: '0001-create-tables', class: CreateTables }];
