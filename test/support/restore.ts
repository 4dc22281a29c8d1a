import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Client } from 'pg';
import { newEmptyDataFolder } from './data-folder.ts';

/** Restores a dump on the server at a URL. */
export async function restoreAt(url: string, file: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Collation>(COLLATION);
    await client.query(readDump(file, rows));
  } finally {
    await client.end();
  }
}

/**
 * Restores a dump into a new embedded database.
 * @returns its folder, which the caller must remove
 */
export async function restoreEmbedded(file: string): Promise<string> {
  const folder = await newEmptyDataFolder();
  const database = await PGlite.create(folder, { extensions: { pg_trgm } });
  try {
    const { rows } = await database.query<Collation>(COLLATION);
    await database.exec(readDump(file, rows));
  } finally {
    await database.close();
  }
  return folder;
}

/**
 * Unpacks the folder of an embedded database.
 * @returns a new folder, which the caller must remove
 */
export function unpackEmbedded(file: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'test-embedded-'));
  execFileSync('tar', ['-xzf', file, '-C', folder]);
  return folder;
}

interface Collation {
  readonly name: string;
}

/** Selects the collation that the first migration would choose on this server. */
const COLLATION = `
  select collname as name from pg_collation
  where collname in ('pg_c_utf8', 'C.utf8', 'C.UTF-8') and collencoding in (-1, pg_char_to_encoding('UTF8'))
  order by collname = 'pg_c_utf8' desc, collname = 'C.utf8' desc limit 1`;

function readDump(file: string, [collation]: readonly Collation[]): string {
  if (collation === undefined) throw new Error('the server has no collation by code point');
  return readFileSync(file, 'utf8').replaceAll('"C.utf8"', `"${collation.name}"`);
}
