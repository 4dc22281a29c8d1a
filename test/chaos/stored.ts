// What the database holds, read past the service.
import { sql } from 'kysely';
import type { Database } from '../../src/adapters/persistence/database.ts';
import { openServer } from '../../src/adapters/persistence/orm.ts';

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

/** Reads both tables with scans: an index may have been damaged. */
export async function readStored(url: string): Promise<Stored> {
  const database = openServer(url);
  try {
    return await database.kysely.transaction().execute(async (transaction) => {
      await sql`set local enable_indexscan = off`.execute(transaction);
      await sql`set local enable_indexonlyscan = off`.execute(transaction);
      await sql`set local enable_bitmapscan = off`.execute(transaction);
      return { persons: await persons(transaction), computers: await computers(transaction) };
    });
  } finally {
    await database.close();
  }
}

type Connection = Database['kysely'];

async function persons(connection: Connection): Promise<readonly StoredPerson[]> {
  const { rows } = await sql<StoredPerson>`select id::text as id, name, version from person`.execute(connection);
  return rows;
}

async function computers(connection: Connection): Promise<readonly StoredComputer[]> {
  const { rows } = await sql<StoredComputer>`
    select id::text as id, serial, owner_id::text as owner, version from computer`.execute(connection);
  return rows;
}
