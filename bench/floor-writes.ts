// Each write is one statement, and so one transaction, with the effect of the service's use case.
import {
  computerObject,
  identifiersIn,
  jsonapi,
  PERSON,
  personObject,
  type ComputerRow,
  type FloorAnswer,
  type FloorRequest,
  type PersonRow,
} from './floor-answer.ts';

export function answerWrite(request: FloorRequest): Promise<FloorAnswer> {
  if (request.method === 'PATCH') return updatePerson(request);
  return request.id === '' ? createPerson(request) : linkComputers(request);
}

interface Body<Data> {
  readonly data: Data;
}

async function createPerson({ pool, body }: FloorRequest): Promise<FloorAnswer> {
  const { attributes } = (JSON.parse(body) as Body<{ readonly attributes: Omit<PersonRow, 'id'> }>).data;
  const { rows } = await pool.query<PersonRow>({
    name: 'create',
    text: `insert into person (name, email, birth_date) values ($1, $2, $3) returning ${PERSON}`,
    values: [attributes.name, attributes.email, attributes.birth_date],
  });
  const self = `/persons/${rows[0]?.id}`;
  const data = rows.map((row) => personObject(row, []))[0];
  return { status: 201, location: self, document: { data, links: { self }, jsonapi } };
}

async function updatePerson({ pool, id, path, body }: FloorRequest): Promise<FloorAnswer> {
  const { attributes } = (JSON.parse(body) as Body<{ readonly attributes: Pick<PersonRow, 'birth_date'> }>).data;
  const { rows } = await pool.query<PersonRow & { readonly computers: string }>({
    name: 'update',
    text: `
      update person set birth_date = $2, version = version + (birth_date is distinct from $2::date)::int where id = $1
      returning ${PERSON}, array_to_string(array(select id from computer where owner_id = person.id order by id), ',') as computers`,
    values: [id, attributes.birth_date],
  });
  const data = rows.map((row) => personObject(row, identifiersIn(row.computers)))[0];
  return { status: 200, document: { data, links: { self: path }, jsonapi } };
}

/** Transfers computers to a person. A statement sees the tables as they were before it, hence the unions. */
async function linkComputers({ pool, id, path, body }: FloorRequest): Promise<FloorAnswer> {
  const { rows } = await pool.query<PersonRow & { readonly computer: string; readonly serial: string }>({
    name: 'link',
    text: `
      with before as (
        select id, owner_id from computer where id = any($2::bigint[]) order by id for update
      ), moved as (
        update computer set owner_id = $1, version = version + 1 from before
        where computer.id = before.id and before.owner_id is distinct from $1
        returning computer.id, serial, before.owner_id
      ), bumped as (
        update person set version = version + 1
        where id = any(array(select owner_id from moved union all select $1::bigint from moved))
      ), linked as (
        select id, serial from computer where owner_id = $1 union select id, serial from moved
      )
      select person.id::text, name, email, to_char(birth_date, 'YYYY-MM-DD') as birth_date, linked.id::text as computer, serial
      from person, linked where person.id = $1 order by linked.id`,
    values: [id, (JSON.parse(body) as Body<readonly ComputerRow[]>).data.map((computer) => computer.id)],
  });
  const computers = rows.map(({ computer, serial }) => ({ id: computer, serial }));
  const data = rows.slice(0, 1).map((row) =>
    personObject(
      row,
      computers.map((computer) => computer.id),
    ),
  )[0];
  return {
    status: 200,
    document: { data, included: computers.map((computer) => computerObject(computer)), links: { self: path }, jsonapi },
  };
}
