// A feed in memory whose storage can be slow or unavailable, and readers who follow it.
import { MemoryChanges } from '#adapters/memory/changes';
import { ActorFeed, openFeed } from '#application/access/actor-feed';
import { feedRulesOf } from '#application/access/feed-rules';
import type { FeedPlace } from '#application/model/feed-place';
import { noRequest } from '#application/model/origin';
import type { ChangeFeed, ChangeQuery, FeedFigures, LookedAt } from '#application/ports/change-feed';
import type { EntriesWanted, FeedEntry } from '#application/reading/feed-entries';
import { FollowLive, type LivePart } from '#application/reading/follow-live';
import type { LiveFeed, LiveTimes } from '#application/reading/live-feed';
import type { Change } from '#domain/changes';
import type { ResourceType } from '#domain/schema';
import { anEntity } from '../../../support/entities.ts';
import { eventually } from '../../../support/eventually.ts';
import { accessFor } from '../../../support/policy-access.ts';

/** Quick enough for tests. */
export const QUICK: LiveTimes = { poll: 5, rest: 1, beat: 20, away: 5 };

export class FeedInMemory implements ChangeFeed {
  /** The queries of all looks, in order. */
  readonly looks: ChangeQuery[] = [];
  /** Runs before each look. It may throw, or take its time. */
  disturb: (query: ChangeQuery) => Promise<void> = async () => undefined;
  readonly #changes = new MemoryChanges();

  /** One write. */
  write(...changes: readonly Change[]): void {
    this.#changes.keep(changes, noRequest, '2026-11-29T00:00:00.000Z');
  }

  async look(query: ChangeQuery): Promise<LookedAt> {
    this.looks.push(query);
    await this.disturb(query);
    return this.#changes.look(query);
  }

  end(): Promise<FeedPlace> {
    return this.#changes.end();
  }

  secret(): Promise<string> {
    return this.#changes.secret();
  }

  settle(): Promise<void> {
    return this.#changes.settle();
  }

  purge(seconds: number): Promise<number> {
    return this.#changes.purge(seconds);
  }

  measure(): Promise<FeedFigures> {
    return this.#changes.measure();
  }
}

export function created(type: ResourceType, id: number): Change {
  return { before: undefined, after: anEntity(type, String(id)), links: {} };
}

/** A change of a person whom the role `restricted` can see only after it. */
export function appeared(id: number): Change {
  const person = anEntity('person', String(id));
  return {
    before: { ...person, attributes: { ...person.attributes, name: 'nobody' } },
    after: { ...person, version: person.version + 1 },
    links: {},
  };
}

/** Creates computers, each in a write of its own. */
export function writeEach(feed: FeedInMemory, ids: readonly number[]): void {
  for (const id of ids) feed.write(created('computer', id));
}

export function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

const access = accessFor(
  {
    roles: {
      // Persons are judged one by one. Computers are read again, because they show an owner that may be hidden.
      restricted: { person: { read: { where: [{ name: 'name', op: 'ne', val: 'nobody' }] } }, computer: { read: {} } },
      other: { person: { read: { where: [{ name: 'name', op: 'ne', val: 'somebody' }] } } },
    },
  },
  [],
);

/** The feed as a role of these tests sees it. */
export function feedOf(role: 'restricted' | 'other'): ActorFeed {
  return new ActorFeed(feedRulesOf(access.permissionsOfRole(role)), access.permissionsOf({ role, claims: {} }));
}

interface ReaderOptions {
  readonly actorFeed?: ActorFeed;
  readonly wanted?: Partial<EntriesWanted>;
}

/** A reader that takes single parts on demand, or all of them. */
export class Reader {
  readonly parts: LivePart[] = [];
  /** The error that ended it. */
  failure: unknown;
  /** True once it has ended. */
  isOver = false;
  readonly #parts: AsyncGenerator<LivePart>;
  readonly #stopping = new AbortController();

  constructor(
    feed: ChangeFeed,
    live: LiveFeed,
    after: FeedPlace,
    { actorFeed = openFeed, wanted }: ReaderOptions = {},
  ) {
    const follow = new FollowLive(feed, live, actorFeed);
    this.#parts = follow.execute(after, { of: undefined, shows: () => true, ...wanted }, this.#stopping.signal);
  }

  get entries(): readonly FeedEntry[] {
    return this.parts.flatMap(({ entries }) => entries);
  }

  /** @example ['created computer 1', 'refetch computer'] */
  get told(): readonly string[] {
    return this.entries.map(({ told }) =>
      told.kind === 'refetch' ? `refetch ${told.type}` : `${told.shown.action} ${told.shown.type} ${told.shown.id}`,
    );
  }

  /** The number of parts so far: each is a turn. */
  get turns(): number {
    return this.parts.length;
  }

  async takePart(): Promise<LivePart | undefined> {
    const next = await this.#parts.next();
    if (next.done === true) return undefined;
    this.parts.push(next.value);
    return next.value;
  }

  /** Takes all parts from now on. */
  async run(): Promise<void> {
    try {
      while ((await this.takePart()) !== undefined);
    } catch (error) {
      this.failure = error;
    }
    this.isOver = true;
  }

  /** Waits for this many more turns. */
  async getTurns(count: number): Promise<void> {
    const before = this.turns;
    await eventually(`${count} turns`, () => this.turns >= before + count);
  }

  async isTold(...expected: readonly string[]): Promise<void> {
    await eventually(`it is told: ${expected.join(', ')}`, () => this.told.length >= expected.length);
  }

  stop(): void {
    this.#stopping.abort();
  }
}

/** Stops readers after each test of the surrounding suite. */
export function readersOf(current: () => { readonly feed: FeedInMemory; readonly live: LiveFeed }): {
  /** Starts a reader at the end, or after a place, that takes all parts. */
  readonly start: (after?: FeedPlace, options?: ReaderOptions) => Promise<Reader>;
  /** The same, but it takes parts only on demand. */
  readonly prepare: (after?: FeedPlace, options?: ReaderOptions) => Promise<Reader>;
} {
  const readers: Reader[] = [];
  afterEach(async () => {
    for (const reader of readers) reader.stop();
    for (const reader of readers.splice(0)) await reader.run();
  });
  const prepare = async (after?: FeedPlace, options?: ReaderOptions): Promise<Reader> => {
    const { feed, live } = current();
    const reader = new Reader(feed, live, after ?? (await feed.end()), options);
    readers.push(reader);
    return reader;
  };
  return {
    prepare,
    start: async (after, options) => {
      const reader = await prepare(after, options);
      void reader.run();
      return reader;
    },
  };
}
