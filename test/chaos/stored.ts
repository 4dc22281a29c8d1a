// Reads the tables directly, bypassing the service.
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { openPatiently } from '../support/open-server.ts';

export interface StoredPerson {
  readonly id: string;
  readonly name: string;
  readonly version: number;
}

export interface StoredComputer {
  readonly id: string;
  readonly serial: string;
  readonly owner: string | null;
  readonly version: number;
}

export interface Stored {
  readonly persons: readonly StoredPerson[];
  readonly computers: readonly StoredComputer[];
}

export interface CountedRows extends Stored {
  /** The row counts that the database keeps in `person_count` and `computer_count`. */
  readonly counts: { readonly persons: number; readonly computers: number };
}

/** Reads both tables in one snapshot with sequential scans: a crash may have damaged an index. */
export async function readStored(url: string): Promise<CountedRows> {
  const database = openPatiently(url);
  try {
    return await database.kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        await sql`set local enable_indexscan = off`.execute(transaction);
        await sql`set local enable_indexonlyscan = off`.execute(transaction);
        await sql`set local enable_bitmapscan = off`.execute(transaction);
        return {
          persons: await persons(transaction),
          computers: await computers(transaction),
          counts: await counts(transaction),
        };
      });
  } finally {
    await database.close();
  }
}

type Connection = Database['kysely'];

async function persons(connection: Connection): Promise<readonly StoredPerson[]> {
  const { rows } = await sql<StoredPerson>`select id::text as id, name, version::int as version from person`.execute(
    connection,
  );
  return rows;
}

async function computers(connection: Connection): Promise<readonly StoredComputer[]> {
  const { rows } = await sql<StoredComputer>`
    select id::text as id, serial, owner_id::text as owner, version::int as version from computer`.execute(connection);
  return rows;
}

async function counts(connection: Connection): Promise<CountedRows['counts']> {
  const { rows } = await sql<CountedRows['counts']>`select
    (select sum(number)::int from person_count) as persons,
    (select sum(number)::int from computer_count) as computers`.execute(connection);
  return rows[0] ?? { persons: 0, computers: 0 };
}
