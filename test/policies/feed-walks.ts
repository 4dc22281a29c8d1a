// Every way of reading the feed must show the same: in pages of any size, from any position, and through filters.
import { isDeepStrictEqual } from 'node:util';
import { resources } from '#test/support/model';
import type { ResourceType } from '#domain/schema';
import type { Dice } from './dice.ts';
import { demand, endOf, FeedFault, targetOf, walk, type Feed, type FeedPage, type Item } from './feed-pages.ts';
import { fieldsInFeed, readableTypes, type Reader } from './feed-rows.ts';

/** The whole feed of a reader, one object per page. */
export async function readWhole(feed: Feed, after: string): Promise<readonly Item[]> {
  const pages = await walk(feed, after, () => 1);
  demand(pages.at(-1)?.position === (await endOf(feed)), 'the last position is not that of the end');
  const whole = pages.flatMap(({ items }) => items);
  demand(new Set(whole.map(({ cursor }) => cursor)).size === whole.length, 'two objects have the same position');
  return whole;
}

/** @throws FeedFault unless pages show the same as the whole feed, with at most one `refetch` per type and page */
export function demandSame(pages: readonly FeedPage[], whole: readonly Item[], what: string): void {
  let next = 0;
  let passable = new Set<string>();
  const isPassable = (item: Item | undefined): boolean =>
    item !== undefined && item.told === undefined && passable.has(item.type);
  for (const { items } of pages) {
    const told = new Set<string>();
    for (const item of items) {
      while (whole[next]?.id !== item.id && isPassable(whole[next])) next += 1;
      const expected = whole[next];
      if (expected === undefined || !isDeepStrictEqual(item.object, expected.object))
        throw new FeedFault(
          `${what} tells ${JSON.stringify(item.object)}, the whole feed ${JSON.stringify(expected?.object)}`,
        );
      next += 1;
      if (item.told === undefined) told.add(item.type);
      // From here on, this page has a `refetch` even if the page before had one of the same type.
      passable = new Set([...told]);
    }
    if (items.length > 0) passable = told;
  }
  while (isPassable(whole[next])) next += 1;
  const missing = whole[next];
  if (missing !== undefined) throw new FeedFault(`${what} does not tell ${JSON.stringify(missing.object)}`);
}

interface Walks {
  readonly reader: Reader;
  readonly feed: Feed;
  readonly whole: readonly Item[];
  /** The position before it. */
  readonly start: string;
  readonly dice: Dice;
}

/** @throws FeedFault */
export async function demandSameInWalks({ feed, whole, start, dice, reader }: Walks): Promise<void> {
  const end = await endOf(feed);
  const same = async (after: string, expected: readonly Item[], what: string, query = {}): Promise<void> => {
    const sizes = dice.oneOf([[1], [2], [1, 2, 3], [7], [1000]]);
    const pages = await walk(feed, after, () => dice.oneOf(sizes), query);
    demand(pages.at(-1)?.position === end, `the last position of ${what} is not that of the end`);
    demandSame(pages, expected, what);
  };
  await same(start, whole, 'a walk');
  for (const item of dice.few(whole, 6))
    await same(item.cursor, whole.slice(whole.indexOf(item) + 1), `what is behind ${JSON.stringify(item.object)}`);
  for (const type of readableTypes(reader)) {
    const query = { 'filter[type]': type };
    const ofType = whole.filter((item) => item.type === type);
    await same(start, ofType, `filter[type]=${type}`, query);
    const ids = [...new Set(whole.flatMap(({ told }) => told?.id ?? [])), '1', '999999'];
    const id = dice.oneOf(ids);
    const ofOne = ofType.filter(({ told }) => told === undefined || told.id === id);
    await same(start, ofOne, `filter[type]=${type} and filter[id]=${id}`, { ...query, 'filter[id]': id });
    const names = dice.some(fieldsInFeed(reader, type), 0.5);
    const fewer = whole.flatMap((item) => withFields(item, type, names));
    await same(start, fewer, `fields[${type}]=${names.join()}`, { [`fields[${type}]`]: names.join() });
  }
}

/** The object with only some fields of a type; none if it changes none of them. */
export function withFields(item: Item, type: ResourceType, names: readonly string[]): readonly Item[] {
  const { told, object } = item;
  if (told?.type !== type) return [item];
  const changed = object.attributes.changed?.filter((name) => names.includes(name));
  if (changed?.length === 0) return [];
  const { after } = object.attributes;
  const shown = after && Object.fromEntries(Object.entries(after).filter(([name]) => names.includes(name)));
  const attributes = { ...object.attributes, ...(changed && { changed }), ...(shown && { after: shown }) };
  return [{ ...item, object: { ...object, attributes } }];
}

/** @throws FeedFault unless another reader's position is refused */
export async function demandOtherView({ service, actor }: Feed, position: string, reader: Reader): Promise<void> {
  const target = targetOf({ 'page[after]': position });
  const { status, text } = await service.ask({ method: 'GET', route: '/changes', target, headers: {} }, actor);
  const { errors = [] } = JSON.parse(text) as { readonly errors?: readonly { readonly meta?: object }[] };
  const refetch = readableTypes(reader).map((type) => resources[type].path);
  const isRefused = status === 410 && isDeepStrictEqual(errors[0]?.meta, { reason: 'other-view', refetch });
  demand(isRefused, `another reader's position is answered with ${status} ${text}`);
}

/** @throws FeedFault if texts have parts in common, or differ in length, because they could reveal how much is hidden between them */
export function demandOpaque(texts: readonly string[], what: string): void {
  const bytes = [...new Set(texts)].map((text) => Buffer.from(text.slice(1), 'base64url'));
  const [first] = bytes;
  for (const [index, each] of bytes.entries()) {
    demand(each.length === first?.length, `${what} differ in length: ${String(texts)}`);
    const before = bytes[index - 1];
    if (before === undefined) continue;
    const equal = each.filter((byte, at) => byte === before[at]).length;
    demand(4 * equal < each.length, `${what} are alike: ${texts.slice(0, 5).join(' ')}`);
  }
}
