// Reads the changes from their table, bypassing the service.
import { sql } from 'kysely';
import { openPatiently } from '../../support/open-server.ts';

export interface KeptRow {
  /** The number of the write in the feed; null if it has none yet. */
  readonly seq: string | null;
  readonly type: string;
  readonly resource: string;
  readonly version: number;
  readonly action: string;
}

/** In the order of the feed. */
export async function readKeptChanges(url: string): Promise<readonly KeptRow[]> {
  const database = openPatiently(url);
  try {
    const { rows } =
      await sql<KeptRow>`select seq::text as seq, type, resource::text as resource, version::int as version,
      case action when 'c' then 'created' when 'u' then 'updated' else 'deleted' end as action
      from change left join change_order using (write) order by change_order.seq, n`.execute(database.kysely);
    return rows;
  } finally {
    await database.close();
  }
}
