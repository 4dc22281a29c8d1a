import { join } from 'node:path';
import type { TableModel } from '#adapters/persistence/tables/table-model';

/** What persons and computers bring to the tables. */
export const tables: TableModel = {
  name: 'default',
  migrations: join(import.meta.dirname, 'migrations'),
  madeServiceTables: '0008-store-answers',
  // For signing in.
  unused: { person: ['password'] },
};
