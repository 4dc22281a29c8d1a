import { join } from 'node:path';

/** What the library brings to the tables: its migrations. No table has a column that is not of its type. */
export const tables = { name: 'library', migrations: join(import.meta.dirname, 'migrations') };
