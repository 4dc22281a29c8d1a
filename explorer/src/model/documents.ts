// Reads documents of the API as plain rows and errors.
import { errorsIn } from '@jsonapi-person-computer/client';
import { entries, isArray, isObject, items, member, number, text, type Json } from './json.ts';

export interface Row {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, Json>>;
  /** Linkage by relationship; undefined if the response has none. */
  readonly linkage: Readonly<Record<string, readonly Identifier[] | undefined>>;
  /** By relationship; undefined if the linkage is complete. Otherwise the linkage must not be treated as the set, nor sent back as the set. */
  readonly rest: Readonly<Record<string, Rest | undefined>>;
}

/** The members of a relationship that its linkage leaves out. */
export interface Rest {
  /** The total number of members, including those in the linkage. */
  readonly count: number;
  /** The link to the next page; undefined if there is none. */
  readonly next: string | undefined;
}

export interface Identifier {
  readonly type: string;
  readonly id: string;
}

export interface Rows {
  readonly rows: readonly Row[];
  /** The number of matches on all pages. */
  readonly count: number;
  readonly included: Included;
}

/** Included resources by `TYPE/ID`. */
export type Included = ReadonlyMap<string, Row>;

export interface ApiError {
  readonly status: string;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly pointer: string | undefined;
  readonly parameter: string | undefined;
}

export function keyOf({ type, id }: Identifier): string {
  return `${type}/${id}`;
}

/** The primary data of a document, one or many, with its included resources. */
export function parseRows(document: Json | undefined): Rows {
  const data = member(document, 'data');
  const rows = (isArray(data) ? data : isObject(data) ? [data] : []).map(parseRow);
  const included = items(member(document, 'included')).map(parseRow);
  return {
    rows,
    count: number(member(member(document, 'meta'), 'count')) ?? rows.length,
    included: new Map(included.map((row) => [keyOf(row), row])),
  };
}

function parseRow(json: Json): Row {
  const relationships = entries(member(json, 'relationships'));
  const linkage = relationships.map(([name, relationship]) => {
    return [name, parseLinkage(member(relationship, 'data'))] as const;
  });
  return {
    ...parseIdentifier(json),
    attributes: Object.fromEntries(entries(member(json, 'attributes'))),
    linkage: Object.fromEntries(linkage),
    rest: Object.fromEntries(relationships.flatMap(([name, relationship]) => parseRest(name, relationship))),
  };
}

function parseLinkage(data: Json | undefined): readonly Identifier[] | undefined {
  if (data === undefined) return undefined;
  if (data === null) return [];
  return (isArray(data) ? data : [data]).map(parseIdentifier);
}

function parseRest(name: string, relationship: Json): readonly (readonly [name: string, rest: Rest])[] {
  const meta = member(relationship, 'meta');
  if (member(meta, 'complete') !== false) return [];
  const count = number(member(meta, 'count')) ?? items(member(relationship, 'data')).length;
  return [[name, { count, next: nextLink(relationship) }]];
}

/** The link to the next page of a document or a relationship. */
export function nextLink(json: Json | undefined): string | undefined {
  return text(member(member(json, 'links'), 'next'));
}

export function parseIdentifier(json: Json | undefined): Identifier {
  return { type: text(member(json, 'type')) ?? '', id: text(member(json, 'id')) ?? '' };
}

/** The errors in a refusal. Errors that the service omitted become one more, and so does a response without any, such as a proxy's. */
export function parseErrors(document: Json | undefined, status: number): readonly ApiError[] {
  const { errors: found, omitted } = errorsIn(document);
  const errors = found.map(parseError);
  const titled = (title: string): ApiError => {
    return { status: String(status), code: '', title, detail: '', pointer: undefined, parameter: undefined };
  };
  if (errors.length === 0) return [titled(`The service responded with status ${status}`)];
  return omitted > 0 ? [...errors, titled(`… and ${omitted} more`)] : errors;
}

function parseError(json: Json): ApiError {
  const source = member(json, 'source');
  const of = (name: string): string => text(member(json, name)) ?? '';
  return {
    status: of('status'),
    code: of('code'),
    title: of('title'),
    detail: of('detail'),
    pointer: text(member(source, 'pointer')),
    parameter: text(member(source, 'parameter')),
  };
}

/** The field that an error's pointer refers to; undefined if there is none. */
export function fieldOfError({ pointer }: ApiError): string | undefined {
  const name = /^\/data\/(?:attributes|relationships)\/([^/]+)/u.exec(pointer ?? '')?.[1];
  return name?.replaceAll('~1', '/').replaceAll('~0', '~');
}
