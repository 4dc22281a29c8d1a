import { expect } from 'chai';
import { compareFeeds } from '../../policies/feed.ts';
import { atDepth, seedOf } from '../../support/depth.ts';

// `npm run agree -- --policies 20 --feed` compares more; the printed command replays a disagreement.

describe('The feed of a role', () => {
  for (const [storage, where, fixed, gate] of [
    // These seeds produce enough of everything.
    ['memory', 'in memory', 106, { policies: 6, writes: 12 }],
    ['server', 'on PostgreSQL', 111, { policies: 2, writes: 12 }],
  ] as const)
    it(`tells what changes in the lists, with a storage ${where}`, async () => {
      const extent = atDepth({ gate, campaign: { policies: 20, writes: 30 } });
      const options = { ...extent, storage, seed: seedOf(`the feed of a role ${where}`, fixed) };
      const { disagreements, tally } = await compareFeeds(options);
      expect(disagreements.join('\n\n')).to.equal('');
      if (storage === 'memory') expect(tally.shortages()).to.deep.equal([]);
      else expect(tally.writes).to.be.above(options.policies);
    });
});
