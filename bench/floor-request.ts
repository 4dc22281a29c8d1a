// The requests to the floor, and its database.
import type { IncomingMessage } from 'node:http';
import { Pool } from 'pg';
import type { FloorRequest } from './floor-answer.ts';

export type FloorDatabase = Pick<FloorRequest, 'pool' | 'countPersons'>;

/** The service's default. */
const POOL_SIZE = 10;

export async function openDatabase(): Promise<FloorDatabase> {
  const pool = new Pool({
    connectionString: process.env['DATABASE_URL'] ?? '',
    max: POOL_SIZE,
    // Plans each statement once. By default PostgreSQL plans the writes every time, which costs more than running them.
    options: '-c plan_cache_mode=force_generic_plan',
  });
  return { pool, countPersons: await countOfPersons(pool) };
}

/** SQL that sums the counters kept by triggers, or counts the rows where there are none. */
async function countOfPersons(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ kept: boolean }>({
    text: `select to_regclass('person_count') is not null as kept`,
  });
  return rows[0]?.kept === true ? 'select sum(number) from person_count' : 'select count(*) from person';
}

/** Reads a request with its body. */
export async function readRequest(database: FloorDatabase, incoming: IncomingMessage): Promise<FloorRequest> {
  const { method = 'GET', url = '/' } = incoming;
  const [path = '/', query = ''] = url.split('?', 2);
  const [, collection = '', id = ''] = path.split('/');
  const body = method === 'GET' ? '' : await bodyOf(incoming);
  return { ...database, method, url, path, collection, id, query, body };
}

function bodyOf(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    incoming.setEncoding('utf8');
    incoming.on('data', (chunk: string) => (text += chunk));
    incoming.on('end', () => resolve(text));
    incoming.on('error', reject);
  });
}
