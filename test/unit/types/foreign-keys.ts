// The foreign key of a row does not pass for its linkage, which leaves out what is out of reach.
import type { TableAlias } from '#adapters/persistence/sql/table-alias';
import { commaSeparated, type Sql } from '#adapters/persistence/tables/sql-fragment';

declare const row: TableAlias;

// @ts-expect-error Columns of a statement are `Sql`.
export const columns: Sql = commaSeparated([row.foreignKey('owner')]);
