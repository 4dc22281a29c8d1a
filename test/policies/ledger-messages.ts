// How each write is sent: as a request of its own, or as an operation of a list.
import type { ResourceType } from '#domain/schema';
import { resources } from '#test/support/model';
import { endNamed } from './ledger-schema.ts';
import {
  changedType,
  isAboutHolder,
  isLocal,
  linkageOf,
  localId,
  startOf,
  type Fields,
  type Write,
  type WriteKind,
} from './ledger-writes.ts';

const METHODS: Readonly<Record<WriteKind, 'POST' | 'PATCH' | 'DELETE'>> = {
  create: 'POST',
  update: 'PATCH',
  delete: 'DELETE',
  'create related': 'POST',
  'update related': 'PATCH',
  'delete related': 'DELETE',
  link: 'POST',
  replace: 'PATCH',
  unlink: 'DELETE',
  assign: 'POST',
  reassign: 'PATCH',
  unassign: 'DELETE',
};

export interface Request {
  readonly method: string;
  readonly path: string;
  /** The `data` of the body; undefined: no body. */
  readonly data: unknown;
}

export function requestOf(write: Write): Request {
  return { method: METHODS[write.kind], path: pathOf(write), data: dataOf(write) };
}

function pathOf(write: Write): string {
  const start = startOf(write);
  if (start === undefined) return resources[changedType(write)].path;
  const own = `${resources[start.type].path}/${start.id}`;
  const linkage = linkageOf(write);
  if (linkage !== undefined) return `${own}/relationships/${linkage}`;
  return write.kind === 'create related' || isAboutHolder(write) ? `${own}/${write.end.name}` : own;
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
  if (write.kind === 'assign' || write.kind === 'unassign') return undefined;
  const [start, relationship] = [startOf(write), linkageOf(write)];
  const hasRef = start !== undefined && write.kind !== 'create related' && !isAboutHolder(write);
  const isOfLocal = start !== undefined && isLocal(start.id);
  if (isOfLocal && !hasRef) return undefined;
  const data = dataOf(write);
  const isCreated = write.kind === 'create' || write.kind === 'create related';
  const sent = isCreated && typeof data === 'object' ? { ...data, lid: localId(index) } : data;
  const body = { op: CODES[METHODS[write.kind]], ...(sent !== undefined && { data: sent }) };
  if (write.kind === 'create' && byRef) return { operation: body, target: 'data' };
  if (!hasRef || (!byRef && !isOfLocal)) return { operation: { ...body, href: pathOf(write) }, target: 'href' };
  const ref = { ...identifier(start.type, start.id), ...(relationship !== undefined && { relationship }) };
  return { operation: { ...body, ref }, target: 'ref' };
}

function dataOf(write: Write): unknown {
  switch (write.kind) {
    case 'create':
    case 'create related':
      return { type: changedType(write), ...fieldsOf(changedType(write), write) };
    case 'update':
      return { ...identifier(write.type, write.of), ...fieldsOf(write.type, write) };
    case 'update related':
      return { ...identifier(write.end.to, write.holder), ...fieldsOf(write.end.to, write) };
    case 'link':
    case 'replace':
    case 'unlink':
      return write.items.map((id) => identifier(write.end.to, id));
    case 'assign':
    case 'reassign':
    case 'unassign':
      return write.holder === null ? null : identifier(write.end.to, write.holder);
    case 'delete':
    case 'delete related':
      return undefined;
  }
}

function identifier(type: ResourceType, id: string): object {
  return isLocal(id) ? { type, lid: id } : { type, id };
}

function fieldsOf(type: ResourceType, { attributes, linkage }: Fields): object {
  const relationships = Object.entries(linkage).map(([name, linked]) => {
    const { to } = endNamed(type, name);
    const data =
      typeof linked === 'string' ? identifier(to, linked) : (linked?.map((id) => identifier(to, id)) ?? null);
    return [name, { data }] as const;
  });
  return { attributes, ...(relationships.length > 0 && { relationships: Object.fromEntries(relationships) }) };
}
