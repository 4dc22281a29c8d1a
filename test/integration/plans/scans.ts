// The scans in the plan of an executed query.
import type { Database } from '#adapters/persistence/storage/database';
import type { Query } from '#application/model/query';
import { planOf } from '../../support/query-plan.ts';

export interface Scan {
  /** For example, `Index Only Scan`. */
  readonly node: string;
  readonly index: string | undefined;
  /** The average per loop. */
  readonly rows: number;
  readonly loops: number;
}

/**
 * Runs a query.
 * @param mode of the plan cache
 * @returns the scans of a table and the whole plan
 */
export async function scansOf(
  database: Database,
  query: Query,
  mode: string,
  table: string,
): Promise<{ readonly scans: readonly Scan[]; readonly plan: string }> {
  const plan = await planOf(database, query, mode, 'analyze, costs off, timing off, summary off');
  const pattern = new RegExp(
    `(\\w+ (?:Only |Heap )?Scan)(?: Backward)?(?: using (\\w+))? on ${table} .*\\(actual rows=([\\d.]+) loops=(\\d+)\\)`,
    'g',
  );
  const scans = [...plan.matchAll(pattern)].map(([, node = '', index, rows, loops]) => ({
    ...{ node, index },
    ...{ rows: Number(rows), loops: Number(loops) },
  }));
  return { scans, plan };
}
