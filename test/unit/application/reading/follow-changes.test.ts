import { expect } from 'chai';
import { ActorFeed, openFeed } from '#application/access/actor-feed';
import { feedRulesOf } from '#application/access/feed-rules';
import type { FeedPlace } from '#application/model/feed-place';
import type { ChangeFeed, ChangeQuery, KeptChange } from '#application/ports/change-feed';
import { FollowChanges, type ChangePage, type ChangesWanted } from '#application/reading/follow-changes';
import type { ResourceType } from '#domain/schema';
import { accessFor } from '../../../support/policy-access.ts';

function placeAt(seq: number): FeedPlace {
  return { restart: 'r', seq, told: 'all', mark: '0' };
}

/** The change of resource `seq`, which is also the number of its write. */
function updated(type: ResourceType, seq: number, more: Partial<KeptChange> = {}): KeptChange {
  const identity = { type, id: String(seq), version: 2 };
  const state = (name: string): KeptChange['after'] => ({
    ...identity,
    attributes: { name, serial: name },
    targets: {},
  });
  return {
    ...identity,
    action: 'updated',
    before: state('a'),
    after: state('b'),
    links: {},
    name: { write: String(seq), n: 0, mark: '0' },
    at: '2026-11-29T00:00:00.000Z',
    place: placeAt(seq),
    ...more,
  };
}

/** A feed of these changes, one a write, which notes the queries. */
function feedOf(changes: readonly KeptChange[], queries: ChangeQuery[] = []): ChangeFeed {
  const unused = (): never => {
    throw new Error('only looked at');
  };
  return {
    look: async (query) => {
      queries.push(query);
      const { seq, told } = query.after ?? placeAt(0);
      const behind = changes.filter(({ place }) => (told === 'all' ? place.seq > seq : place.seq >= seq));
      const looked = behind.slice(0, query.most);
      const isAsked = ({ type }: KeptChange): boolean => query.of?.some((each) => each.type === type) ?? true;
      const place = looked.at(-1)?.place ?? query.after ?? placeAt(0);
      return { changes: looked.filter(isAsked), place, isEnd: looked.length === behind.length };
    },
    end: unused,
    secret: unused,
    settle: unused,
    purge: unused,
    measure: unused,
  };
}

const access = accessFor(
  {
    roles: {
      // Computers show an owner that may be hidden, so they are read again; persons are judged.
      role: { person: { read: { where: [{ name: 'name', op: 'eq', val: 'b' }] } }, computer: { read: {} } },
    },
  },
  [],
);
const restricted = new ActorFeed(
  feedRulesOf(access.permissionsOfRole('role')),
  access.permissionsOf({ role: 'role', claims: {} }),
);

/** A page, each entry as an action with the resource or the type. */
async function pageOf(
  feed: ChangeFeed,
  actor: ActorFeed,
  wanted: Partial<ChangesWanted> = {},
): Promise<{ told: readonly string[] } & Omit<ChangePage, 'entries'>> {
  const follow = new FollowChanges(feed, actor);
  const { entries, ...page } = await follow.execute({
    after: undefined,
    of: undefined,
    size: 10,
    shows: () => true,
    ...wanted,
  });
  const told = entries.map((entry) =>
    entry.told.kind === 'refetch' ? `refetch ${entry.told.type}` : `${entry.told.shown.action} ${entry.told.shown.id}`,
  );
  return { told, ...page };
}

const cameInSight = { met: { before: false, after: true } };
const unseen = { met: { before: false, after: false } };

