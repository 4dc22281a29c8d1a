// A row's foreign key cannot be used as its linkage, which omits rows out of reach.
import type { TableAlias } from '#adapters/persistence/sql/table-alias';
import { commaSeparated, type Sql } from '#adapters/persistence/tables/sql-fragment';

declare const row: TableAlias;

// @ts-expect-error A foreign key is not an `Sql`, as columns of a statement are.
export const columns: Sql = commaSeparated([row.foreignKey('owner')]);
