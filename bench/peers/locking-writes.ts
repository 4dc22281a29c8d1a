// Writes with the guarantees of the service, in prepared statements by hand. One transaction locks what it changes, persons before
// computers and each by identifier, writes, raises versions, reads what it answers and renders that, and only then commits.
import type { Pool, PoolClient } from 'pg';
import {
  computerObject,
  identifiersIn,
  jsonapi,
  PERSON,
  personObject,
  renderAnswer,
  type ComputerRow,
  type FloorAnswer,
  type FloorRequest,
  type PersonRow,
  type RenderedAnswer,
} from '../floor-answer.ts';

export function answerLockingWrite(request: FloorRequest): Promise<RenderedAnswer> {
  return inTransaction(request.pool, async (client) => {
    if (request.method === 'PATCH') return updatePerson(client, request);
    return request.id === '' ? createPerson(client, request) : linkComputers(client, request);
  });
}

interface Owned {
  readonly id: string;
  readonly owner: string | null;
}

/** A computer has got another owner after that was read and before it was locked. */
class MovedError extends Error {}

/** Repeats a transaction whose computers have moved. */
async function inTransaction(pool: Pool, work: (client: PoolClient) => Promise<FloorAnswer>): Promise<RenderedAnswer> {
  const client = await pool.connect();
  try {
    for (;;)
      try {
        await client.query({ name: 'begin', text: 'begin' });
        const answer = renderAnswer(await work(client));
        await client.query({ name: 'commit', text: 'commit' });
        return answer;
      } catch (error) {
        await client.query({ name: 'rollback', text: 'rollback' });
        if (!(error instanceof MovedError)) throw error;
      }
  } finally {
    client.release();
  }
}

interface Body<Data> {
  readonly data: Data;
}

async function createPerson(client: PoolClient, { body }: FloorRequest): Promise<FloorAnswer> {
  const { attributes } = (JSON.parse(body) as Body<{ readonly attributes: Omit<PersonRow, 'id'> }>).data;
  const { rows } = await client.query<Pick<PersonRow, 'id'>>({
    name: 'insert person',
    text: 'insert into person (name, email, birth_date) values ($1, $2, $3) returning id::text',
    values: [attributes.name, attributes.email, attributes.birth_date],
  });
  const self = `/persons/${rows[0]?.id}`;
  const { data } = await readPerson(client, rows[0]?.id);
  return { status: 201, location: self, document: { data, links: { self }, jsonapi } };
}

async function updatePerson(client: PoolClient, { id, path, body }: FloorRequest): Promise<FloorAnswer> {
  const { attributes } = (JSON.parse(body) as Body<{ readonly attributes: Pick<PersonRow, 'birth_date'> }>).data;
  await lockPersons(client, [id]);
  await client.query({
    name: 'update person',
    text: 'update person set birth_date = $2, version = version + 1 where id = $1 and birth_date is distinct from $2::date',
    values: [id, attributes.birth_date],
  });
  const { data } = await readPerson(client, id);
  return { status: 200, document: { data, links: { self: path }, jsonapi } };
}

/** Transfers computers to a person. */
async function linkComputers(client: PoolClient, { id, path, body }: FloorRequest): Promise<FloorAnswer> {
  const ids = (JSON.parse(body) as Body<readonly ComputerRow[]>).data.map((computer) => computer.id);
  const found = await client.query<Owned>({
    name: 'owners',
    text: 'select id::text, owner_id::text as owner from computer where id = any($1::bigint[])',
    values: [ids],
  });
  const owners = found.rows.flatMap(({ owner }) => (owner === null ? [] : [owner]));
  await lockPersons(client, [id, ...owners]);
  const locked = await client.query<Owned>({
    name: 'lock computers',
    text: 'select id::text, owner_id::text as owner from computer where id = any($1::bigint[]) order by id for no key update',
    values: [ids],
  });
  if (locked.rows.some(({ owner }) => owner !== null && owner !== id && !owners.includes(owner)))
    throw new MovedError();
  const moved = locked.rows.filter(({ owner }) => owner !== id);
  await client.query({
    name: 'update computers',
    text: 'update computer set owner_id = $1, version = version + 1 where id = any($2::bigint[])',
    values: [id, moved.map((computer) => computer.id)],
  });
  await client.query({
    name: 'update persons',
    text: 'update person set version = version + 1 where id = any($1::bigint[])',
    values: [moved.length === 0 ? [] : [id, ...moved.flatMap(({ owner }) => (owner === null ? [] : [owner]))]],
  });
  const { data } = await readPerson(client, id);
  const { rows: computers } = await client.query<ComputerRow>({
    name: 'computers of person',
    text: 'select id::text, serial from computer where owner_id = $1 order by computer.id',
    values: [id],
  });
  const included = computers.map((computer) => computerObject(computer));
  return { status: 200, document: { data, included, links: { self: path }, jsonapi } };
}

/** In order of identifiers, so that writes of the same rows queue up instead of deadlocking. */
async function lockPersons(client: PoolClient, ids: readonly string[]): Promise<void> {
  await client.query({
    name: 'lock persons',
    text: 'select id from person where id = any($1::bigint[]) order by id for no key update',
    values: [ids],
  });
}

async function readPerson(client: PoolClient, id: string | undefined): Promise<{ readonly data: object | undefined }> {
  const { rows } = await client.query<PersonRow & { readonly computers: string }>({
    name: 'person with linkage',
    text: `
      select ${PERSON}, array_to_string(array(select id from computer where owner_id = person.id order by id), ',') as computers
      from person where id = $1`,
    values: [id],
  });
  return { data: rows.map((row) => personObject(row, identifiersIn(row.computers)))[0] };
}
