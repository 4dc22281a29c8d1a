import { createHash } from 'node:crypto';
import {
  computerObject,
  identifiersIn,
  jsonapi,
  pageLinks,
  PAGE_SIZE,
  PERSON,
  personObject,
  type ComputerRow,
  type FloorAnswer,
  type FloorRequest,
  type PersonRow,
} from './floor-answer.ts';

export function answerRead(request: FloorRequest): Promise<FloorAnswer> {
  if (request.id !== '') return showPerson(request);
  if (request.collection === 'computers') return listComputers(request);
  if (request.query === '') return listPersons(request);
  if (request.query === 'include=computers.owner') return listPersonsWithOwners(request);
  if (request.query === 'include=computers') return listPersonsWithComputers(request);
  return request.query.startsWith('include=computers&')
    ? listPersonsWithFewComputers(request)
    : listPersonsByFilter(request);
}

const LINKAGE = `array_to_string(array(select id from computer where owner_id = person.id order by id), ',') as computers`;

/** The same columns, where another table has an `id` too. */
const PERSON_OF_PAGE = `person.${PERSON}`;

interface Linked {
  readonly computers: string;
}

interface Counted {
  readonly total: string;
}

async function showPerson({ pool, id, url }: FloorRequest): Promise<FloorAnswer> {
  const { rows } = await pool.query<PersonRow & Linked>({
    name: 'person',
    text: `select ${PERSON}, ${LINKAGE} from person where id = $1`,
    values: [id],
  });
  return {
    status: 200,
    document: { data: rows.map(linkedPerson)[0], links: { self: url }, jsonapi },
  };
}

async function listPersons(request: FloorRequest): Promise<FloorAnswer> {
  const { rows } = await request.pool.query<PersonRow & Linked & Counted>({
    name: 'persons',
    text: `select ${PERSON}, ${LINKAGE}, (${request.countPersons}) as total from person order by person.id limit ${PAGE_SIZE}`,
  });
  return page(request, rows, 1, { data: rows.map(linkedPerson) });
}

async function listPersonsWithComputers(request: FloorRequest): Promise<FloorAnswer> {
  const { rows, owners } = await readOwners(request);
  const included = owners.flatMap(({ computers }) => computers.map((computer) => computerObject(computer)));
  return page(request, rows, 1, { data: owners.map(ownerObject), included });
}

/** The owners of the computers are persons of the page: nothing more has to be read. */
async function listPersonsWithOwners(request: FloorRequest): Promise<FloorAnswer> {
  const { rows, owners } = await readOwners(request);
  const data = owners.map(ownerObject);
  const computers = owners.flatMap(({ row, computers }) =>
    computers.map((computer) => computerObject(computer, row.id)),
  );
  const included = [...computers, ...data.filter((_, index) => (owners[index]?.computers.length ?? 0) > 0)];
  return page(request, rows, 1, { data, included });
}

const FEW = 3;

/** The first computers of each person, with a link to the next page. */
async function listPersonsWithFewComputers(request: FloorRequest): Promise<FloorAnswer> {
  const { rows, owners } = await readOwners(
    request,
    `left join lateral (select id, serial from computer where owner_id = person.id order by id limit ${FEW + 1}) computer on true`,
  );
  const shown = owners.map(({ row, computers }) => ({
    row,
    computers: computers.slice(0, FEW),
    hasMore: computers.length > FEW,
  }));
  const data = shown.map(({ row, computers, hasMore }) => {
    const self = `/persons/${row.id}/relationships/computers`;
    const query = `include=computers&page%5Bsize%5D=${FEW}&page%5Btotal%5D=false&page%5Bafter%5D=`;
    const next = hasMore ? `${self}?${query}${cursorAt(computers.at(-1)?.id ?? '')}` : null;
    const ids = computers.map(({ id }) => id);
    return personObject(row, ids, { pages: { prev: null, next }, ...(hasMore && { meta: { complete: false } }) });
  });
  const included = shown.flatMap(({ computers }) => computers.map((computer) => computerObject(computer)));
  return page(request, rows, 1, { data, included });
}

