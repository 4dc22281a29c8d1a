// Splits response documents into the kinds of objects that the standard has rules for.
import { type Exchange } from './session.ts';

export interface Found {
  /** The request, and a JSON Pointer into its response. */
  readonly where: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- checks reach into documents; a wrong path fails them
  readonly value: any;
}

/** The objects of each kind; linkage may be `null` or an array. */
export interface Dissected {
  readonly documents: Found[];
  readonly resources: Found[];
  readonly includedLists: Found[];
  readonly identifiers: Found[];
  readonly attributes: Found[];
  readonly relationshipLists: Found[];
  readonly relationships: Found[];
  readonly linkages: Found[];
  readonly linkLists: Found[];
  readonly links: Found[];
  readonly linkObjects: Found[];
  readonly metas: Found[];
  readonly versions: Found[];
  readonly errors: Found[];
  /** Results of operations. */
  readonly results: Found[];
}

export type Part = keyof Dissected;

/** Splits a document into its parts. These are cached, because many checks inspect each document. */
export function dissect(exchange: Exchange): Dissected {
  const parts = known.get(exchange) ?? split(exchange);
  known.set(exchange, parts);
  return parts;
}

const known = new WeakMap<Exchange, Dissected>();

function split(exchange: Exchange): Dissected {
  const { method, path, response } = exchange;
  const parts = empty();
  const { document } = response;
  const root = { where: `${method} ${path} `, value: document };
  parts.documents.push(root);
  common(root, parts);
  take(root, 'jsonapi', parts.versions);
  const primary = members(root, 'data').flatMap(each);
  if (hasLinkage(exchange)) {
    parts.linkages.push(...members(root, 'data'));
    parts.identifiers.push(...primary);
  } else {
    for (const resource of primary) dissectResource(resource, parts);
  }
  for (const result of members(root, 'atomic:results').flatMap(each)) {
    parts.results.push(result);
    for (const resource of members(result, 'data').flatMap(each)) dissectResource(resource, parts);
  }
  for (const list of members(root, 'included')) {
    parts.includedLists.push(list);
    for (const resource of each(list)) dissectResource(resource, parts);
  }
  for (const error of members(root, 'errors').flatMap(each)) {
    parts.errors.push(error);
    common(error, parts);
  }
  return parts;
}

/** The names of all members of a document, at any depth. */
export function memberNames(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(memberNames);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...memberNames(inner)]);
}

/** True if the primary data is resource linkage: after a read of a relationship and, in JSON:API 1.1, after a write. */
export function hasLinkage({ method, path, response }: Exchange): boolean {
  const isModern = response.document?.jsonapi?.version === '1.1';
  return (method === 'GET' || isModern) && /^[^?]*\/relationships\//.test(path);
}

function empty(): Dissected {
  return {
    documents: [],
    resources: [],
    includedLists: [],
    identifiers: [],
    attributes: [],
    relationshipLists: [],
    relationships: [],
    linkages: [],
    linkLists: [],
    links: [],
    linkObjects: [],
    metas: [],
    versions: [],
    errors: [],
    results: [],
  };
}

function dissectResource(resource: Found, parts: Dissected): void {
  parts.resources.push(resource);
  common(resource, parts);
  take(resource, 'attributes', parts.attributes);
  for (const list of members(resource, 'relationships')) {
    parts.relationshipLists.push(list);
    for (const name of Object.keys(list.value)) dissectRelationship(inside(list, name), parts);
  }
}

function dissectRelationship(relationship: Found, parts: Dissected): void {
  parts.relationships.push(relationship);
  common(relationship, parts);
  const linkage = members(relationship, 'data');
  parts.linkages.push(...linkage);
  parts.identifiers.push(...linkage.flatMap(each));
}

/** The members that any object may have. */
function common(object: Found, parts: Dissected): void {
  take(object, 'meta', parts.metas);
  for (const list of members(object, 'links')) {
    parts.linkLists.push(list);
    const links = Object.keys(list.value ?? {}).map((name) => inside(list, name));
    parts.links.push(...links);
    parts.linkObjects.push(...links.filter(({ value }) => typeof value === 'object' && value !== null));
  }
}

function take(object: Found, name: string, list: Found[]): void {
  list.push(...members(object, name));
}

function members(object: Found, name: string): readonly Found[] {
  return Object.hasOwn(object.value, name) ? [inside(object, name)] : [];
}

function each(found: Found): readonly Found[] {
  if (found.value === null) return [];
  if (!Array.isArray(found.value)) return [found];
  return found.value.map((_, index) => inside(found, String(index)));
}

function inside({ where, value }: Found, name: string): Found {
  return { where: `${where}/${name}`, value: value[name] };
}
