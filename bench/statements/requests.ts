// The requests to a large database, one of each kind.
import type { DataSize } from '../load-data.ts';
import { read, write, type Request } from '../rows.ts';

export interface Asked {
  readonly title: string;
  readonly request: Request;
}

/** @param key of this turn: requests of another one find other rows, which no earlier one has changed */
export function requestsFor({ persons, computers }: DataSize, key: number): readonly Asked[] {
  const id = Math.floor(persons / 2) + key;
  const computer = Math.floor(computers / 20) * 10 + 10 * key;
  const lastPage = Math.ceil(persons / 30);
  const get = (path: string): Asked => ({ title: path, request: read(path) });
  const filtered = (type: string, filter: object, more = ''): Asked =>
    get(`/${type}?filter=[${JSON.stringify(filter)}]${more}`);
  const person = (more: object): object => ({ type: 'person', ...more });
  return [
    get(`/persons/${id}`),
    get(`/persons/${id}?include=computers`),
    get(`/persons/${id}/relationships/computers`),
    get(`/persons/${persons}/computers`),
    get(`/persons/${persons}/relationships/computers`),
    get(`/computers/${computer + 1}?include=owner`),
    get('/persons'),
    get('/persons?page[after]='),
    get('/persons?page[after]=&page[total]=false'),
    get('/persons?include=computers'),
    get('/persons?include=computers.owner'),
    get('/persons?page[number]=1000'),
    get(`/persons?page[number]=${Math.floor(lastPage / 10)}`),
    get(`/persons?page[number]=${Math.floor(lastPage / 2)}`),
    get(`/persons?page[number]=${lastPage}`),
    get('/persons?page[before]=&page[total]=false'),
    get('/persons?sort=name'),
    get('/persons?sort=-birth_date'),
    get(`/persons?sort=name&page[number]=${Math.floor(lastPage / 10)}`),
    get('/persons?sort=name&page[before]=&page[total]=false'),
    get('/computers?sort=owner__name'),
    get('/computers?sort=owner__name&page[after]=&page[total]=false'),
    filtered('persons', { name: 'email', op: 'eq', val: `p${id + 1}@example.org` }),
    filtered('persons', { name: 'birth_date', op: 'eq', val: '1970-01-01' }),
    filtered('persons', { name: 'birth_date', op: 'between', val: ['1970-01-01', '1970-12-31'] }),
    filtered('persons', { name: 'birth_date', op: 'gt', val: '1960-01-01' }),
    filtered('persons', { name: 'birth_date', op: 'gt', val: '1960-01-01' }, '&page[after]=&page[total]=false'),
    filtered('persons', { name: 'birth_date', op: 'eq', val: null }),
    filtered('persons', { name: 'name', op: 'like', val: 'Person 4f1%' }, '&sort=name'),
    filtered('persons', { name: 'name', op: 'ilike', val: '%9ab01%' }),
    filtered('persons', { name: 'name', op: 'ilike', val: '%a1%' }),
    filtered('persons', { name: 'name', op: 'ilike', val: '%person%' }),
    filtered('persons', { name: 'name', op: 'ilike', val: '%person%' }, '&page[after]=&page[total]=false'),
    filtered('persons', { name: 'email', op: 'endswith', val: '12345@example.org' }),
    filtered('persons', { name: 'name', op: 'match', val: 'müller' }),
    filtered('computers', { name: 'owner', op: 'eq', val: id }),
    filtered('computers', { name: 'owner', op: 'eq', val: null }),
    filtered('computers', { name: 'owner__name', op: 'like', val: 'Person 4f1%' }),
    filtered('persons', { name: 'computers__serial', op: 'ilike', val: '%9ab01%' }),
    filtered('persons', { name: 'computers', op: 'any', val: { name: 'serial', op: 'like', val: 'SN-4F1%' } }),
    {
      title: 'POST /persons',
      request: write('POST', '/persons', person({ attributes: { name: `New ${key}`, birth_date: '1999-12-31' } })),
    },
    {
      title: 'PATCH /persons/{id}',
      request: write(
        'PATCH',
        `/persons/${id + 100}`,
        person({ id: String(id + 100), attributes: { name: `N ${key}` } }),
      ),
    },
    {
      title: 'POST /persons/{id}/relationships/computers',
      request: write('POST', `/persons/${id + 200}/relationships/computers`, [
        { type: 'computer', id: String(computer) },
      ]),
    },
    { title: 'DELETE /persons/{id}, who owns one or two', request: { method: 'DELETE', path: `/persons/${id + 300}` } },
  ];
}