/** The version of cursors, and the digest of the order: computers by `id`. */
const CURSOR_HEAD = Buffer.concat([
  Buffer.of(1),
  createHash('sha256')
    .update(JSON.stringify(['computer']))
    .digest()
    .subarray(0, 8),
]);

function cursorAt(id: string): string {
  return Buffer.concat([CURSOR_HEAD, Buffer.of(0, id.length + 1), Buffer.from(id)]).toString('base64url');
}

interface Owner {
  readonly row: PersonRow;
  readonly computers: ComputerRow[];
}

/** The first page of persons, a row per computer. */
async function readOwners(
  request: FloorRequest,
  joinComputers = 'left join computer on owner_id = person.id',
): Promise<{ readonly rows: readonly Counted[]; readonly owners: readonly Owner[] }> {
  const { rows } = await request.pool.query<PersonRow & Counted & { computer: string | null; serial: string }>({
    name: `persons with computers: ${joinComputers}`,
    text: `
      select ${PERSON_OF_PAGE}, computer.id::text as computer, serial, (${request.countPersons}) as total
      from (select * from person order by id limit ${PAGE_SIZE}) person
      ${joinComputers} order by person.id, computer.id`,
  });
  const owners = new Map<string, Owner>();
  for (const row of rows) {
    const owner = owners.get(row.id) ?? { row, computers: [] };
    owners.set(row.id, owner);
    if (row.computer !== null) owner.computers.push({ id: row.computer, serial: row.serial });
  }
  return { rows, owners: [...owners.values()] };
}

function ownerObject({ row, computers }: Owner): object {
  return personObject(
    row,
    computers.map(({ id }) => id),
  );
}

/** Persons with a computer whose serial matches the pattern. */
async function listPersonsByFilter(request: FloorRequest): Promise<FloorAnswer> {
  const { rows } = await request.pool.query<PersonRow & Linked & Counted>({
    name: 'persons by serial',
    // A foreign key is the identifier of an existing person: only those of the page are read.
    text: `
      with owner as materialized (
        select distinct owner_id as id from computer where owner_id is not null and fold_case(serial) collate "C" like fold_case($1)
      )
      select ${PERSON_OF_PAGE}, ${LINKAGE}, (select count(*) from owner) as total
      from (select id from owner order by id limit ${PAGE_SIZE}) page join person on person.id = page.id order by person.id`,
    values: filterValues(request.query),
  });
  return page(request, rows, 1, { data: rows.map(linkedPerson) });
}

/** An owner's computers with serials between two bounds. */
async function listComputers(request: FloorRequest): Promise<FloorAnswer> {
  const number = Number(new URLSearchParams(request.query).get('page[number]'));
  const { rows } = await request.pool.query<ComputerRow & Counted>({
    name: 'computers',
    text: `
      select id::text, serial, count(*) over () as total from computer
      where owner_id = $1 and serial collate "C" between $2 and $3
      order by serial collate "C" desc, computer.id limit ${PAGE_SIZE} offset $4`,
    values: [...filterValues(request.query), (number - 1) * PAGE_SIZE],
  });
  return page(request, rows, number, { data: rows.map((row) => computerObject(row)) });
}

function linkedPerson(row: PersonRow & Linked): object {
  return personObject(row, identifiersIn(row.computers));
}

function page(request: FloorRequest, rows: readonly Counted[], number: number, members: object): FloorAnswer {
  const total = Number(rows[0]?.total);
  return {
    status: 200,
    document: { ...members, links: pageLinks(request, number, total), meta: { count: total }, jsonapi },
  };
}

/** The operands of all conditions, in order. */
function filterValues(query: string): unknown[] {
  const conditions = JSON.parse(new URLSearchParams(query).get('filter') ?? '[]') as readonly { val: unknown }[];
  return conditions.flatMap(({ val }) => val);
}
