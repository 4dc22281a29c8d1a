// Readers of a process share polls of the storage, and end together.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { FeedOffError, PositionExpiredError } from '#application/model/errors';
import type { ChangeQuery } from '#application/ports/change-feed';
import { AT_ONCE } from '#application/reading/feed-tail';
import { LiveFeed } from '#application/reading/live-feed';
import { eventually } from '../../../support/eventually.ts';
import { appeared, created, FeedInMemory, feedOf, QUICK, range, readersOf, writeEach } from './feed-in-memory.ts';

const isJudged = ({ rows }: ChangeQuery): boolean => rows !== undefined && Object.keys(rows).length > 0;

describe('The live feed of a process', () => {
  let feed: FeedInMemory;
  let live: LiveFeed;
  const { start, prepare } = readersOf(() => ({ feed, live }));

  beforeEach(() => {
    feed = new FeedInMemory();
    live = new LiveFeed(feed, QUICK);
  });

  const judged = (): number => feed.looks.filter(isJudged).length;
  const restricted = { actorFeed: feedOf('restricted') };

  it('looks once for all readers who may see every row', async () => {
    const readers = await Promise.all(range(1, 20).map(() => start()));
    await Promise.all(readers.map((reader) => reader.getTurns(1)));
    const [looks, since] = [feed.looks.length, performance.now()];
    await pause(20 * QUICK.poll);
    const polls = (performance.now() - since) / QUICK.poll;
    expect(feed.looks.length - looks).to.be.within(1, 2 * polls + 2);
    writeEach(feed, [1]);
    await Promise.all(readers.map((reader) => reader.isTold('created computer 1')));
    const windows = new Set(readers.flatMap(({ parts }) => parts.flatMap(({ window }) => window ?? [])));
    expect(windows.size).to.equal(1);
  });

  it('begins at the end, no matter how much is kept', async () => {
    writeEach(feed, range(1, 3 * AT_ONCE));
    const reader = await start();
    writeEach(feed, [1]);
    await reader.isTold('created computer 1');
    expect(feed.looks.map(({ after }) => after?.seq).filter((seq) => (seq ?? 0) < 3 * AT_ONCE)).to.deep.equal([]);
  });

  it('looks once for each view whose rows are judged, and only if something is new', async () => {
    const readers = await Promise.all([start(undefined, restricted), start(undefined, restricted), start()]);
    const other = await start(undefined, { actorFeed: feedOf('other') });
    await Promise.all([...readers, other].map((reader) => reader.getTurns(2)));
    const before = judged();
    await Promise.all(readers.map((reader) => reader.getTurns(2)));
    expect(judged()).to.equal(before);
    feed.write(appeared(1));
    const [one, same, open] = readers;
    await Promise.all([
      ...[one, same].map((reader) => reader.isTold('created person 1', 'refetch computer')),
      ...[other, open].map((reader) => reader.isTold('updated person 1')),
    ]);
    expect(one.entries[0]?.kept).to.equal(same.entries[0]?.kept);
    await other.getTurns(2);
    expect(judged() - before).to.equal(2);
  });

  it('looks soon after a write of this process, but not without a rest', async () => {
    live = new LiveFeed(feed, { ...QUICK, poll: 60_000, rest: 20 });
    const reader = await start();
    await reader.getTurns(1);
    writeEach(feed, [1]);
    live.noticeChanges();
    await reader.isTold('created computer 1');
    const [looks, since] = [feed.looks.length, performance.now()];
    while (performance.now() - since < 200) {
      live.noticeChanges();
      await pause(1);
    }
    expect(feed.looks.length - looks).to.be.within(2, (performance.now() - since) / 20 + 2);
  });

  it('does not look in the context of the request that started it', async () => {
    const requests = new AsyncLocalStorage<string>();
    const askedBy: unknown[] = [];
    live = new LiveFeed(feed, QUICK);
    const reader = await requests.run('the request', () => start());
    await reader.getTurns(1);
    feed.disturb = async () => void askedBy.push(requests.getStore());
    await eventually('it has looked', () => askedBy.length > 2);
    expect(new Set(askedBy)).to.deep.equal(new Set([undefined]));
  });

  it('stops looking when the last reader has left, and starts again with the next one', async () => {
    const readers = [await start(), await start(undefined, restricted)];
    await Promise.all(readers.map((reader) => reader.getTurns(1)));
    for (const reader of readers) reader.stop();
    await eventually('they have ended', () => readers.every(({ isOver }) => isOver));
    await pause(2 * QUICK.poll);
    const looks = feed.looks.length;
    await pause(10 * QUICK.poll);
    expect(feed.looks.length).to.equal(looks);
    writeEach(feed, [1]);
    const next = await start();
    writeEach(feed, [2]);
    await next.isTold('created computer 2');
    expect(next.told).to.deep.equal(['created computer 2']);
  });

  it('does not let a view that is judged slowly delay others', async () => {
    const [slow, open] = [await start(undefined, restricted), await start()];
    await Promise.all([slow.getTurns(2), open.getTurns(2)]);
    const answer = Promise.withResolvers<undefined>();
    feed.disturb = (query) => (isJudged(query) ? answer.promise : Promise.resolve());
    const before = judged();
    for (const id of [1, 2, 3]) {
      writeEach(feed, [id]);
      await open.isTold(...range(1, id).map((each) => `created computer ${each}`));
    }
    expect(judged() - before, 'looks under way').to.equal(1);
    await slow.getTurns(2);
    expect(slow.told).to.deep.equal([]);
    answer.resolve(undefined);
    await slow.isTold('refetch computer', 'refetch computer', 'refetch computer');
  });

  it('ends only the readers of a view that cannot be judged', async () => {
    const [broken, other] = [
      await start(undefined, restricted),
      await start(undefined, { actorFeed: feedOf('other') }),
    ];
    const open = await start();
    await Promise.all([broken, other, open].map((reader) => reader.getTurns(2)));
    const failure = new Error('a condition that fails');
    feed.disturb = async (query) => {
      if (isJudged(query) && JSON.stringify(query.rows).includes('nobody')) throw failure;
    };
    feed.write(created('person', 1));
    await eventually('it has ended', () => broken.isOver);
    expect(broken.failure).to.equal(failure);
    await Promise.all([other.isTold('created person 1'), open.isTold('created person 1')]);
    feed.disturb = async () => undefined;
    const next = await start(undefined, restricted);
    feed.write(created('person', 2));
    await next.isTold('created person 2');
  });

  const ends = {
    'is restarted': new PositionExpiredError('other-history'),
    'is turned off': new FeedOffError(),
  };
  for (const [what, failure] of Object.entries(ends))
    it(`ends all readers when the feed ${what}, and starts again with the next one`, async () => {
      const slow = await prepare();
      await slow.takePart();
      const readers = await Promise.all([start(), start(undefined, restricted)]);
      await Promise.all(readers.map((reader) => reader.getTurns(1)));
      feed.disturb = () => Promise.reject(failure);
      await eventually('they have ended', () => readers.every(({ isOver }) => isOver));
      expect(readers.map((reader) => reader.failure)).to.deep.equal([failure, failure]);
      feed.disturb = async () => undefined;
      const next = await start();
      writeEach(feed, [1]);
      await next.isTold('created computer 1');
      // This reader took nothing at that time, so it has missed the end.
      await slow.run();
      expect(slow.failure).to.equal(failure);
    });
});
