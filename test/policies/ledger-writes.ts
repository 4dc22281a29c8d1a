// Writes as data, and how each is sent: as a request of its own, or as an operation of a list.
import type { RowType } from '../support/stored-rows.ts';

/** The start of local identifiers, which name resources added by earlier operations of the same list. */
const LOCAL = 'new';

export function localId(index: number): string {
  return `${LOCAL}${index}`;
}

export function isLocal(id: string): boolean {
  return id.startsWith(LOCAL);
}

export type Values = Readonly<Record<string, string | null>>;
type Ids = readonly string[];

export type Write =
  | { readonly kind: 'create person'; readonly attributes: Values; readonly computers?: Ids }
  | { readonly kind: 'create computer'; readonly attributes: Values; readonly owner?: string | null }
  | { readonly kind: 'create related'; readonly of: string; readonly attributes: Values }
  | { readonly kind: 'update person'; readonly of: string; readonly attributes: Values; readonly computers?: Ids }
  | {
      readonly kind: 'update computer';
      readonly of: string;
      readonly attributes: Values;
      readonly owner?: string | null;
    }
  | {
      readonly kind: 'update owner';
      readonly of: string;
      /** The person that the body names. */
      readonly person: string;
      readonly attributes: Values;
      readonly computers?: Ids;
    }
  | { readonly kind: 'delete person' | 'delete computer' | 'delete owner'; readonly of: string }
  | { readonly kind: 'link' | 'replace' | 'unlink'; readonly of: string; readonly computers: Ids }
  | { readonly kind: 'assign' | 'reassign' | 'unassign'; readonly of: string; readonly owner: string | null };

export type WriteKind = Write['kind'];

interface Route {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: (of: string) => string;
  /** The type of the identifier in the path; undefined: none. */
  readonly from?: RowType;
  readonly parameter?: string;
  /** How a `ref` names the target; undefined if it cannot. */
  readonly relationship?: string;
  readonly hasRef: boolean;
}

export const routes: Readonly<Record<WriteKind, Route>> = {
  'create person': { method: 'POST', path: () => '/persons', hasRef: false },
  'create computer': { method: 'POST', path: () => '/computers', hasRef: false },
  'create related': {
    method: 'POST',
    path: (of) => `/persons/${of}/computers`,
    from: 'person',
    parameter: 'id',
    hasRef: false,
  },
  'update person': toOwn('PATCH', 'person'),
  'update computer': toOwn('PATCH', 'computer'),
  'update owner': toOwner('PATCH'),
  'delete person': toOwn('DELETE', 'person'),
  'delete computer': toOwn('DELETE', 'computer'),
  'delete owner': toOwner('DELETE'),
  link: toMany('POST'),
  replace: toMany('PATCH'),
  unlink: toMany('DELETE'),
  assign: toOne('POST'),
  reassign: toOne('PATCH'),
  unassign: toOne('DELETE'),
};

function toOwn(method: Route['method'], from: RowType): Route {
  return { method, path: (of) => `/${from}s/${of}`, from, parameter: 'id', hasRef: true };
}

function toOwner(method: Route['method']): Route {
  return { method, path: (of) => `/computers/${of}/owner`, from: 'computer', parameter: 'computer_id', hasRef: false };
}

function toMany(method: Route['method']): Route {
  const path = (of: string): string => `/persons/${of}/relationships/computers`;
  return { method, path, from: 'person', parameter: 'id', relationship: 'computers', hasRef: true };
}

function toOne(method: Route['method']): Route {
  const path = (of: string): string => `/computers/${of}/relationships/owner`;
  return { method, path, from: 'computer', parameter: 'id', relationship: 'owner', hasRef: true };
}

export interface Request {
  readonly method: string;
  readonly path: string;
  /** The `data` of the body; undefined: no body. */
  readonly data: unknown;
}

export function requestOf(write: Write): Request {
  const { method, path } = routes[write.kind];
  return { method, path: path('of' in write ? write.of : ''), data: dataOf(write) };
}

const CODES = { POST: 'add', PATCH: 'update', DELETE: 'remove' } as const;

/**
 * The same write as an operation of a list.
 * @param byRef prefers `ref` to `href`
 * @returns the operation and the member that names its target; undefined if there is no such operation
 */
export function operationOf(
  write: Write,
  index: number,
  byRef: boolean,
): { readonly operation: object; readonly target: string } | undefined {
  const { method, path, from, relationship, hasRef } = routes[write.kind];
  if (write.kind === 'assign' || write.kind === 'unassign') return undefined;
  const of = 'of' in write ? write.of : '';
  if (isLocal(of) && !hasRef) return undefined;
  const data = dataOf(write);
  const isCreated = write.kind.startsWith('create');
  const sent = isCreated && typeof data === 'object' ? { ...data, lid: localId(index) } : data;
  const body = { op: CODES[method], ...(sent !== undefined && { data: sent }) };
  if (write.kind !== 'create related' && isCreated && byRef) return { operation: body, target: 'data' };
  if (from === undefined || !hasRef || (!byRef && !isLocal(of)))
    return { operation: { ...body, href: path(of) }, target: 'href' };
  const ref = { ...identifier(from, of), ...(relationship !== undefined && { relationship }) };
  return { operation: { ...body, ref }, target: 'ref' };
}

function dataOf(write: Write): unknown {
  switch (write.kind) {
    case 'create person':
      return { type: 'person', ...fieldsOf(write.attributes, setOf(write.computers)) };
    case 'create computer':
      return { type: 'computer', ...fieldsOf(write.attributes, oneOf(write.owner)) };
    case 'create related':
      return { type: 'computer', attributes: write.attributes };
    case 'update person':
      return { ...identifier('person', write.of), ...fieldsOf(write.attributes, setOf(write.computers)) };
    case 'update computer':
      return { ...identifier('computer', write.of), ...fieldsOf(write.attributes, oneOf(write.owner)) };
    case 'update owner':
      return { ...identifier('person', write.person), ...fieldsOf(write.attributes, setOf(write.computers)) };
    case 'link':
    case 'replace':
    case 'unlink':
      return write.computers.map((id) => identifier('computer', id));
    case 'assign':
    case 'reassign':
    case 'unassign':
      return write.owner === null ? null : identifier('person', write.owner);
    case 'delete person':
    case 'delete computer':
    case 'delete owner':
      return undefined;
  }
}

function identifier(type: RowType, id: string): object {
  return isLocal(id) ? { type, lid: id } : { type, id };
}

function fieldsOf(attributes: Values, relationships: object | undefined): object {
  return { attributes, ...(relationships && { relationships }) };
}

function setOf(computers: Ids | undefined): object | undefined {
  return computers && { computers: { data: computers.map((id) => identifier('computer', id)) } };
}

function oneOf(owner: string | null | undefined): object | undefined {
  if (owner === undefined) return undefined;
  return { owner: { data: owner === null ? null : identifier('person', owner) } };
}
