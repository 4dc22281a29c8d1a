// A reader that follows the feed with several streams during writes. They share parts of the feed, are cut and resume, and use filters.
import type { Dice } from './dice.ts';
import { judgeConnection, type Expected } from './feed-connection.ts';
import { demand, FeedFault, readPage, type Feed, type Item, type Query } from './feed-pages.ts';
import { fieldsInFeed, readableTypes, type Reader } from './feed-rows.ts';
import { FollowedStream, type Manner } from './feed-stream.ts';
import type { FeedTally } from './feed-tally.ts';
import { withFields } from './feed-walks.ts';

/** The most streams of a reader, fewer than one subject may have. */
const MOST = 10;
/** No row has it. */
const NO_ID = 999_999;
const PATIENCE_MILLIS = 30_000;

export class FollowingStreams {
  readonly #feed: Feed;
  readonly #reader: Reader;
  readonly #dice: Dice;
  readonly #streams: FollowedStream[] = [];
  #start = '';
  /** The number of streams that were opened at the start. */
  #early = 0;

  /** @param dice for these streams alone, because the order of throws depends on timing */
  constructor(feed: Feed, reader: Reader, dice: Dice) {
    this.#feed = feed;
    this.#reader = reader;
    this.#dice = dice;
  }

  /** @param start the position of the end */
  async begin(start: string): Promise<void> {
    this.#start = start;
    const manners: readonly Manner[] = [
      { query: {} },
      { query: {}, isSlow: true },
      { query: {}, resumes: true },
      { query: this.#drawQuery(), resumes: true },
      { query: { ...this.#drawQuery(), 'page[after]': this.#dice.oneOf(['now', start]) } },
    ];
    await Promise.all(manners.map((manner) => this.#open(manner).begun()));
    this.#early = this.#streams.length;
  }

  /** Cuts some streams, which resume, and opens others. */
  stir(positions: readonly string[]): void {
    for (const stream of this.#streams) if (stream.manner.resumes === true && this.#dice.chance(0.3)) stream.resume();
    if (this.#streams.length >= MOST || !this.#dice.chance(0.5)) return;
    const after = this.#dice.oneOf([this.#start, ...positions]);
    this.#open({ query: { ...this.#drawQuery(), 'page[after]': after }, resumes: this.#dice.chance(0.5) });
  }

  /**
   * Waits until each stream has sent everything in the feed.
   * @param whole the feed from the start, one entry per page
   * @throws FeedFault if one does not, or has sent anything else
   */
  async finish(whole: readonly Item[], tally: FeedTally): Promise<void> {
    const positions = new Positions(this.#feed, whole, this.#start);
    const isPatient = this.#dice.chance(0.2);
    for (const stream of this.#streams) stream.hurry();
    for (const [index, stream] of this.#streams.entries()) {
      const expected = this.#expectedOf(whole, stream.manner.query);
      await finish(stream, expected, positions, isPatient);
      const isWhole = index >= this.#early || positions.indexOf(stream.firstId) === 0;
      demand(isWhole, `${stream.name} does not begin at the end, but at ${stream.firstId}`);
      tally.countStream(stream.connections, expected);
    }
  }

  close(): void {
    for (const stream of this.#streams) stream.close();
  }

  #open(manner: Manner): FollowedStream {
    const stream = new FollowedStream(this.#feed, manner);
    this.#streams.push(stream);
    stream.connect();
    return stream;
  }

  #drawQuery(): Query {
    const dice = this.#dice;
    const types = readableTypes(this.#reader);
    const type = dice.oneOf(types);
    const fieldsets = dice.some(types, 0.6).map((each): readonly [string, string] => {
      return [`fields[${each}]`, dice.some(fieldsInFeed(this.#reader, each), 0.5).join()];
    });
    return dice.oneOf<Query>([
      {},
      Object.fromEntries(fieldsets),
      Object.fromEntries(fieldsets),
      { 'filter[type]': type, ...Object.fromEntries(fieldsets) },
      { 'filter[type]': type, 'filter[id]': String(dice.oneOf([1, 2, 3, 4, NO_ID])) },
    ]);
  }

  #expectedOf(whole: readonly Item[], query: Query): readonly Expected[] {
    const { 'filter[type]': type, 'filter[id]': id } = query;
    return whole.flatMap((item, index) => {
      if (item.type !== (type ?? item.type) || (item.told?.id ?? id) !== (id ?? item.told?.id)) return [];
      const fewer = readableTypes(this.#reader).reduce<readonly Item[]>(
        (items, each) => {
          const names = query[`fields[${each}]`]?.split(',');
          return names === undefined ? items : items.flatMap((one) => withFields(one, each, names));
        },
        [item],
      );
      return fewer.map((each) => ({ item: each, index }));
    });
  }
}

/** @param isPatient false: cuts a stream in which only `refetch` entries wait, because it sends them at once when it resumes */
async function finish(
  stream: FollowedStream,
  expected: readonly Expected[],
  positions: Positions,
  isPatient: boolean,
): Promise<void> {
  const deadline = performance.now() + PATIENCE_MILLIS;
  for (let mayCut = !isPatient; ;) {
    const { version } = stream;
    const untold = await judge(stream, expected, positions);
    if (untold?.length === 0) return;
    const isWaiting = untold?.every(({ item }) => item.told === undefined) === true;
    if (mayCut && isWaiting) {
      mayCut = false;
      stream.resume();
    } else if (!(await stream.change(version, deadline)))
      throw new FeedFault(`${stream.name} does not tell ${JSON.stringify(untold?.map(({ item }) => item.object))}`);
  }
}

/** @returns the entries that the last connection must still send */
async function judge(
  stream: FollowedStream,
  expected: readonly Expected[],
  positions: Positions,
): Promise<readonly Expected[] | undefined> {
  stream.requireGood();
  let untold: readonly Expected[] | undefined;
  for (const [index, { after, openedAt, text, received }] of stream.connections.entries()) {
    // More may arrive during the awaits below.
    const read = { after, openedAt, text, received: [...received] };
    await positions.learn(read.received.flatMap(({ event: { id } }) => id ?? []));
    try {
      untold = judgeConnection(read, expected, (position) => positions.indexOf(position));
    } catch (error) {
      if (!(error instanceof FeedFault)) throw error;
      throw new FeedFault(`${stream.name}, connection ${index + 1}: ${error.message}`);
    }
  }
  return untold;
}

/** Locates positions by the first entry that a page shows after them. */
class Positions {
  readonly #feed: Feed;
  readonly #ids: readonly string[];
  readonly #indexes: Map<string, number>;

  constructor(feed: Feed, whole: readonly Item[], start: string) {
    this.#feed = feed;
    this.#ids = whole.map(({ id }) => id);
    this.#indexes = new Map([[start, 0], ...whole.map(({ cursor }, index) => [cursor, index + 1] as const)]);
  }

  async learn(positions: readonly string[]): Promise<void> {
    for (const position of positions) {
      if (this.#indexes.has(position)) continue;
      const { items } = await readPage(this.#feed, { 'page[after]': position, 'page[size]': '1' });
      const [next] = items;
      const index = next === undefined ? this.#ids.length : this.#ids.indexOf(next.id);
      demand(index >= 0, `behind ${position}, a page tells ${JSON.stringify(next?.object)}, which is not in the feed`);
      this.#indexes.set(position, index);
    }
  }

  /** The number of entries before a position that has been learnt. */
  indexOf(position: string): number {
    return this.#indexes.get(position) ?? NaN;
  }
}
