// Roles that read some rows, and the rows that each sees at a path. Paths name rows as `{ada}`.
import { all } from '../../support/access.ts';
import type { PlantedRow } from '../../support/stored-rows.ts';

const own = { name: 'email', op: 'eq', val: { claim: 'email' } };
const notHidden = (name: string): object => ({ not: { name, op: 'startswith', val: 'hidden' } });

export const roles = {
  all,
  // The example of the contract.
  self: {
    person: { read: { where: [own] }, update: { where: [own], fields: ['birth_date', 'computers'] } },
    computer: {
      read: { where: [{ name: 'owner', op: 'has', val: own }] },
      update: { fields: ['owner'] },
    },
  },
  'self and all computers': { person: { read: { where: [own] } }, computer: { read: {} } },
  listed: {
    person: { read: { where: [{ name: 'email', op: 'in_', val: { claim: 'emails' } }] } },
    computer: { read: {} },
  },
  'what is not hidden': {
    person: { read: { where: [notHidden('name')] } },
    computer: { read: { where: [notHidden('serial')] } },
  },
};

export const holders = [
  ...['all', 'self', 'self and all computers', 'what is not hidden'].map((role) => ({
    name: role,
    role,
    claims: { email: 'ada@example.org' },
  })),
  { name: 'nobody', role: 'self', claims: {} },
  { name: 'some', role: 'listed', claims: { emails: ['ada@example.org'] } },
  { name: 'more', role: 'listed', claims: { emails: ['ada@example.org', 'bob@example.org'] } },
];

export const rows: readonly PlantedRow[] = [
  { person: 'ada', email: 'ada@example.org' },
  { person: 'bob', email: 'bob@example.org' },
  { person: 'eve' },
  { computer: 'adas', owner: 'ada' },
  { computer: 'adas2', owner: 'ada' },
  { computer: 'bobs', owner: 'bob' },
  { computer: 'free' },
];

/** The rows in each answer, and its count; or its status, if it is not 200. */
export const sights: Readonly<Record<string, readonly (readonly [path: string, ...expected: unknown[]])[]>> = {
  self: [
    ['/persons', 'ada', 'adas', 'adas2', 1],
    ['/persons/{bob}', 404],
    ['/persons/{bob}/computers', 404],
    ['/computers?include=owner.computers', 'ada', 'adas', 'adas2', 2],
  ],
  nobody: [['/persons', 0]],
  'self and all computers': [
    ['/computers?include=owner', 'ada', 'adas', 'adas2', 'bobs', 'free', 4],
    [`/computers?filter=[{"name":"owner","op":"eq","val":null}]`, 'bobs', 'free', 2],
    ['/computers/{bobs}/owner'],
    ['/computers/{bobs}/relationships/owner'],
  ],
};
