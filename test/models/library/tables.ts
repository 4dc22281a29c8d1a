import { join } from 'node:path';

/** The library has migrations of its own and no unused columns. */
export const tables = { name: 'library', migrations: join(import.meta.dirname, 'migrations') };
