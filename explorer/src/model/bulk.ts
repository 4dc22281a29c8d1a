// One change to many resources, as operations of the API.
import type { Api, Attribute, Relationship, Resource } from './api.ts';
import type { ApiError, Row } from './documents.ts';
import type { Link } from './draft.ts';
import type { Json, JsonObject } from './json.ts';
import type { Value } from './kinds.ts';
import { consequencesOfMany } from './removal.ts';
import { fieldsParameter, pathWith, filterParameter } from './requests.ts';

export type BulkChange =
  | { readonly kind: 'remove' }
  /** `null`: unset. */
  | { readonly kind: 'set'; readonly attribute: Attribute; readonly value: Value | null }
  /** Undefined to unlink. */
  | { readonly kind: 'link'; readonly relationship: Relationship; readonly to: Link | undefined };

/** The new value for one resource: an attribute's value or the identifier to link to; `null` unsets it. */
export interface Step {
  readonly id: string;
  readonly to: Json;
  /** The former value; undefined if the step cannot be undone. */
  readonly back: Json | undefined;
}

export interface RefusedStep {
  readonly id: string;
  readonly reason: string;
}

/** The change to a resource that is stored as `row`. */
export function stepOf(row: Row, change: BulkChange): Step {
  const { id } = row;
  switch (change.kind) {
    case 'remove':
      return { id, to: null, back: undefined };
    case 'set':
      return { id, to: change.value, back: row.attributes[change.attribute.name] };
    case 'link': {
      const before = row.linkage[change.relationship.name];
      return { id, to: identifier(change.to), back: before === undefined ? undefined : identifier(before[0]) };
    }
  }
}

/** The operation that a step sends. */
export function operationOf({ type }: Resource, change: BulkChange, { id, to }: Step): Json {
  // Matches any version, and satisfies a service that requires If-Match.
  const meta = { if_match: '*' };
  const update = (content: JsonObject): Json => ({ op: 'update', data: { type, id, ...content }, meta });
  switch (change.kind) {
    case 'remove':
      return { op: 'remove', ref: { type, id }, meta };
    case 'set':
      return update({ attributes: { [change.attribute.name]: to } });
    case 'link':
      return update({ relationships: { [change.relationship.name]: { data: to } } });
  }
}

function identifier(to: { readonly type: string; readonly id: string } | undefined): Json {
  return to === undefined ? null : { type: to.type, id: to.id };
}

/**
 * The path of the next resources that match a filter, in the order of their ids, with the fields needed to undo the change.
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
  return pathWith(resource.path, [
    ...filterParameter([...filter, ...behind]),
    ['sort', 'id'],
    ['page[size]', String(size)],
    ...neededFor(resource, change),
  ]);
}

function neededFor({ type }: Resource, change: BulkChange): readonly (readonly [name: string, value: string])[] {
  switch (change.kind) {
    case 'remove':
      return [fieldsParameter(type, [])];
    case 'set': {
      const { name, readable } = change.attribute;
      return [fieldsParameter(type, readable ? [name] : [])];
    }
    case 'link': {
      const { name, to } = change.relationship;
      // Some relationships have linkage only if they are included. If both types are the same, `fields` names only this relationship.
      const labels = to === type ? [] : [fieldsParameter(to, [])];
      return [['include', name], ...labels, fieldsParameter(type, [name])];
    }
  }
}

/**
 * The refused steps of a list by index, with the reasons; undefined if the error names no step. A single error refuses the whole list, so
 * other steps may be refused later.
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

/** @example countOf(person, 1200) // '1,200 persons' */
export function countOf({ label, plural }: Resource, count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? label.toLowerCase() : plural}`;
}

/** The question to confirm before the change begins. */
export function questionOf(api: Api, resource: Resource, change: BulkChange, steps: readonly Step[]): YesOrNo {
  const what = countOf(resource, steps.length);
  const undo = steps.every(({ back }) => back !== undefined)
    ? 'You can undo this until you close this tab, except for values that somebody else changes in between.'
    : 'This cannot be undone.';
  const changing = { title: `Change ${what}?`, yes: `Change ${what}`, no: 'Cancel' };
  switch (change.kind) {
    case 'remove': {
      const text = [...consequencesOfMany(api, resource), undo].join(' ');
      return { title: `Delete ${what}?`, text, yes: `Delete ${what}`, no: 'Cancel' };
    }
    case 'set': {
      const { attribute, value } = change;
      const said = value === null ? `Unset ${attribute.name}.` : `Set ${attribute.name} to ${String(value)}.`;
      return { ...changing, text: `${said} ${undo}` };
    }
    case 'link': {
      const { relationship, to } = change;
      const said = to === undefined ? `Unset ${relationship.name}.` : `Set ${relationship.name} to ${to.label}.`;
      return { ...changing, text: `${said} ${undo}` };
    }
  }
}

interface YesOrNo {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
}
