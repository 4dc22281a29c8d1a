// Streams all persons with their computers in constant memory: two cursors in one snapshot, at most one batch ahead of the client.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import {
  computerObject,
  identifiersIn,
  jsonapi,
  personObject,
  type ComputerRow,
  type PersonRow,
} from './floor-answer.ts';

const BATCH_SIZE = 1000;

const PERSONS = `
  select person.id::text, name, email, to_char(birth_date, 'YYYY-MM-DD') as birth_date, coalesce(computers, '') as computers
  from person left join (
    select owner_id, string_agg(id::text, ',' order by computer.id) as computers from computer where owner_id is not null group by owner_id
  ) owned on owner_id = person.id
  order by person.id`;
const COMPUTERS = `
  select id::text, serial from computer where owner_id is not null order by owner_id, computer.id`;

/** Sends the members of the document in the order of the service. */
export async function streamPersons(pool: Pool, url: string, response: ServerResponse): Promise<void> {
  const client = await pool.connect();
  let failure: unknown;
  try {
    await client.query({ text: 'begin isolation level repeatable read read only' });
    response.writeHead(200, { 'Content-Type': 'application/vnd.api+json' });
    response.write('{"data":[');
    const count = await sendAll(client, PERSONS, response, (row: PersonRow & { readonly computers: string }) =>
      personObject(row, identifiersIn(row.computers)),
    );
    response.write('],"included":[');
    await sendAll(client, COMPUTERS, response, (row: ComputerRow) => computerObject(row));
    const rest = JSON.stringify({ links: { self: url }, meta: { count }, jsonapi });
    response.end(`],${rest.slice(1)}`);
    await client.query({ text: 'commit' });
  } catch (error) {
    failure = error;
    response.destroy();
    throw error;
  } finally {
    // Closes a connection in an unknown state.
    client.release(failure !== undefined);
  }
}

/** @returns the number of rows */
// The caller, who writes the SQL, knows the columns of its rows.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
async function sendAll<Row extends QueryResultRow>(
  client: PoolClient,
  select: string,
  response: ServerResponse,
  toResource: (row: Row) => object,
): Promise<number> {
  await client.query({ text: `declare rows no scroll cursor for ${select}` });
  const fetch = (): Promise<{ readonly rows: readonly Row[] }> =>
    client.query<Row>({ text: `fetch forward ${BATCH_SIZE} from rows` });
  let count = 0;
  let next = fetch();
  for (;;) {
    const { rows } = await next;
    if (rows.length === 0) break;
    // The database prepares the next batch meanwhile.
    next = fetch();
    const text = rows.map((row) => JSON.stringify(toResource(row))).join(',');
    const hasRoom = response.write(count === 0 ? text : `,${text}`);
    count += rows.length;
    if (!hasRoom) await drained(response);
  }
  await client.query({ text: 'close rows' });
  return count;
}

/** @throws Error when the client has disconnected */
async function drained(response: ServerResponse): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  if (!response.destroyed)
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  waiting.abort();
  if (response.destroyed) throw new Error('the client has disconnected');
}
