import { expect } from 'chai';
import { fuzzAccess } from '../../../fuzz/access-fuzz.ts';
import { fuzz } from '../../../fuzz/fuzz.ts';
import { openSeries } from '../../../fuzz/series.ts';
import { mustReachAll } from '../../../support/coverage.ts';
import { atDepth, seedOf } from '../../../support/depth.ts';

// `NODE_OPTIONS='--import ./test/support/serve-library.js' npm run fuzz` sends more; the printed seed and path reproduce a run.

describe('The model under hostile requests', () => {
  const RUNS = atDepth({ gate: 320, campaign: 1000 });

  for (const storage of atDepth({ gate: ['memory'], campaign: ['memory', 'server'] } as const))
    it(`gives no server error, changes nothing that it refuses to change, and adds no metrics (${storage})`, async () => {
      const seed = seedOf(`hostile requests to the model on ${storage}`, 9);
      const { violations, tally, databaseErrors, series } = await fuzz({ storage, runs: RUNS, seed });
      expect(violations.join('\n\n')).to.equal('');
      expect(tally.sent).to.be.at.least(RUNS);
      expect(tally.compared).to.be.above(0);
      expect(databaseErrors['input'] ?? 0).to.equal(0);
      expect(openSeries(series)).to.deep.equal([]);
    });
});

describe('The model with a policy under hostile requests', () => {
  const RUNS = atDepth({ gate: 640, campaign: 3000 });

  it('shows nobody what only others may see, lets nobody write without the right, and repeats no credentials', async () => {
    const seed = seedOf('hostile requests to the model with a policy', 2);
    const { violations, sent, statuses } = await fuzzAccess({ storage: 'memory', runs: RUNS, seed });
    expect(violations.join('\n\n')).to.equal('');
    expect(sent).to.be.at.least(RUNS);
    if (!mustReachAll) return;
    for (const status of [200, 401, 403]) expect(statuses.get(status), String(status)).to.be.above(RUNS / 30);
  });
});
