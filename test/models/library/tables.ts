import { join } from 'node:path';
import type { TableModel } from '#adapters/persistence/tables/table-model';

/** The library has migrations of its own and no unused columns. */
export const tables: TableModel = { name: 'library', migrations: join(import.meta.dirname, 'migrations') };
