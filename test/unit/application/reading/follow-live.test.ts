// One reader of the live feed, and how it joins the windows that all share.
import { expect } from 'chai';
import { PositionExpiredError, QueryTimeoutError, StorageUnavailableError } from '#application/model/errors';
import type { FeedPlace } from '#application/model/feed-place';
import { openFeed } from '#application/access/actor-feed';
import { AT_ONCE, type Window } from '#application/reading/feed-tail';
import { FollowLive, MOST_BEHIND } from '#application/reading/follow-live';
import { LiveFeed } from '#application/reading/live-feed';
import { eventually } from '../../../support/eventually.ts';
import {
  appeared,
  created,
  FeedInMemory,
  feedOf,
  QUICK,
  range,
  readersOf,
  writeEach,
  type Reader,
} from './feed-in-memory.ts';

const computers = (ids: readonly number[]): readonly string[] => ids.map((id) => `created computer ${id}`);

function lastWindowOf({ parts }: Reader): Window | undefined {
  return parts.findLast(({ window }) => window !== undefined)?.window;
}

describe('A reader of the live feed', () => {
  let feed: FeedInMemory;
  let live: LiveFeed;
  const { start, prepare } = readersOf(() => ({ feed, live }));

  beforeEach(() => {
    feed = new FeedInMemory();
    live = new LiveFeed(feed, QUICK);
  });

  const begin = (after: FeedPlace | 'oldest' | 'now'): Promise<FeedPlace> =>
    new FollowLive(feed, live, openFeed).begin(after);

  it('begins at the end, before the oldest change, or at a valid place', async () => {
    const empty = await begin('oldest');
    expect(empty).to.deep.equal(await begin('now'));
    feed.write(created('person', 1), created('computer', 1));
    feed.write(created('computer', 2));
    const oldest = await start(await begin('oldest'));
    await oldest.isTold('created person 1', ...computers([1, 2]));
    expect(await begin('now')).to.deep.equal(await feed.end());
    const [first] = oldest.entries;
    const place = first?.place ?? empty;
    expect(await begin(place)).to.equal(place);
    const failure = await begin({ ...place, restart: 'another' }).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(PositionExpiredError);
  });

  it('gets new changes once and in order', async () => {
    writeEach(feed, [1, 2]);
    const reader = await start();
    await reader.getTurns(1);
    writeEach(feed, [3]);
    await reader.isTold(...computers([3]));
    feed.write(created('person', 1), created('computer', 4));
    writeEach(feed, [5]);
    await reader.isTold(...computers([3]), 'created person 1', ...computers([4, 5]));
    await reader.getTurns(2);
    expect(reader.told).to.deep.equal([...computers([3]), 'created person 1', ...computers([4, 5])]);
  });

  it('gets the changes that it wants, and its place moves past the rest', async () => {
    const reader = await start(undefined, {
      wanted: { of: { type: 'computer' }, shows: ({ id }) => id !== '2' },
    });
    feed.write(created('person', 1));
    writeEach(feed, [1, 2, 3]);
    feed.write(created('person', 2));
    await reader.isTold(...computers([1, 3]));
    const end = await feed.end();
    await eventually('it is at the end', () => expect(reader.parts.at(-1)?.place).to.deep.equal(end));
    expect(reader.told).to.deep.equal(computers([1, 3]));
  });

  it('joins the shared windows from any place, even inside one, without losing or repeating anything', async () => {
    const leader = await start();
    await leader.getTurns(1);
    for (const id of [1, 4, 7]) {
      feed.write(created('computer', id), created('computer', id + 1), created('computer', id + 2));
      await leader.isTold(...computers(range(1, id + 2)));
    }
    // One window of three writes.
    feed.write(created('computer', 10), created('computer', 11));
    feed.write(created('computer', 12));
    feed.write(created('computer', 13));
    await leader.isTold(...computers(range(1, 13)));
    const joined = await Promise.all(leader.entries.map(({ place }) => start(place)));
    writeEach(feed, range(14, 20));
    await leader.isTold(...computers(range(1, 20)));
    for (const [index, reader] of joined.entries()) {
      await reader.isTold(...computers(range(index + 2, 20)));
      await reader.getTurns(1);
      expect(reader.told, `after ${index + 1}`).to.deep.equal(computers(range(index + 2, 20)));
    }
    writeEach(feed, [21]);
    await leader.isTold(...computers(range(1, 21)));
    for (const [index, reader] of joined.entries()) await reader.isTold(...computers(range(index + 2, 21)));
    expect(new Set([leader, ...joined].map(lastWindowOf)).size, 'the windows that the readers had last').to.equal(1);
  });

  it('joins the windows even if it begins ahead of them, at an end that nobody else has seen', async () => {
    live = new LiveFeed(feed, { ...QUICK, poll: 60_000 });
    const leader = await start();
    await leader.getTurns(1);
    writeEach(feed, [1]);
    const ahead = await start();
    await ahead.getTurns(2);
    expect(leader.told).to.deep.equal([]);
    live.noticeChanges();
    await leader.isTold(...computers([1]));
    writeEach(feed, [2]);
    live.noticeChanges();
    await ahead.isTold(...computers([2]));
    expect(ahead.told).to.deep.equal(computers([2]));
    await leader.isTold(...computers([1, 2]));
    expect(lastWindowOf(ahead)).to.equal(lastWindowOf(leader));
  });

  it('that is between two windows reads by itself only up to the next shared one', async () => {
    live = new LiveFeed(feed, { ...QUICK, poll: 60_000 });
    const leader = await start();
    await leader.getTurns(1);
    feed.write(created('computer', 1), created('computer', 2));
    live.noticeChanges();
    await leader.isTold(...computers([1, 2]));
    // Nobody has looked at it yet.
    writeEach(feed, [3]);
    const between = await start(leader.entries[0]?.place);
    await between.isTold(...computers([2]));
    await between.getTurns(2);
    expect(between.told).to.deep.equal(computers([2]));
    live.noticeChanges();
    await Promise.all([leader.isTold(...computers([1, 2, 3])), between.isTold(...computers([2, 3]))]);
    expect(lastWindowOf(between)).to.equal(lastWindowOf(leader));
  });

  for (const [whose, options] of Object.entries({ shared: {}, judged: { actorFeed: feedOf('restricted') } }))
    it(`joins no ${whose} windows from before an outage of the storage, because it may have lost them`, async () => {
      live = new LiveFeed(feed, { ...QUICK, poll: 60_000, away: 60_000 });
      const leader = await start(undefined, options);
      await leader.getTurns(1);
      const beginning = await feed.end();
      feed.write(created('person', 1));
      live.noticeChanges();
      await leader.isTold('created person 1');
      const looks = feed.looks.length;
      feed.disturb = async () => {
        throw new StorageUnavailableError();
      };
      live.noticeChanges();
      await eventually('a look fails', () => feed.looks.length > looks);
      feed.disturb = async () => undefined;
      feed.write(created('person', 2));
      const behind = await start(beginning, options);
      const both = ['created person 1', 'created person 2'];
      await behind.isTold(...both);
      expect(leader.told).to.deep.equal(['created person 1']);
      live.noticeChanges();
      await leader.isTold(...both);
      expect(behind.told).to.deep.equal(both);
    });

  it('that is far behind reads page by page, at its own pace', async () => {
    const count = 2 * MOST_BEHIND + 50;
    writeEach(feed, range(1, count));
    const reader = await prepare(await begin('oldest'));
    const own = (): number => feed.looks.filter(({ after }) => after?.seq !== count).length;
    const before = own();
    for (const [index, length] of [MOST_BEHIND, MOST_BEHIND, 50].entries()) {
      await eventually('it gets a window', async () => ((await reader.takePart())?.entries.length ?? 0) > 0);
      expect(reader.parts.at(-1)?.entries).to.have.length(length);
      expect(own() - before).to.equal(index + 1);
    }
    void reader.run();
    writeEach(feed, [1]);
    await reader.isTold(...computers([...range(1, count), 1]));
  });

  it('that is slow delays nobody, and still gets everything', async () => {
    const slow = await prepare();
    await slow.takePart();
    const quick = await start();
    const expected = computers(range(1, 3 * AT_ONCE));
    for (const part of [0, 1, 2]) {
      writeEach(feed, range(part * AT_ONCE + 1, (part + 1) * AT_ONCE));
      await quick.isTold(...expected.slice(0, (part + 1) * AT_ONCE));
    }
    expect(slow.told).to.deep.equal([]);
    void slow.run();
    await slow.isTold(...expected);
    expect(slow.told).to.deep.equal(expected);
    expect(quick.told).to.deep.equal(expected);
  });

  it('of a view gets its own changes, and resumes between a change and the refetch that it causes', async () => {
    const restricted = { actorFeed: feedOf('restricted') };
    const reader = await start(undefined, restricted);
    feed.write(appeared(1));
    feed.write(created('person', 2));
    await reader.isTold('created person 1', 'refetch computer', 'created person 2');
    const [first, second] = reader.entries;
    expect(first?.kept).to.equal(second?.kept);
    for (const [place, expected] of [
      [first?.place, ['refetch computer', 'created person 2']],
      [second?.place, ['created person 2']],
    ] as const) {
      const resumed = await start(place, restricted);
      await resumed.isTold(...expected);
      expect(resumed.told).to.deep.equal(expected);
    }
  });

  const outages = { 'is unavailable': new StorageUnavailableError(), 'is too slow': new QueryTimeoutError() };
  for (const [what, failure] of Object.entries(outages))
    it(`waits while the storage ${what}, and gets everything afterwards`, async () => {
      writeEach(feed, [1]);
      const [early, late] = [await start(), await prepare(await begin('oldest'))];
      await early.getTurns(1);
      feed.disturb = () => Promise.reject(failure);
      writeEach(feed, [2]);
      void late.run();
      await Promise.all([early.getTurns(3), late.getTurns(3)]);
      expect([...early.told, ...late.told]).to.deep.equal([]);
      feed.disturb = async () => undefined;
      await Promise.all([early.isTold(...computers([2])), late.isTold(...computers([1, 2]))]);
    });

  it('gets its turns while the storage does not respond at all, and can end meanwhile', async () => {
    writeEach(feed, [1]);
    const [early, late] = [await start(), await prepare(await begin('oldest'))];
    await early.getTurns(1);
    const answer = Promise.withResolvers<undefined>();
    feed.disturb = () => answer.promise;
    void late.run();
    await Promise.all([early.getTurns(3), late.getTurns(3)]);
    late.stop();
    await eventually('it has ended', () => late.isOver);
    expect(late.failure).to.equal(undefined);
    answer.resolve(undefined);
    writeEach(feed, [2]);
    await early.isTold(...computers([2]));
  });

  it('gets its turns even if nothing happens, and ends at once while it waits', async () => {
    live = new LiveFeed(feed, { ...QUICK, poll: 60_000, beat: 60_000 });
    const waiting = await start();
    await eventually('it waits', () => feed.looks.length > 0);
    waiting.stop();
    await eventually('it has ended', () => waiting.isOver);
    live = new LiveFeed(feed, QUICK);
    await (await start()).getTurns(3);
  });
});
