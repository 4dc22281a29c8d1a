import { sql } from 'kysely';
import { openServer } from './open-server.ts';

let count = 0;

/**
 * Creates an empty database on the server at a URL.
 * @returns its URL
 */
export async function createDatabaseAt(url: string): Promise<string> {
  count += 1;
  const name = `test_${process.pid}_${Date.now()}_${count}`;
  const database = openServer(url);
  try {
    await sql`create database ${sql.id(name)} template template0 encoding 'UTF8'`.execute(database.kysely);
  } finally {
    await database.close();
  }
  const created = new URL(url);
  created.pathname = `/${name}`;
  return created.href;
}