describe('A page of the feed', () => {
  it('ends when it has its size, and says if that is the end of the feed', async () => {
    const feed = feedOf([1, 2, 3].map((seq) => updated('computer', seq)));
    expect(await pageOf(feed, openFeed, { size: 2 })).to.deep.equal({
      told: ['updated 1', 'updated 2'],
      place: placeAt(2),
      isEnd: false,
    });
    expect(await pageOf(feed, openFeed, { size: 2, after: placeAt(2) })).to.deep.equal({
      told: ['updated 3'],
      place: placeAt(3),
      isEnd: true,
    });
    expect(await pageOf(feed, openFeed, { size: 3 })).to.deep.include({ place: placeAt(3), isEnd: true });
  });

  it('looks at 10,000 changes if it shows none, and says how far it has looked', async () => {
    const feed = feedOf(Array.from({ length: 10_001 }, (_, index) => updated('computer', index + 1)));
    const page = await pageOf(feed, openFeed, { shows: () => false });
    expect(page).to.deep.equal({ told: [], place: placeAt(10_000), isEnd: false });
    expect(await pageOf(feed, openFeed, { shows: () => false, after: page.place })).to.deep.include({
      place: placeAt(10_001),
      isEnd: true,
    });
  });

  it('tells a row that comes into sight as created, and one that goes out of sight as deleted, without its content', async () => {
    const goneOutOfSight = { met: { before: true, after: false } };
    const changes = [
      updated('person', 1, cameInSight),
      updated('person', 2, goneOutOfSight),
      updated('person', 3, unseen),
      updated('person', 4, { met: { before: true, after: true } }),
    ];
    const follow = new FollowChanges(feedOf(changes), restricted);
    const { entries } = await follow.execute({ after: undefined, of: { type: 'person' }, size: 9, shows: () => true });
    const shown = entries.map(({ told }) => (told.kind === 'change' ? told.shown : undefined));
    expect(shown.map((change) => `${change?.action} ${change?.id}`)).to.deep.equal([
      'created 1',
      'deleted 2',
      'updated 4',
    ]);
    expect(shown.map((change) => [change?.before !== undefined, change?.after !== undefined])).to.deep.equal([
      [false, true],
      [true, false],
      [true, true],
    ]);
  });

  it('says once that a type is to be read again, behind the change that is shown', async () => {
    const changes = [updated('person', 1, cameInSight), updated('computer', 2), updated('person', 3, cameInSight)];
    const { told } = await pageOf(feedOf(changes), restricted);
    expect(told).to.deep.equal(['created 1', 'refetch computer', 'created 3']);
    expect((await pageOf(feedOf(changes), restricted, { after: placeAt(1) })).told).to.deep.equal([
      'refetch computer',
      'created 3',
    ]);
  });

  it('gives the change and each type to read again a place of its own, so that none is lost between two pages', async () => {
    const feed = feedOf([updated('person', 1, cameInSight), updated('person', 2, unseen)]);
    const first = await pageOf(feed, restricted, { size: 1 });
    expect(first.told).to.deep.equal(['created 1']);
    const second = await pageOf(feed, restricted, { size: 1, after: first.place });
    expect(second).to.deep.equal({ told: ['refetch computer'], place: placeAt(1), isEnd: false });
    const third = await pageOf(feed, restricted, { size: 1, after: second.place });
    expect(third).to.deep.include({ told: ['refetch computer'], isEnd: true });
  });

  it('tells what is asked for, and looks at what leads to it', async () => {
    const changes = [updated('person', 1, unseen), updated('computer', 2), updated('person', 3, cameInSight)];
    const queries: ChangeQuery[] = [];
    const feed = feedOf(changes, queries);
    expect((await pageOf(feed, restricted, { of: { type: 'computer', id: '77' } })).told).to.deep.equal([
      'refetch computer',
    ]);
    expect((await pageOf(feed, restricted, { of: { type: 'person' } })).told).to.deep.equal(['created 3']);
    expect(queries.map(({ of }) => of?.map(({ type }) => type))).to.deep.equal([undefined, ['person']]);
  });

  it('has a type read again of which a change cannot be judged because its content was erased', async () => {
    const erased = updated('person', 1, { before: undefined, after: undefined, met: undefined });
    expect((await pageOf(feedOf([erased]), restricted)).told).to.deep.equal(['refetch person', 'refetch computer']);
    expect((await pageOf(feedOf([erased]), openFeed)).told).to.deep.equal(['updated 1']);
  });
});
