import type { Api, Relationship, Resource } from './api.ts';
import { keyOf, type Identifier, type Row } from './documents.ts';
import type { Link } from './draft.ts';
import { resourceOf } from './fields.ts';
import { exclusiveBack } from './inverse.ts';
import { covers, membersOf } from './members.ts';

/** Links a resource to another one, or unlinks it. */
export interface LinkChange {
  readonly kind: 'link' | 'unlink';
  readonly resource: Resource;
  readonly id: string;
  /** The label of the resource. */
  readonly label: string;
  readonly relationship: Relationship;
  readonly to: Link;
  /** The link that it replaces in a to-one relationship. */
  readonly before: Link | undefined;
  /** Undefined if no other resource loses `to`. */
  readonly move: Move | undefined;
}

/** The link that another resource loses, because `to` can be linked to one only. */
export interface Move {
  readonly related: Resource;
  /** The inverse relationship, on `related`. */
  readonly back: Relationship;
  readonly from: Link;
}

/** The link that a new one takes away from another resource; undefined if there is none. */
export function moveOf(api: Api, relationship: Relationship, { from }: Link): Move | undefined {
  const related = resourceOf(api, relationship.to);
  const back = exclusiveBack(api, relationship);
  return from === undefined || related === undefined || back === undefined ? undefined : { related, back, from };
}

/** The resource after the change. If a set was read only in part, a new member that comes after those read is counted but not listed. */
export function rowAfter(change: LinkChange, row: Row): Row {
  const { name } = change.relationship;
  const linked = membersOf(row, name);
  const rest = row.rest[name];
  const isShown = change.kind === 'unlink' || covers(row, name, change.to);
  const after = isShown ? linkageAfter(change, linked) : linked;
  const grown = isShown ? after.length - linked.length : 1;
  return {
    ...row,
    linkage: { ...row.linkage, [name]: after },
    rest: { ...row.rest, [name]: rest && { ...rest, count: rest.count + grown } },
  };
}

/** The linkage after the change. */
export function linkageAfter(
  { kind, relationship, to }: Pick<LinkChange, 'kind' | 'relationship' | 'to'>,
  linked: readonly Identifier[],
): readonly Identifier[] {
  const others = relationship.cardinality === 'one' ? [] : linked.filter((other) => keyOf(other) !== keyOf(to));
  return kind === 'link' ? [...others, to] : others;
}

/** The change that undoes this one; undefined if there is none. A moved resource is moved back through its own relationship. */
export function undone(change: LinkChange): LinkChange | undefined {
  const { kind, resource, id, label, relationship, to, before, move } = change;
  if (kind === 'unlink') return { ...change, kind: 'link', before: undefined };
  if (move !== undefined) {
    const holder = { type: resource.type, id, label };
    const { related, back, from } = move;
    return {
      kind,
      resource: related,
      id: to.id,
      label: to.label,
      relationship: back,
      to: from,
      before: holder,
      move: undefined,
    };
  }
  if (relationship.cardinality === 'many' || before === undefined) return undefined;
  return { ...change, to: before, before: undefined };
}

/** A sentence that reports the change as done. */
export function sentenceOf({ kind, resource, id, label, relationship, to, before, move }: LinkChange): string {
  if (kind === 'unlink') return `Unlinked ${to.label} from ${label}.`;
  if (move !== undefined) return `${titleOf(move.related, to)} moved from ${move.from.label} to ${label}.`;
  if (before === undefined) return `Linked ${to.label} to ${label}.`;
  const { name } = relationship;
  return `${titleOf(resource, { type: resource.type, id, label })}: ${name} changed from ${before.label} to ${to.label}.`;
}

/** @example titleOf(computer, link) // 'Computer 7 ENGINE-1' */
function titleOf(resource: Resource, { id, label }: Link): string {
  return label === `#${id}` ? `${resource.label} ${id}` : `${resource.label} ${id} ${label}`;
}
