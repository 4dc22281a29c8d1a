import { expect } from 'chai';
import { comparePlaces, isSamePlace, type FeedPlace } from '#application/model/feed-place';

const after: FeedPlace = { restart: 'r', seq: 5, told: 'all', mark: '7' };
const within: FeedPlace = { ...after, told: 2 };

/** Places of one history, in the order of the feed. */
const inOrder: readonly FeedPlace[] = [
  { ...after, seq: 4 },
  { ...after, told: 0 },
  { ...after, told: 1 },
  { ...within },
  { ...within, within: 1 },
  { ...within, within: 3 },
  { ...after, told: 3 },
  after,
  { ...after, seq: 6, told: 0 },
  { ...after, seq: 10 },
];

describe('Places in the feed', () => {
  it('are ordered by write, then by change within a write, then by entry within a change', () => {
    for (const [at, one] of inOrder.entries())
      for (const [behind, other] of inOrder.entries())
        expect(Math.sign(comparePlaces(one, other)), `${at} and ${behind}`).to.equal(Math.sign(at - behind));
  });

  it('are the same only in the same history and numbering', () => {
    expect(isSamePlace(after, { ...after })).to.equal(true);
    expect(isSamePlace(within, { ...within, within: 0 })).to.equal(true);
    for (const other of [
      { ...after, restart: 's' },
      { ...after, mark: '8' },
      { ...after, seq: 6 },
      { ...after, told: 1 },
      { ...after, within: 1 },
    ])
      expect(isSamePlace(after, other), JSON.stringify(other)).to.equal(false);
  });
});
