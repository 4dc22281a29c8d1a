// A reader that keeps copies of lists, and reads a list again when the feed says so.
import { isDeepStrictEqual } from 'node:util';
import type { ResourceType } from '#domain/schema';
import { endOf, FeedFault, walk, type Feed } from './feed-pages.ts';
import { readList, type Reader, type ShownRow } from './feed-rows.ts';

export class Copies {
  readonly #feed: Feed;
  readonly #reader: Reader;
  readonly #copies = new Map<ResourceType, ReadonlyMap<string, ShownRow>>();
  #position = '';
  /** The number of lists that were read again, and of those that had changed. */
  readonly again = { read: 0, changed: 0 };

  constructor(feed: Feed, reader: Reader) {
    this.#feed = feed;
    this.#reader = reader;
  }

  async begin(types: readonly ResourceType[]): Promise<void> {
    this.#position = await endOf(this.#feed);
    for (const type of types) this.#copies.set(type, await this.#read(type));
  }

  /** @throws FeedFault if a copy differs from its list */
  async catchUp(sizeOf: () => number): Promise<void> {
    const pages = await walk(this.#feed, this.#position, sizeOf);
    this.#position = pages.at(-1)?.position ?? this.#position;
    const told = new Set(pages.flatMap(({ items }) => items.flatMap((item) => (item.told ? [] : [item.type]))));
    for (const [type, copy] of this.#copies) {
      const list = await this.#read(type);
      const isSame = isDeepStrictEqual(list, copy);
      if (!isSame && !told.has(type)) throw new FeedFault(`${type} has changed, but is not told to be read again`);
      if (told.has(type)) this.again.read += 1;
      if (!isSame) this.again.changed += 1;
      this.#copies.set(type, list);
    }
  }

  #read(type: ResourceType): Promise<ReadonlyMap<string, ShownRow>> {
    return readList(this.#feed.service, this.#reader, type);
  }
}
