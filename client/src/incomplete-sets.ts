// Remembers incomplete sets, so that none is sent back as the whole set.
import { isObject, memberOf } from './json.ts';

/** A to-many relationship that was read: a relationship object, or the document of a relationship route. */
export interface ReadSet {
  /** False if `data` is only part of the set: one of several pages, or the members that match a filter. Not enumerable, so not part of the JSON. */
  readonly complete: boolean;
}

export interface ReplaceSettings {
  /** True to send a set even if it is incomplete, which removes the members that it lacks. */
  readonly evenIfIncomplete?: boolean;
}

/** A write would have replaced a set with part of it. Nothing was sent. */
export class IncompleteSetError extends Error {
  override readonly name = 'IncompleteSetError';
  /** The name of the relationship. */
  readonly relationship: string;

  constructor(relationship: string) {
    super(
      `only part of "${relationship}" was read, and replacing the set with it would remove the other members. ` +
        'Read the whole set, or pass `evenIfIncomplete: true`',
    );
    this.relationship = relationship;
  }
}

/** Identifies a relationship by its path, or the end of it, and the type of its resource if known. */
export interface Place {
  readonly path: string;
  readonly type?: unknown;
}

export function placeOf(resource: unknown, name: string): Place {
  const id = encodeURIComponent(String(memberOf(resource, 'id')));
  return { path: `/${id}/relationships/${name}`, type: memberOf(resource, 'type') };
}

/** The arrays of incomplete sets, and their members, with the relationships that they belong to. */
const parts = new WeakMap<object, readonly Place[]>();

/** Marks each set in a document as complete or not, and remembers the incomplete ones. */
export function noteSets(document: unknown): void {
  for (const resource of resourcesIn(document))
    for (const [name, relationship] of relationshipsOf(resource))
      note(relationship, placeOf(resource, name), !saysIncomplete(relationship));
}

/**
 * Does the same for the document of a relationship route, which is incomplete if it is filtered or one of several pages.
 * @param search the query string of the request
 */
export function noteLinkage(document: unknown, path: string, search: string): void {
  const isFiltered = [...new URLSearchParams(search)].some(([name, value]) => FILTER.test(name) && value !== '[]');
  const links = memberOf(document, 'links');
  const isPage = [memberOf(links, 'prev'), memberOf(links, 'next')].some((link) => typeof link === 'string');
  note(document, { path }, !isFiltered && !isPage && !saysIncomplete(document));
}

const FILTER = /^filter(\[|$)/;

/** Remembers the array of an incomplete set, or its members. */
export function rememberParts(objects: readonly object[], place: Place): void {
  for (const each of objects) {
    const places = parts.get(each) ?? [];
    if (!places.some(({ path, type }) => path === place.path && type === place.type))
      parts.set(each, [...places, place]);
  }
}

/** @throws IncompleteSetError if the body of a PATCH contains an incomplete set */
export function refuseParts(path: string, body: unknown): void {
  if (isRelationshipRoute(path)) refusePart(body, { path });
  else refusePartsOf(memberOf(body, 'data'));
}

/** @throws IncompleteSetError if a changed resource contains an incomplete set */
export function refusePartsOf(resource: unknown): void {
  for (const [name, relationship] of relationshipsOf(resource)) refusePart(relationship, placeOf(resource, name));
}

/**
 * Refuses the array of an incomplete set, for any relationship, and an array that contains members of an incomplete set of this relationship.
 * @param set an object with `data`
 * @throws IncompleteSetError
 */
export function refusePart(set: unknown, place: Place): void {
  const data: unknown = memberOf(set, 'data');
  const isPart = Array.isArray(data) && (parts.has(data) || data.some((member) => isPartOf(member, place)));
  if (isPart || saysIncomplete(set)) throw new IncompleteSetError(place.path.slice(place.path.lastIndexOf('/') + 1));
}

export function isRelationshipRoute(path: string): boolean {
  return /\/relationships\/[^/]+$/.test(path);
}

/** True if the service marked a relationship object, or the document of a relationship route, as incomplete. */
export function saysIncomplete(set: unknown): boolean {
  return memberOf(memberOf(set, 'meta'), 'complete') === false;
}

function note(set: unknown, place: Place, complete: boolean): void {
  const data: unknown = memberOf(set, 'data');
  if (!isObject(set) || !Array.isArray(data)) return;
  Object.defineProperty(set, 'complete', { value: complete });
  if (!complete) rememberParts([data, ...data.filter(isObject)], place);
}

function isPartOf(member: unknown, { path, type }: Place): boolean {
  const places = isObject(member) ? (parts.get(member) ?? []) : [];
  return places.some(
    (of) =>
      (of.path.endsWith(path) || path.endsWith(of.path)) &&
      (type === undefined || of.type === undefined || type === of.type),
  );
}

/** The resources in a document, or in the results of atomic operations. */
function resourcesIn(document: unknown): readonly unknown[] {
  const results = listOf(memberOf(document, 'atomic:results')).map((result) => memberOf(result, 'data'));
  return [...listOf(memberOf(document, 'data')), ...listOf(memberOf(document, 'included')), ...results];
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function relationshipsOf(resource: unknown): readonly (readonly [name: string, relationship: unknown])[] {
  const relationships = memberOf(resource, 'relationships');
  return isObject(relationships) ? Object.entries(relationships) : [];
}
