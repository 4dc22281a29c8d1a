// Writes under a policy on rows, as data. Paths and bodies name rows as `{ada}`. The start of a row's name decides how
// the policy treats it:
//
//   hidden…   is not readable               closed…   a person whose computers may not be changed
//   fixed…    may not be updated            odd…      a computer whose owner may not be changed
//   kept…     may not be deleted            veiling…  a computer that hides its owner
//   unwanted… may not be created            shading…  a person that hides its computers
import type { PlantedRow, RowType } from '../../support/stored-rows.ts';

export interface WriteCase {
  readonly what: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly data?: unknown;
  readonly outcome: Outcome;
  /** By default `standardRole`. */
  readonly role?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Outcome = Stored | Refused;

export interface Stored {
  readonly status: 200 | 201;
  /** The changed rows, each stored in its next version, and their changes. */
  readonly stores: Readonly<Record<string, StoredChange>>;
  readonly adds?: Added;
  readonly removes?: readonly string[];
}

/** Attributes by wire name, and the owner by its name, or `NEW` if the write adds it. */
export type StoredChange = Readonly<Record<string, string | null>>;
export const NEW = 'new';

interface Added {
  readonly type: RowType;
  readonly attributes: Readonly<Record<string, string | null>>;
  readonly owner?: string;
  readonly version?: number;
}

export interface Refused {
  readonly status: 403 | 404 | 409 | 412;
  /** A JSON pointer or a parameter; undefined if the error has no source. */
  readonly at?: string;
}

export function stores(changed: Stored['stores'], also: Partial<Omit<Stored, 'stores'>> = {}): Stored {
  return { status: 200, stores: changed, ...also };
}

export function adds(type: RowType, name: string, changed: Stored['stores'] = {}, also: Partial<Added> = {}): Stored {
  const attributes = type === 'person' ? { name, email: null, birth_date: null } : { serial: name };
  return { status: 201, stores: changed, adds: { type, attributes, ...also } };
}

export const nothing = stores({});

export function refuses(status: Refused['status'], at: string): Refused {
  return { status, at };
}

export const rows: readonly PlantedRow[] = [
  ...['ada', 'bob', 'fixedPerson', 'keptPerson', 'hiddenPerson', 'closedPerson', 'shadingPerson'].map((person) => ({
    person,
  })),
  ...['free', 'fixedFree', 'keptFree', 'hiddenFree', 'oddFree', 'veilingFree'].map((computer) => ({ computer })),
  ...['adas', 'adas2', 'hiddenAdas'].map((computer) => ({ computer, owner: 'ada' })),
  ...['bobs', 'fixedBobs'].map((computer) => ({ computer, owner: 'bob' })),
  { computer: 'ofFixed', owner: 'fixedPerson' },
  { computer: 'ofKept', owner: 'keptPerson' },
  { computer: 'ofHidden', owner: 'hiddenPerson' },
  { computer: 'ofClosed', owner: 'closedPerson' },
];

const not = (name: string, prefix: string): object => ({ not: { name, op: 'startswith', val: prefix } });
const noneOf = (relationship: string, op: 'any' | 'has', name: string, prefix: string): object => ({
  not: { name: relationship, op, val: { name, op: 'startswith', val: prefix } },
});

export const standardRole = {
  person: {
    read: { where: [not('name', 'hidden'), noneOf('computers', 'any', 'serial', 'veiling')] },
    create: { where: [not('name', 'unwanted')] },
    update: { where: [not('name', 'fixed'), noneOf('computers', 'any', 'serial', 'odd')] },
    delete: { where: [not('name', 'kept')] },
  },
  computer: {
    read: { where: [not('serial', 'hidden'), noneOf('owner', 'has', 'name', 'shading')] },
    create: { where: [not('serial', 'unwanted')] },
    update: { where: [not('serial', 'fixed'), noneOf('owner', 'has', 'name', 'closed')] },
    delete: { where: [not('serial', 'kept')] },
  },
};

/** A computer that loses its owner. */
export const freed = { owner: null };

// The data of bodies, and pointers to its linkage.

export const SET = '/data/relationships/computers/data';
export const OWNER = '/data/relationships/owner/data';

export function one(type: RowType, name: string | null): object | null {
  return name === null ? null : { type, id: `{${name}}` };
}

export function many(...names: readonly string[]): readonly unknown[] {
  return names.map((name) => one('computer', name));
}

/** @param of undefined for a new one */
export function person(of: string | undefined, attributes: object = {}, computers?: readonly string[]): object {
  const relationships = computers === undefined ? {} : { computers: { data: many(...computers) } };
  return { type: 'person', ...(of !== undefined && { id: `{${of}}` }), attributes, relationships };
}

/** @param of undefined for a new one */
export function computer(of: string | undefined, attributes: object = {}, owner?: string | null): object {
  const relationships = owner === undefined ? {} : { owner: { data: one('person', owner) } };
  return { type: 'computer', ...(of !== undefined && { id: `{${of}}` }), attributes, relationships };
}
