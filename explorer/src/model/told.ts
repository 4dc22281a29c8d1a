// The entries of the changes feed, and the parts of the page that they affect.
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
  /** The same text for all changes of a transaction. */
  readonly at: string;
  /** The resources that it links to, as `TYPE/ID`; undefined if the change does not show them. */
  readonly links: readonly string[] | undefined;
}

export interface Refetch {
  readonly action: 'refetch';
  readonly type: string;
  readonly at: string;
}

/** Parses an object of the feed; undefined if its kind is unknown. */
export function parseTold(json: Json | undefined): Told | undefined {
  const attributes = member(json, 'attributes');
  const at = text(member(attributes, 'at')) ?? '';
  const action = text(member(attributes, 'action'));
  if (action === 'refetch') return { action, type: text(member(attributes, 'resource_type')) ?? '', at };
  if (action !== 'created' && action !== 'updated' && action !== 'deleted') return undefined;
  const subject = parseIdentifier(member(member(member(json, 'relationships'), 'subject'), 'data'));
  return { ...subject, action, at, links: action === 'deleted' ? [] : linksIn(attributes) };
}

/** A change omits its content if that is too large, and always omits many-to-many links. */
function linksIn(attributes: Json | undefined): readonly string[] | undefined {
  const after = member(attributes, 'after');
  const shown = entries(after);
  const isWhole = isObject(after) && texts(member(attributes, 'changed')).every((name) => Object.hasOwn(after, name));
  return isWhole ? shown.flatMap(([, value]) => (isObject(value) ? [keyOf(parseIdentifier(value))] : [])) : undefined;
}

/** The key of the resource or type that has changed. */
export function keyOfTold(told: Told): string {
  return told.action === 'refetch' ? told.type : keyOf(told);
}

/** True if the change affects, or may affect, what a row shows. */
export function concerns(told: Told, resource: Resource, row: Row): boolean {
  const related = relationshipsOf(resource).filter(
    ({ to, name }) => to === told.type && row.linkage[name] !== undefined,
  );
  if (told.action === 'refetch') return told.type === row.type || related.length > 0;
  if (keyOf(told) === keyOf(row)) return true;
  if (related.length === 0) return false;
  const isLinked = related.some(({ name }) => {
    // The changed resource may be among the members that have not been loaded.
    return row.rest[name] !== undefined || row.linkage[name]?.some((linked) => linked.id === told.id) === true;
  });
  return isLinked || (told.links?.includes(keyOf(row)) ?? true);
}

/**
 * The number of changes that a list shows only after a reload, because they may add, remove or move rows; `some` if it is unknown.
 * Updates do not move the rows of a list without a filter or an order.
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

/** The related types that a filter depends on. */
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

/** The types along a path. */
function typesOn(api: Api, resource: Resource, path: string): readonly string[] {
  const steps = path.split('__');
  return steps.flatMap((_, place) => {
    const field = follow(api, resource, steps.slice(0, place + 1).join('__'));
    return field?.kind === 'relationship' ? [field.to] : [];
  });
}

/** A change with the time when the page received it, as `performance.now()`. */
export type Heard = Told & { readonly heardAt: number };

const mostKept = 1000;

/**
 * Adds changes to those received earlier, by resource.
 * @param since drops changes received before this time
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

/** Replaces many changes by one `refetch` per type. */
export function condensed(told: readonly Heard[]): readonly Heard[] {
  const last = new Map(told.map((change) => [change.type, change]));
  return [...last.values()].map(({ type, at, heardAt }) => ({ action: 'refetch', type, at, heardAt }));
}
