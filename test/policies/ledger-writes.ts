// Writes as data, and what each is about: the resource in its path, and the one that it changes.
import type { ResourceType } from '#domain/schema';
import { inverseOf, type End, type Values } from './ledger-schema.ts';

/** Stands for the parameter or pointer that names the target of a write. */
export const TARGET = 'the target';

/** The start of local identifiers, which name resources added by earlier operations of the same list. */
const LOCAL = 'new';

export function localId(index: number): string {
  return `${LOCAL}${index}`;
}

export function isLocal(id: string): boolean {
  return id.startsWith(LOCAL);
}

type Ids = readonly string[];

/** What a write sends for some relationships: all items, or the holder. */
export type Linkage = Readonly<Record<string, Ids | string | null>>;

export interface Fields {
  readonly attributes: Values;
  readonly linkage: Linkage;
}

export type Write =
  | ({ readonly kind: 'create'; readonly type: ResourceType } & Fields)
  | ({ readonly kind: 'update'; readonly type: ResourceType; readonly of: string } & Fields)
  | { readonly kind: 'delete'; readonly type: ResourceType; readonly of: string }
  | ({ readonly kind: 'create related'; readonly end: End; readonly of: string } & Fields)
  | ({
      readonly kind: 'update related';
      readonly end: End;
      readonly of: string;
      /** The holder that the body names. */
      readonly holder: string;
    } & Fields)
  | { readonly kind: 'delete related'; readonly end: End; readonly of: string }
  | { readonly kind: 'link' | 'replace' | 'unlink'; readonly end: End; readonly of: string; readonly items: Ids }
  | {
      readonly kind: 'assign' | 'reassign' | 'unassign';
      readonly end: End;
      readonly of: string;
      readonly holder: string | null;
    };

export type WriteKind = Write['kind'];

/** The identifier in the path, and its type; undefined: there is none. */
export function startOf(write: Write): { readonly type: ResourceType; readonly id: string } | undefined {
  switch (write.kind) {
    case 'create':
      return undefined;
    case 'update':
    case 'delete':
      return { type: write.type, id: write.of };
    case 'create related':
    case 'link':
    case 'replace':
    case 'unlink':
    case 'update related':
    case 'delete related':
    case 'assign':
    case 'reassign':
    case 'unassign':
      return { type: write.end.from, id: write.of };
  }
}

/** The type of what a write creates, changes or deletes. */
export function changedType(write: Write): ResourceType {
  switch (write.kind) {
    case 'create':
    case 'update':
    case 'delete':
      return write.type;
    case 'create related':
    case 'update related':
    case 'delete related':
      return write.end.to;
    case 'link':
    case 'replace':
    case 'unlink':
    case 'assign':
    case 'reassign':
    case 'unassign':
      return write.end.from;
  }
}

/** The relationship whose linkage is the document of a write; undefined if it is a resource. */
export function linkageOf(write: Write): string | undefined {
  const isLinkage =
    'items' in write || write.kind === 'assign' || write.kind === 'reassign' || write.kind === 'unassign';
  return isLinkage ? write.end.name : undefined;
}

/** The linkage of the resource that a write creates or changes: the linkage in the document, plus the link that the path adds. */
export function relinkedBy(write: Write): Linkage {
  if (write.kind !== 'create related') return 'linkage' in write ? write.linkage : {};
  const { end, of, linkage } = write;
  const inverse = inverseOf(end);
  const { [inverse]: sent } = linkage;
  // The path adds to the set in the document.
  return { ...linkage, [inverse]: end.link.isManyToMany ? [...new Set([...(sent ?? []), of])] : of };
}

/** The parameter that names the resource at the start of the path. */
export function parameterOf(write: Write): string {
  return isAboutHolder(write) ? `${write.end.from}_id` : 'id';
}

/** True if the path leads to the holder of an item. */
export function isAboutHolder(write: Write): write is Extract<Write, { kind: 'update related' | 'delete related' }> {
  return write.kind === 'update related' || write.kind === 'delete related';
}
