import { join } from 'node:path';
import type { TableModel } from '#adapters/persistence/tables/table-model';

/** The tables of persons and computers. */
export const tables: TableModel = {
  name: 'default',
  migrations: join(import.meta.dirname, 'migrations'),
  madeServiceTables: '0008-store-answers',
  // Reserved for signing in.
  unused: { person: ['password'] },
};
