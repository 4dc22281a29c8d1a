// Pages of the feed as an actor reads them, with every member checked.
import type { Actor } from '#application/model/actor';
import type { Service } from './services.ts';
import type { Told } from './feed-rows.ts';

/** A change that the feed shows but should not, or should show but does not. */
export class FeedFault extends Error {}

/** One object of the feed. */
export interface Item {
  readonly id: string;
  readonly cursor: string;
  readonly at: string;
  /** Undefined for a `refetch`. */
  readonly told: Told | undefined;
  /** The type to read again, or that of the resource. */
  readonly type: string;
  readonly object: FeedObject;
}

export interface FeedPage {
  readonly items: readonly Item[];
  readonly position: string;
  readonly isLast: boolean;
}

export interface FeedObject {
  readonly type: string;
  readonly id: string;
  readonly attributes: {
    readonly action: string;
    readonly at: string;
    readonly changed?: readonly string[];
    readonly after?: Readonly<Record<string, unknown>>;
    readonly resource_type?: string;
  };
  readonly relationships?: { readonly subject: { readonly data: { readonly type: string; readonly id: string } } };
  readonly meta: { readonly etag?: string; readonly page: { readonly cursor: string } };
}

interface FeedDocument {
  readonly data: readonly FeedObject[];
  readonly links: { readonly self: string; readonly next: string | null };
  readonly meta: { readonly position: string };
}

/** The feed as one actor reads it. */
export interface Feed {
  readonly service: Service;
  /** Undefined for an open service. */
  readonly actor: Actor | undefined;
}

export type Query = Readonly<Record<string, string>>;

/** @throws FeedFault if the response is not a page, or is a wrong one */
export async function readPage(feed: Feed, query: Query): Promise<FeedPage> {
  return pageAt(feed, targetOf(query), Number(query['page[size]'] ?? Infinity));
}

/** The position of the end. */
export async function endOf(feed: Feed): Promise<string> {
  const { items, position, isLast } = await readPage(feed, { 'page[after]': 'now' });
  demand(items.length === 0 && isLast, 'something is told behind the end');
  return position;
}

/**
 * Reads from a position to the end.
 * @param sizeOf the size of the next page
 */
export async function walk(feed: Feed, after: string, sizeOf: () => number, query: Query = {}): Promise<FeedPage[]> {
  const pages: FeedPage[] = [];
  for (let place = after; ;) {
    const page = await readPage(feed, { ...query, 'page[after]': place, 'page[size]': String(sizeOf()) });
    pages.push(page);
    if (page.isLast) return pages;
    demand(page.position !== place, 'a page that is not the last goes no further');
    place = page.position;
  }
}

async function pageAt({ service, actor }: Feed, target: string, size: number): Promise<FeedPage> {
  const { status, text } = await service.ask({ method: 'GET', route: '/changes', target, headers: {} }, actor);
  demand(status === 200, `GET ${decodeURIComponent(target)} answers ${status} ${text}`);
  const { data, links, meta } = JSON.parse(text) as FeedDocument;
  demand(data.length <= size, `a page of ${size} has ${data.length} objects`);
  const { next } = links;
  const after = next === null ? null : new URLSearchParams(next.split('?')[1]).get('page[after]');
  demand(after === null || after === meta.position, 'the next page does not begin at the position');
  const items = data.map(itemOf);
  const read = items.filter(({ told }) => told === undefined).map(({ type }) => type);
  demand(new Set(read).size === read.length, 'a page tells twice to read a type again');
  return { items, position: meta.position, isLast: next === null };
}

export function targetOf(query: Query): string {
  return `/changes?${new URLSearchParams(query).toString()}`;
}

/** @throws FeedFault if it has any other member than it must */
export function itemOf(object: FeedObject): Item {
  const { type, id, attributes, relationships, meta, ...others } = object;
  const { action, at, changed, after, resource_type: readAgain, ...unknown } = attributes;
  const isRefetch = action === 'refetch';
  const says = JSON.stringify(object);
  demand(type === 'change' && Object.keys({ ...others, ...unknown }).length === 0, `unknown members: ${says}`);
  demand(/^c[A-Za-z0-9_-]+$/.test(id) && /^p[A-Za-z0-9_-]{1,199}$/.test(meta.page.cursor), `the texts of ${says}`);
  demand(
    Object.keys(meta).every((name) => name === 'etag' || name === 'page'),
    `the meta of ${says}`,
  );
  demand((meta.etag !== undefined) === (action === 'created' || action === 'updated'), `the tag of ${says}`);
  const named = { id, cursor: meta.page.cursor, at, object };
  if (isRefetch) {
    const isBare = relationships === undefined && changed === undefined && after === undefined;
    demand(isBare && readAgain !== undefined, `more than to read again: ${says}`);
    return { ...named, told: undefined, type: readAgain };
  }
  demand(readAgain === undefined && relationships !== undefined, `a change without a subject: ${says}`);
  const { data: subject } = relationships.subject;
  const told = { ...subject, action, ...(changed && { changed }), ...(after && { after }) } as Told;
  return { ...named, told, type: subject.type };
}

/** @throws FeedFault unless the condition holds */
export function demand(condition: boolean, fault: string): asserts condition {
  if (!condition) throw new FeedFault(fault);
}
