// What the feed of changes tells, and what of the page it concerns.
import type { Api, Resource } from './api.ts';
import { keyOf, parseIdentifier, type Identifier, type Row } from './documents.ts';
import { follow, relationshipsOf, resourceOf } from './fields.ts';
import { entries, isArray, isObject, member, text, texts, type Json } from './json.ts';
import type { Question } from './question.ts';
import { chosenColumns } from './requests.ts';

/** `refetch`: any resource of the type may have changed. */
export type Told = ToldChange | Refetch;

export interface ToldChange extends Identifier {
  readonly action: 'created' | 'updated' | 'deleted';
  /** One text for all changes of a transaction. */
  readonly at: string;
  /** The resources that it links to, by `TYPE/ID`; undefined if the change does not say. */
  readonly links: readonly string[] | undefined;
}

export interface Refetch {
  readonly action: 'refetch';
  readonly type: string;
  readonly at: string;
}

/** Reads an object of the feed; undefined for one of an unknown kind. */
export function parseTold(json: Json | undefined): Told | undefined {
  const attributes = member(json, 'attributes');
  const at = text(member(attributes, 'at')) ?? '';
  const action = text(member(attributes, 'action'));
  if (action === 'refetch') return { action, type: text(member(attributes, 'resource_type')) ?? '', at };
  if (action !== 'created' && action !== 'updated' && action !== 'deleted') return undefined;
  const subject = parseIdentifier(member(member(member(json, 'relationships'), 'subject'), 'data'));
  return { ...subject, action, at, links: action === 'deleted' ? [] : linksIn(attributes) };
}

/** A change does not show its content if it is too large, nor its many-to-many links. */
function linksIn(attributes: Json | undefined): readonly string[] | undefined {
  const after = member(attributes, 'after');
  const shown = entries(after);
  const isWhole = isObject(after) && texts(member(attributes, 'changed')).every((name) => Object.hasOwn(after, name));
  return isWhole ? shown.flatMap(([, value]) => (isObject(value) ? [keyOf(parseIdentifier(value))] : [])) : undefined;
}

/** Identifies what has changed. */
export function keyOfTold(told: Told): string {
  return told.action === 'refetch' ? told.type : keyOf(told);
}

/** True if something has changed that a row shows, or may show. */
export function concerns(told: Told, resource: Resource, row: Row): boolean {
  const related = relationshipsOf(resource).filter(
    ({ to, name }) => to === told.type && row.linkage[name] !== undefined,
  );
  if (told.action === 'refetch') return told.type === row.type || related.length > 0;
  if (keyOf(told) === keyOf(row)) return true;
  if (related.length === 0) return false;
  const isLinked = related.some(({ name }) => {
    // The members that have not been read may include it.
    return row.rest[name] !== undefined || row.linkage[name]?.some((linked) => linked.id === told.id) === true;
  });
  return isLinked || (told.links?.includes(keyOf(row)) ?? true);
}

/**
 * The number of changes that a list shows only when it is read again, because rows may come, go or move; `some` if it is not known.
 * Updates keep the rows of a list without filter and order where they are.
 */
export function awaiting(api: Api, resource: Resource, question: Question, told: readonly Told[]): number | 'some' {
  const { filter, search, sort } = question;
  const isSelected = filter.length > 0 || search !== '';
  const isPlain = !isSelected && sort.length === 0;
  const named = new Set([
    ...typesIn(api, resource, filter),
    ...sort.flatMap(({ path }) => typesOn(api, resource, path)),
  ]);
  const shown = chosenColumns(resource, question).flatMap((field) => (field.kind === 'relationship' ? [field.to] : []));
  const counted = told.filter(({ action, type }) => {
    if (action === 'refetch') return type === resource.type || named.has(type) || shown.includes(type);
    return type === resource.type ? !isPlain || action !== 'updated' : named.has(type);
  });
  return counted.some(({ action }) => action === 'refetch') ? 'some' : counted.length;
}

/** The related types that a filter reads. */
function typesIn(api: Api, resource: Resource, filter: Json): readonly string[] {
  if (isArray(filter)) return filter.flatMap((each) => typesIn(api, resource, each));
  if (!isObject(filter)) return [];
  const path = text(filter['name']);
  if (path === undefined) return Object.values(filter).flatMap((each) => typesIn(api, resource, each));
  const field = follow(api, resource, path);
  const related = field?.kind === 'relationship' ? resourceOf(api, field.to) : undefined;
  return [
    ...typesOn(api, resource, path),
    ...typesOn(api, resource, text(filter['field']) ?? ''),
    ...(related === undefined ? [] : typesIn(api, related, filter['val'] ?? null)),
  ];
}

/** The types that a path leads through and to. */
function typesOn(api: Api, resource: Resource, path: string): readonly string[] {
  const steps = path.split('__');
  return steps.flatMap((_, place) => {
    const field = follow(api, resource, steps.slice(0, place + 1).join('__'));
    return field?.kind === 'relationship' ? [field.to] : [];
  });
}

/** A change, and when the page heard of it, as `performance.now()`. */
export type Heard = Told & { readonly heardAt: number };

const mostKept = 1000;

/**
 * Adds changes to those told before, by resource.
 * @param since those told before this time are left out
 */
export function merged(
  before: ReadonlyMap<string, Heard>,
  told: readonly Heard[],
  since: number,
): ReadonlyMap<string, Heard> {
  const all = new Map([...before].filter(([, { heardAt }]) => heardAt >= since));
  for (const change of told) {
    const key = keyOfTold(change);
    const isNew = all.get(key)?.action === 'created';
    if (isNew && change.action === 'deleted') all.delete(key);
    else all.set(key, isNew && change.action === 'updated' ? { ...change, action: 'created' } : change);
  }
  return all.size > mostKept ? new Map(condensed([...all.values()]).map((each) => [each.type, each])) : all;
}

/** Many changes as few: their types are to be read again. */
export function condensed(told: readonly Heard[]): readonly Heard[] {
  const last = new Map(told.map((change) => [change.type, change]));
  return [...last.values()].map(({ type, at, heardAt }) => ({ action: 'refetch', type, at, heardAt }));
}
