// Reads the feed of changes over HTTP.
import { expect } from 'chai';
import { query, type ApiClient, type ApiResponse } from '../../support/api-client.ts';
import type { Identifier } from '../../support/resource-objects.ts';

/** A change, as the API shows it. */
export interface ShownChange {
  readonly type: 'change';
  readonly id: string;
  readonly attributes: {
    readonly action: 'created' | 'updated' | 'deleted';
    readonly at: string;
    readonly changed?: readonly string[];
    readonly after?: Readonly<Record<string, unknown>>;
  };
  readonly relationships: { readonly subject: { readonly data: Identifier } };
  readonly meta: { readonly etag?: string; readonly page: { readonly cursor: string }; readonly consistency?: string };
}

/** A page of the feed. */
export interface FeedPage {
  readonly data: readonly ShownChange[];
  readonly links: { readonly self: string; readonly next: string | null };
  readonly meta: { readonly position: string };
}

type Parameters = Readonly<Record<string, string>>;

export function getFeed(client: ApiClient, parameters: Parameters = {}): Promise<ApiResponse> {
  return client.get(`/changes${query(parameters)}`);
}

/** Requests a page and checks that the response is one. */
export async function feedPage(client: ApiClient, parameters: Parameters): Promise<FeedPage> {
  return pageIn(await getFeed(client, parameters));
}

export function pageIn({ status, text, document }: ApiResponse): FeedPage {
  expect(status, text).to.equal(200);
  return document as FeedPage;
}

/** The position after all changes. */
export async function feedEnd(client: ApiClient): Promise<string> {
  return (await feedPage(client, { 'page[after]': 'now' })).meta.position;
}

/** The pages after a position, by following links. */
export async function feedPages(
  client: ApiClient,
  position: string,
  parameters: Parameters = {},
): Promise<readonly FeedPage[]> {
  const pages = [await feedPage(client, { 'page[after]': position, ...parameters })];
  for (let next = pages[0]?.links.next ?? null; next !== null;) {
    const page = pageIn(await client.get(next));
    expect(page.links.self).to.equal(next);
    pages.push(page);
    ({ next } = page.links);
  }
  return pages;
}

/** All changes after a position. */
export async function changesSince(
  client: ApiClient,
  position: string,
  parameters: Parameters = {},
): Promise<readonly ShownChange[]> {
  return (await feedPages(client, position, parameters)).flatMap(({ data }) => data);
}

/** The changes that work makes. */
export async function changesBy(client: ApiClient, work: () => Promise<unknown>): Promise<readonly ShownChange[]> {
  const position = await feedEnd(client);
  await work();
  return changesSince(client, position);
}

/** @example 'updated person 1' */
export function summaryOf({ attributes: { action }, relationships }: ShownChange): string {
  const { type, id } = relationships.subject.data;
  return `${action} ${type} ${id}`;
}
