// One change to many resources, as operations of the API.
import type { Attribute, Relationship, Resource } from './api.ts';
import type { ApiError, Row } from './documents.ts';
import type { Link } from './draft.ts';
import type { Json, JsonObject } from './json.ts';
import type { Value } from './kinds.ts';
import { fieldsParameter, pathWith, filterParameter } from './requests.ts';

export type BulkChange =
  | { readonly kind: 'remove' }
  /** `null`: unset. */
  | { readonly kind: 'set'; readonly attribute: Attribute; readonly value: Value | null }
  /** Undefined: to nothing. */
  | { readonly kind: 'link'; readonly relationship: Relationship; readonly to: Link | undefined };

/** What is done to one resource. */
export interface Step {
  readonly id: string;
  readonly operation: Json;
  /** The operation that takes it back; undefined where nobody can. */
  readonly back: Json | undefined;
}

export interface Refused {
  readonly id: string;
  readonly reason: string;
}

/** The change of a resource that is stored as `row`. */
export function stepOf({ type }: Resource, row: Row, change: BulkChange): Step {
  const { id } = row;
  // Whatever the resource is by then, also for a service that requires If-Match.
  const meta = { if_match: '*' };
  const update = (content: JsonObject): Json => ({ op: 'update', data: { type, id, ...content }, meta });
  switch (change.kind) {
    case 'remove':
      return { id, operation: { op: 'remove', ref: { type, id }, meta }, back: undefined };
    case 'set': {
      const { name, readable } = change.attribute;
      const setTo = (value: Json): Json => update({ attributes: { [name]: value } });
      return { id, operation: setTo(change.value), back: readable ? setTo(row.attributes[name] ?? null) : undefined };
    }
    case 'link': {
      const { name } = change.relationship;
      const linkTo = (to: Json): Json => update({ relationships: { [name]: { data: to } } });
      const before = row.linkage[name]?.[0];
      return { id, operation: linkTo(identifier(change.to)), back: linkTo(identifier(before)) };
    }
  }
}

function identifier(to: { readonly type: string; readonly id: string } | undefined): Json {
  return to === undefined ? null : { type: to.type, id: to.id };
}

/** Whether a change can be taken back at all. */
export function canBeUndone(change: BulkChange): boolean {
  return change.kind === 'link' || (change.kind === 'set' && change.attribute.readable);
}

/**
 * The next resources of a filter in the order of their ids, with what is needed to take the change back.
 * @param after the last id before them
 */
export function nextPath(
  resource: Resource,
  filter: readonly Json[],
  change: BulkChange,
  after: string | undefined,
  size: number,
): string {
  const behind: readonly Json[] = after === undefined ? [] : [{ name: 'id', op: 'gt', val: after }];
  const shown = change.kind === 'set' && change.attribute.readable ? [change.attribute.name] : [];
  return pathWith(resource.path, [
    ...filterParameter([...filter, ...behind]),
    ['sort', 'id'],
    ['page[size]', String(size)],
    ...(change.kind === 'link'
      ? ([
          ['include', change.relationship.name],
          fieldsParameter(change.relationship.to, []),
          fieldsParameter(resource.type, [change.relationship.name]),
        ] as const)
      : [fieldsParameter(resource.type, shown)]),
  ]);
}

/**
 * Which steps of a list the service has refused, and why, by their place; undefined: the whole list, or something else.
 * One error is enough for the service to do nothing of a list, so the others may be refused later.
 */
export function refusedIn(errors: readonly ApiError[]): ReadonlyMap<number, string> | undefined {
  const refused = new Map<number, string>();
  for (const { pointer, detail, title } of errors) {
    const place = /^\/atomic:operations\/(\d+)(?:\/|$)/u.exec(pointer ?? '')?.[1];
    if (place === undefined) continue;
    const reason = detail === '' ? title : detail;
    const before = refused.get(Number(place));
    refused.set(Number(place), before === undefined ? reason : `${before}; ${reason}`);
  }
  return refused.size === 0 ? undefined : refused;
}

/** @example wordsOf(change) // ['Deleting', 'deleted'] */
export function wordsOf(change: BulkChange): readonly [doing: string, done: string] {
  switch (change.kind) {
    case 'remove':
      return ['Deleting', 'deleted'];
    case 'set':
      return [`Setting ${change.attribute.name} of`, 'changed'];
    case 'link':
      return [`Setting ${change.relationship.name} of`, 'changed'];
  }
}

/** What taking a change back is called, as of `wordsOf`. */
export const undoWords = ['Restoring', 'restored'] as const;

/** @example countOf(person, 1200) // '1,200 persons' */
export function countOf({ label, plural }: Resource, count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? label.toLowerCase() : plural}`;
}
