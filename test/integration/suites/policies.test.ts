import { expect } from 'chai';
import { comparePolicies } from '../../policies/compare.ts';
import { atDepth, seedOf } from '../../support/depth.ts';

// `npm run agree -- --policies 20` compares more; the printed command replays a disagreement.

describe('What a policy hides does not exist', () => {
  for (const [storage, where, fixed, gate] of [
    // Seeds 81 to 90 produce enough of everything; seed 90 produces lists long enough to be streamed.
    ['memory', 'in memory', 81, { runs: 300, policies: 10 }],
    // Seeds 81 to 89 produce no long list. Writing one would take longer than everything else.
    ['server', 'on PostgreSQL', 81, { runs: 180, policies: 9 }],
  ] as const)
    it(`for random reads of random actors, with a storage ${where}`, async () => {
      const extent = atDepth({ gate, campaign: { runs: 1000, policies: 20 } });
      const options = { ...extent, storage, seed: seedOf(`policies ${where}`, fixed) };
      const { disagreements, tally } = await comparePolicies(options);
      expect(disagreements.join('\n\n')).to.equal('');
      expect(tally.compared).to.be.at.least(options.runs);
      expect(tally.shortages()).to.deep.equal([]);
    });
});
