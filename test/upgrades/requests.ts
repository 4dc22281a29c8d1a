// The requests with which databases are recorded. If you change one, record all databases again.

export interface RecordedRequest {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** As sent. */
  readonly path: string;
  readonly body?: object;
  /** The `Idempotency-Key`. Only requests with a key are repeated. */
  readonly key?: string;
}

const person = (attributes: object) => ({ data: { type: 'person', attributes } });
const computer = (serial: string, relationships?: object) => ({
  data: { type: 'computer', attributes: { serial }, ...(relationships && { relationships }) },
});

const ada = { name: 'Ada Lovelace', email: 'ada@example.org', birth_date: '1815-12-10' };
const owner = { owner: { data: { type: 'person', id: '1' } } };

/** They leave persons 1, 2 and 4, and computers 1, 2 and 3. Person 1 owns computers 1 and 2. */
export const writes: readonly RecordedRequest[] = [
  { method: 'POST', path: '/persons', body: person(ada), key: 'create-ada' },
  { method: 'POST', path: '/persons', body: person({ name: 'Σίσυφος “O’Neill”' }) },
  { method: 'POST', path: '/persons', body: person({ name: 'Nobody' }) },
  { method: 'POST', path: '/persons', body: person({ name: 'Grace Hopper', email: 'grace@example.org' }) },
  { method: 'POST', path: '/computers', body: computer('ABC-1', owner) },
  { method: 'POST', path: '/computers', body: computer('ÉÜ-2') },
  { method: 'POST', path: '/computers', body: computer('free; and "quoted"') },
  { method: 'POST', path: '/computers', body: computer('GONE-4') },
  {
    method: 'POST',
    path: '/persons/1/relationships/computers',
    body: { data: [{ type: 'computer', id: '2' }] },
    key: 'link-computer-2',
  },
  { method: 'DELETE', path: '/persons/3' },
  { method: 'DELETE', path: '/computers/4' },
];

/** Sent last, to change the entity tag of person 1. */
export const lastWrite: RecordedRequest = {
  method: 'PATCH',
  path: '/persons/1',
  body: { data: { type: 'person', id: '1', attributes: { name: 'Ada King' } } },
};

const filter = (...conditions: readonly object[]): string => `filter=${encodeURIComponent(JSON.stringify(conditions))}`;

/** They cover both types, all relationships, text order, text indexes and counts. */
export const readPaths: readonly string[] = [
  '/persons?sort=name',
  '/persons/1',
  '/persons/1?include=computers',
  '/persons/2',
  '/persons/1/computers?sort=-serial',
  '/persons/1/relationships/computers',
  '/computers?sort=-id&include=owner',
  '/computers/2/owner',
  '/computers/3/owner',
  '/computers/1/relationships/owner',
  `/persons?${filter({ name: 'name', op: 'ilike', val: '%σίσυφος%' })}`,
  `/persons?${filter({ name: 'computers', op: 'any', val: { name: 'serial', op: 'ilike', val: 'éü%' } })}`,
];
