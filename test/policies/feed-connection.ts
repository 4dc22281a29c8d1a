// Compares the entries of a stream on one connection with those of pages.
import { isDeepStrictEqual } from 'node:util';
import { checkOrder, readFrames } from '../support/event-frames.ts';
import type { StreamEvent } from '../support/event-stream.ts';
import { demand, FeedFault, type FeedObject, type Item } from './feed-pages.ts';

/** An entry that a stream must send. */
export interface Expected {
  readonly item: Item;
  /** The number of entries before it in the whole feed, without filters. */
  readonly index: number;
}

/** A connection, as far as it has been read. */
export interface Connection {
  /** The position at which it should begin; undefined: anywhere. */
  readonly after: string | undefined;
  /** When it was opened, in milliseconds. */
  readonly openedAt: number;
  readonly received: readonly Received[];
  /** All that was received. */
  readonly text: string;
}

export interface Received {
  readonly event: StreamEvent;
  /** When it was received, in milliseconds. */
  readonly at: number;
}

/** The number of entries of the whole feed that come before a position. */
export type IndexOf = (position: string) => number;

/**
 * A `refetch` may come once for several changes, and late. Everything else must come once and in order. No frame may have an `id` past an entry that
 * has not been sent, because the client may resume there.
 * @param expected all entries that the stream must send if it begins early enough
 * @returns those that it must still send; undefined if it has not even sent its first position
 * @throws FeedFault
 */
export function judgeConnection(
  { after, openedAt, received, text }: Connection,
  expected: readonly Expected[],
  indexOf: IndexOf,
): readonly Expected[] | undefined {
  demandForm(text);
  let judge: Judge | undefined;
  for (const { event } of received) {
    const { id } = event;
    if (id === undefined) {
      demand(isDeepStrictEqual(event.data, { code: 'stream-timeout' }), `ends with ${JSON.stringify(event)}`);
      continue;
    }
    const reached = indexOf(id);
    if (judge === undefined) {
      demand(event.event === 'position', `the first frame is ${JSON.stringify(event)}`);
      demand((after ?? id) === id, `begins at ${id}, not at ${after ?? ''}`);
      judge = new Judge(expected.filter(({ index }) => index >= reached));
    }
    judge.accept(event, reached);
  }
  demandPauses(received, openedAt);
  return judge?.untold();
}

/** Stricter than clients are. */
function demandForm(text: string): void {
  try {
    checkOrder(readFrames(text).frames);
  } catch (error) {
    throw new FeedFault(String(error));
  }
}

class Judge {
  readonly #changes: readonly Expected[];
  readonly #refetches: readonly Expected[];
  #told = 0;
  /** The index of the last `refetch` of each type. */
  readonly #refetched = new Map<string, number>();
  #reached = 0;

  constructor(expected: readonly Expected[]) {
    this.#changes = expected.filter(({ item }) => item.told !== undefined);
    this.#refetches = expected.filter(({ item }) => item.told === undefined);
  }

  untold(): readonly Expected[] {
    const isUntold = ({ item: { type }, index }: Expected): boolean => index > (this.#refetched.get(type) ?? -1);
    return [...this.#changes.slice(this.#told), ...this.#refetches.filter(isUntold)];
  }

  /** @param reached the number of entries before its `id` */
  accept({ event, id, data }: StreamEvent, reached: number): void {
    const says = `${event} ${id} ${JSON.stringify(data)}`;
    if (event === 'change') this.#acceptChange(data as FeedObject, reached);
    if (event === 'refetch') this.#acceptRefetch(data as FeedObject);
    demand(reached >= this.#reached, `its id goes back: ${says}`);
    this.#reached = reached;
    const [lost] = this.untold().filter(({ index }) => index < reached);
    demand(lost === undefined, `its id is behind ${JSON.stringify(lost?.item.object)}, which is not told: ${says}`);
  }

  #acceptChange(object: FeedObject, reached: number): void {
    const next = this.#changes[this.#told];
    demand(
      isDeepStrictEqual(object, next?.item.object),
      `tells ${JSON.stringify(object)} instead of ${JSON.stringify(next?.item.object)}`,
    );
    this.#told += 1;
    const index = next?.index ?? 0;
    const waits = this.untold().some((each) => each.index < index);
    demand(waits || reached === index + 1, `the id is not the place of ${JSON.stringify(object)}`);
  }

  #acceptRefetch(object: FeedObject): void {
    const found = this.#refetches.find(({ item }) => isDeepStrictEqual(item.object, object));
    demand(found !== undefined, `tells ${JSON.stringify(object)}, which no page tells`);
    const { item, index } = found;
    demand(index > (this.#refetched.get(item.type) ?? -1), `tells again ${JSON.stringify(object)}`);
    const [skipped] = this.#changes.slice(this.#told);
    demand(skipped === undefined || skipped.index > index, `tells too early ${JSON.stringify(object)}`);
    this.#refetched.set(item.type, index);
  }
}

/** The minimum time between two `refetch` of one type, in milliseconds. */
const PAUSE = 1000;

/** Counts them, because single ones can be delayed on their way. Before it ends, a stream sends those that wait. */
function demandPauses(received: readonly Received[], openedAt: number): void {
  const isEnded = received.at(-1)?.event.event === 'end';
  const refetches = received.filter(({ event: { event } }) => event === 'refetch');
  const typeOf = ({ event: { data } }: Received): string => (data as FeedObject).attributes.resource_type ?? '';
  for (const [type, told] of Map.groupBy(refetches, typeOf)) {
    const most = 1 + Math.floor(((told.at(-1)?.at ?? openedAt) - openedAt) / PAUSE) + (isEnded ? 1 : 0);
    demand(told.length <= most, `${type} is to be read again ${told.length} times, which is too often`);
  }
}
