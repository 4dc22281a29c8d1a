import { expect } from 'chai';
import { ActorFeed, openFeed } from '#application/access/actor-feed';
import { feedRulesOf } from '#application/access/feed-rules';
import { comparePlaces, type FeedPlace } from '#application/model/feed-place';
import { everythingAllowed, type Permissions } from '#application/model/permissions';
import type { ChangeFeed } from '#application/ports/change-feed';
import type { FeedEntry } from '#application/reading/feed-entries';
import { FollowChanges } from '#application/reading/follow-changes';
import { FollowLive } from '#application/reading/follow-live';
import { LiveFeed, type LiveTimes } from '#application/reading/live-feed';
import { writeRunner, type RunWrite } from '#application/writing/write-transaction';
import { writes } from '#application/writing/writes';
import type { ResourceType } from '#domain/schema';
import { exampleOf, nextIndex, standAlone } from './rows-of-types.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';

const WRITERS = 6;
/** Short enough for polls to fall between the writes. */
const QUICK: LiveTimes = { poll: 5, rest: 1, beat: 20, away: 20 };

/** Readers of streams see the same as readers of pages, although they share polls and do not wait for numbering by others. */
export function describeLiveChanges(current: CurrentUnitOfWork): void {
  describe('the stream of changes', () => {
    for (const type of standAlone)
      it(`delivers changes of ${type} by concurrent writers in the order of the pages, whenever a reader begins`, async () => {
        const { changes } = current();
        const live = new LiveFeed(changes, QUICK);
        const run = writeRunner(current(), { afterChanges: () => live.noticeChanges() });
        const hidden = await create(run, type);
        const shared = [hidden, await create(run, type)];
        const restricted = feedWithout(type, hidden);
        const follow = new FollowLive(changes, live, openFeed);
        const followSeen = new FollowLive(changes, live, restricted);

        const start = await follow.begin('now');
        const [all, seen] = [startReading(follow, start), startReading(followSeen, start)];
        await writeTogether(run, type, shared);
        const middle = await follow.begin('now');
        const [behind, late] = [startReading(follow, await follow.begin(start)), startReading(follow, middle)];
        await writeTogether(run, type, shared);
        const end = await follow.begin('now');

        const [pages, pagesSeen, pagesLate] = [
          await readPages(changes, openFeed, start),
          await readPages(changes, restricted, start),
          await readPages(changes, openFeed, middle),
        ];
        expect(pages.length).to.be.at.least(2 * WRITERS * 2);
        expect(pagesSeen.length).to.be.below(pages.length);
        expect(await all.upTo(end)).to.deep.equal(pages);
        expect(await behind.upTo(end)).to.deep.equal(pages);
        expect(await seen.upTo(end)).to.deep.equal(pagesSeen);
        expect(await late.upTo(end)).to.deep.equal(pagesLate);
      });

    it('begins with the oldest change, or after a place', async () => {
      const { changes } = current();
      const follow = new FollowLive(changes, new LiveFeed(changes, QUICK), openFeed);
      const run = writeRunner(current());
      for (const type of standAlone) await create(run, type);
      const oldest = await follow.begin('oldest');
      const end = await follow.begin('now');
      const pages = await readPages(changes, openFeed, undefined);
      expect(pages.length).to.be.at.least(standAlone.length);
      expect(await startReading(follow, oldest).upTo(end)).to.deep.equal(pages);
      expect(await follow.begin(end)).to.deep.equal(end);
    });
  });
}

async function create(run: RunWrite, type: ResourceType): Promise<string> {
  const { attributes } = exampleOf(type, nextIndex());
  return run(async (transaction) => (await writes[type].create(transaction, { attributes, linkage: {} })).id);
}

/** Every writer updates the shared resources, and creates and deletes one of its own. */
async function writeTogether(run: RunWrite, type: ResourceType, shared: readonly string[]): Promise<void> {
  const write = async (): Promise<void> => {
    for (const id of shared) {
      const { attributes } = exampleOf(type, nextIndex());
      await run((transaction) => writes[type].update(transaction, id, { attributes, linkage: {} }));
    }
    const own = await create(run, type);
    await run((transaction) => writes[type].remove(transaction, own));
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}

/** The feed of an actor who may read everything but one resource. */
function feedWithout(type: ResourceType, id: string): ActorFeed {
  const { fields } = everythingAllowed[type].read ?? { fields: new Set() };
  const rows = { kind: 'not', filter: { kind: 'in', attribute: 'id', values: [id] } } as const;
  const permissions: Permissions = { ...everythingAllowed, [type]: { read: { fields, rows } } };
  return new ActorFeed(feedRulesOf(permissions), permissions);
}

/** The change in an entry, and its place. Leaves out each `refetch`, because a stream sends more of them than pages do. */
function changeIn({ told, place }: FeedEntry): readonly (readonly [change: string, place: FeedPlace])[] {
  if (told.kind === 'refetch') return [];
  const { action, type, id, version } = told.shown;
  return [[`${action} ${type} ${id} at ${version}`, place]];
}

type Told = ReturnType<typeof changeIn>;

const wanted = { of: undefined, shows: () => true };

/** Follows the feed. `upTo` resolves to all changes so far, once the reader has reached a place. */
function startReading(follow: FollowLive, after: FeedPlace): { readonly upTo: (end: FeedPlace) => Promise<Told> } {
  let end: FeedPlace | undefined;
  const reading = (async (): Promise<Told> => {
    const told: Told[number][] = [];
    for await (const { entries, place } of follow.execute(after, wanted, new AbortController().signal)) {
      told.push(...entries.flatMap(changeIn));
      if (end !== undefined && comparePlaces(place, end) >= 0) return told;
    }
    throw new Error('the stream has ended');
  })();
  return {
    upTo: (place) => {
      end = place;
      return reading;
    },
  };
}

async function readPages(changes: ChangeFeed, actorFeed: ActorFeed, start: FeedPlace | undefined): Promise<Told> {
  const pages = new FollowChanges(changes, actorFeed);
  const told: Told[number][] = [];
  for (let after = start; ;) {
    const { entries, place, isEnd } = await pages.execute({ ...wanted, after, size: 7 });
    told.push(...entries.flatMap(changeIn));
    if (isEnd) return told;
    after = place;
  }
}
