import { expect } from 'chai';
import { comparePolicies } from '../../../policies/compare.ts';
import { mustReachAll } from '../../../support/coverage.ts';
import { atDepth, depth, seedOf } from '../../../support/depth.ts';

describe('Data of the model that a policy hides does not exist for clients', () => {
  for (const [storage, where, fixed] of [
    ['memory', 'in memory', 23],
    ['server', 'on PostgreSQL', 41],
  ] as const) {
    if (storage === 'server' && depth === 'gate') continue;
    it(`for random reads of random actors, with a storage ${where}`, async () => {
      const extent = atDepth({ gate: { runs: 420, policies: 7 }, campaign: { runs: 2000, policies: 20 } });
      const options = { ...extent, storage, seed: seedOf(`policies of the model ${where}`, fixed) };
      const { disagreements, tally } = await comparePolicies(options);
      expect(disagreements.join('\n\n')).to.equal('');
      expect(tally.compared).to.be.at.least(options.runs);
      if (mustReachAll) expect(tally.shortages()).to.deep.equal([]);
    });
  }
});
