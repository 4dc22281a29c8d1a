import { expect } from 'chai';
import { compareFeeds } from '../../../policies/feed.ts';
import { mustReachAll } from '../../../support/coverage.ts';
import { atDepth, depth, seedOf } from '../../../support/depth.ts';

/** What one round draws too rarely is looked for in the next ones. */
const ROUNDS = 3;
const SEEDS_APART = 1000;

describe('The feed of a role of the model', () => {
  for (const [storage, where] of [
    ['memory', 'in memory'],
    ['server', 'on PostgreSQL'],
  ] as const) {
    if (storage === 'server' && depth === 'gate') continue;
    it(`tells what changes in the lists, with a storage ${where}`, async () => {
      // Seeds 113 and 114 draw many-to-many links to rows that may be hidden.
      const extent = atDepth({ gate: { policies: 3, writes: 12 }, campaign: { policies: 20, writes: 30 } });
      const options = { ...extent, storage, seed: seedOf(`the feed of a role of the model ${where}`, 113) };
      let missing: readonly string[] | undefined;
      for (let round = 0; round < ROUNDS && missing?.length !== 0; round += 1) {
        const { disagreements, tally } = await compareFeeds({ ...options, seed: options.seed + round * SEEDS_APART });
        expect(disagreements.join('\n\n')).to.equal('');
        expect(tally.writes).to.be.above(options.policies);
        if (!mustReachAll || depth === 'gate') return;
        const shortages = tally.shortages();
        missing = missing?.filter((what) => shortages.includes(what)) ?? shortages;
      }
      expect(missing).to.deep.equal([]);
    });
  }
});
