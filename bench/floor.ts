// The floor, a process of its own: what the same answers cost with `node:http` and `pg` alone. Hand-written prepared statements, one
// per request, and `JSON.stringify`. It validates nothing and serves only the requests of the benchmark. Its totals are exact: of all
// persons from the database's counters, of a filter by `count(*)`.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool } from 'pg';
import { createPerson, linkComputers, updatePerson } from './floor-writes.ts';
import {
  listComputers,
  listPersons,
  listPersonsByFilter,
  listPersonsWithComputers,
  listPersonsWithOwners,
  showPerson,
} from './floor-reads.ts';
import { streamPersons } from './floor-stream.ts';
import type { FloorAnswer, FloorRequest } from './floor-answer.ts';

/** The service's default. */
const POOL_SIZE = 10;

const pool = new Pool({
  connectionString: process.env['DATABASE_URL'] ?? '',
  max: POOL_SIZE,
  // Plans each statement once. By default PostgreSQL plans the writes every time, which costs more than running them.
  options: '-c plan_cache_mode=force_generic_plan',
});
const countPersons = await countOfPersons();

const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => {
    console.error(error);
    if (!response.headersSent) response.writeHead(500).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  console.log(`Listening on http://127.0.0.1:${address.port}`);
});
process.once('SIGTERM', () => {
  server.close(() => void pool.end());
  server.closeAllConnections();
});

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? '/';
  const [path = '/', query = ''] = url.split('?', 2);
  const [, collection, id = ''] = path.split('/');
  if (query.startsWith('page%5Bsize%5D=0')) return streamPersons(pool, url, response);
  const body = request.method === 'GET' ? '' : await bodyOf(request);
  const { status, document, location } = await answerOf(
    { pool, countPersons, url, path, id, query, body },
    request,
    collection,
  );
  const text = JSON.stringify(document);
  response
    .writeHead(status, {
      'Content-Type': 'application/vnd.api+json',
      'Content-Length': Buffer.byteLength(text),
      ...(location === undefined ? {} : { Location: location }),
    })
    .end(text);
}

function answerOf(
  request: FloorRequest,
  { method }: IncomingMessage,
  collection: string | undefined,
): Promise<FloorAnswer> {
  if (method === 'PATCH') return updatePerson(request);
  if (method === 'POST') return request.id === '' ? createPerson(request) : linkComputers(request);
  if (request.id !== '') return showPerson(request);
  if (collection === 'computers') return listComputers(request);
  if (request.query === '') return listPersons(request);
  if (request.query === 'include=computers.owner') return listPersonsWithOwners(request);
  return request.query === 'include=computers' ? listPersonsWithComputers(request) : listPersonsByFilter(request);
}

/** SQL that sums the counters kept by triggers, or counts the rows where there are none. */
async function countOfPersons(): Promise<string> {
  const { rows } = await pool.query<{ kept: boolean }>({
    text: `select to_regclass('person_count') is not null as kept`,
  });
  return rows[0]?.kept === true ? 'select sum(number) from person_count' : 'select count(*) from person';
}

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (text += chunk));
    request.on('end', () => resolve(text));
    request.on('error', reject);
  });
}
