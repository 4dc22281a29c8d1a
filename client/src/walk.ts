import type { Resource, WalkSettings } from './operations.ts';
import { includedSet, membersIn, type CompoundDocument, type Identifier } from './related.ts';

/** A page of a list by cursor. */
export interface WalkedPage {
  readonly data: readonly unknown[];
  readonly links: { readonly prev: string | null; readonly next: string | null };
  readonly meta?: { readonly count: number };
}

/**
 * Yields the items of a list, fetching each page when the items of the previous one have been used.
 * @param fetchPage fetches the page with these parameters
 */
export async function* walkPages(
  fetchPage: (page: Readonly<Record<string, unknown>>) => Promise<WalkedPage>,
  { from = '', backward = false, onTotal }: WalkSettings,
): AsyncGenerator<unknown, void, undefined> {
  const parameter = backward ? 'page[before]' : 'page[after]';
  let cursor: string | undefined = from;
  let isFirst = true;
  while (cursor !== undefined) {
    const counts: boolean = isFirst && onTotal !== undefined;
    const page: WalkedPage = await fetchPage({ [parameter]: cursor, ...(!counts && { 'page[total]': false }) });
    if (counts && page.meta !== undefined) onTotal?.(page.meta.count);
    isFirst = false;
    yield* backward ? page.data.toReversed() : page.data;
    cursor = cursorIn(backward ? page.links.prev : page.links.next, parameter);
  }
}

/**
 * Yields the members of an included set: first those that the document includes, then those of each further page.
 * @throws Error if the request did not include them
 */
export async function* walkSet(
  document: CompoundDocument,
  resource: Resource,
  name: string,
  morePages: AsyncIterable<CompoundDocument & { readonly data: readonly Identifier[] }>,
): AsyncGenerator<unknown, void, undefined> {
  yield* includedSet(document, resource, name);
  for await (const page of morePages) yield* membersIn(page, page.data, resource, name);
}

/** Of a link, only the cursor is used: the path can differ from the one in front of a proxy, and the headers must not reach another host. */
function cursorIn(link: string | null, parameter: string): string | undefined {
  return link === null ? undefined : (new URL(link, 'http://localhost').searchParams.get(parameter) ?? undefined);
}
