import { expect } from 'chai';
import { feedLeaks } from '../../policies/feed-leaks.ts';
import { compareFeeds, type FeedOptions } from '../../policies/feed.ts';
import { openService } from '../../policies/services.ts';

describe('The comparison of feeds', () => {
  // The seed is fixed, so that the test does not depend on luck.
  const options = { storage: 'memory', policies: 8, writes: 12, seed: 100, mostDisagreements: 1 } as const;
  const faultsIn = async (open: FeedOptions['open'] = openService): Promise<readonly string[]> =>
    (await compareFeeds({ ...options, open })).disagreements;

  for (const { name, open } of feedLeaks)
    it(`notices that ${name}`, async () => {
      expect(await faultsIn(open)).not.to.be.empty;
    });

  it('does not accuse a service without a leak', async () => {
    expect(await faultsIn()).to.deep.equal([]);
  });
});
