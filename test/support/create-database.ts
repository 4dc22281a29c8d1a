import { sql } from 'kysely';
import { openPatiently } from './open-server.ts';

let count = 0;

/**
 * Creates a database on the server at a URL.
 * @param template the database that it copies; by default it is empty
 * @returns its URL
 */
export async function createDatabaseAt(url: string, template = 'template0'): Promise<string> {
  count += 1;
  const name = `test_${process.pid}_${Date.now()}_${count}`;
  const database = openPatiently(url);
  try {
    await sql`create database ${sql.id(name)} template ${sql.id(template)} encoding 'UTF8'`.execute(database.kysely);
  } finally {
    await database.close();
  }
  const created = new URL(url);
  created.pathname = `/${name}`;
  return created.href;
}

/**
 * Creates a database on the server at a URL, and the tables in it.
 * @returns its URL
 */
export async function createMigratedDatabaseAt(url: string): Promise<string> {
  const created = await createDatabaseAt(url);
  const database = openPatiently(created);
  try {
    await database.migrate();
  } finally {
    await database.close();
  }
  return created;
}
