// Requests that name hidden rows. Each must get the same response as one that names a missing row.
import { computer, many, one, person, type WriteCase } from './write-case.ts';

type HiddenRequest = Pick<WriteCase, 'method' | 'path' | 'data' | 'headers'>;

/** Attributes whose errors depend on the stored values. */
const ATTRIBUTES: readonly object[] = [{}, { display_name: 'HIDDENPERSON' }, { display_name: 'ANOTHER', name: '' }];
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'If-Match': '*' },
  { 'If-Match': '"x"' },
  { 'If-None-Match': '*' },
  { 'Idempotency-Key': 'hidden' },
];

const aboutRows: readonly HiddenRequest[] = [
  ...ATTRIBUTES.map((attributes) => patch('/persons/{hiddenPerson}', person('hiddenPerson', attributes))),
  ...ATTRIBUTES.map((attributes) => patch('/persons/{ada}', person('ada', attributes, ['hiddenFree']))),
  patch('/persons/{hiddenPerson}', person('hiddenPerson', {}, ['ofHidden', 'fixedFree'])),
  patch('/computers/{hiddenFree}', computer('hiddenFree', { serial: 'x' }, 'ada')),
  patch('/computers/{ofHidden}', computer('ofHidden', {}, 'hiddenPerson')),
  patch('/computers/{hiddenAdas}/owner', person('ada', { name: 'x' })),
  patch('/persons/{ada}/relationships/computers', many('free', 'hiddenFree', 'fixedFree')),
  patch('/persons/{ada}/relationships/computers', many('hiddenAdas')),
  patch('/persons/{hiddenPerson}/relationships/computers', []),
  patch('/computers/{hiddenAdas}/relationships/owner', null),
  patch('/computers/{free}/relationships/owner', one('person', 'hiddenPerson')),
  { method: 'POST', path: '/persons', data: person(undefined, { name: 'x' }, ['free', 'hiddenAdas']) },
  { method: 'POST', path: '/computers', data: computer(undefined, { serial: 'x' }, 'hiddenPerson') },
  { method: 'POST', path: '/persons/{hiddenPerson}/computers', data: computer(undefined, { serial: 'x' }) },
  { method: 'POST', path: '/persons/{ada}/relationships/computers', data: many('hiddenFree') },
  { method: 'DELETE', path: '/persons/{ada}/relationships/computers', data: many('hiddenAdas') },
  { method: 'DELETE', path: '/computers/{adas}/relationships/owner', data: one('person', 'hiddenPerson') },
  { method: 'DELETE', path: '/persons/{hiddenPerson}' },
  { method: 'DELETE', path: '/computers/{hiddenAdas}' },
  { method: 'DELETE', path: '/computers/{hiddenAdas}/owner' },
];

const aboutOwners: readonly HiddenRequest[] = [
  ...ATTRIBUTES.map((attributes) => patch('/computers/{ofHidden}/owner', person('hiddenPerson', attributes))),
  patch('/computers/{ofHidden}/owner', person('ada', { display_name: 'ANOTHER' })),
  { method: 'DELETE', path: '/computers/{ofHidden}/owner' },
  { method: 'DELETE', path: '/computers/{ofHidden}/relationships/owner', data: null },
  { method: 'DELETE', path: '/computers/{ofHidden}/relationships/owner', data: one('person', 'hiddenPerson') },
];

/** Requests that name one hidden row each. */
export const hiddenRequests = aboutRows.flatMap(withHeaders);

/** Requests about the owner of `ofHidden`. */
export const hiddenOwners = aboutOwners.flatMap(withHeaders);

function withHeaders(request: HiddenRequest): readonly HiddenRequest[] {
  return HEADERS.map((headers) => ({ ...request, headers }));
}

function patch(path: string, data: unknown): HiddenRequest {
  return { method: 'PATCH', path, data };
}
