import type { Dialect } from './dialect.ts';
import type { Tables } from './tables.ts';

/** How statements are written for a database. */
export interface DatabaseDescription {
  readonly dialect: Dialect;
  readonly tables: Tables;
}
