import { expectAgreement, expectVariety } from '../../../agreement/expect-agreement.ts';
import { checkPages } from '../../../agreement/pages.ts';
import { mustReachAll } from '../../../support/coverage.ts';
import { engines } from '../../../support/database-engines.ts';
import { atDepth, seedOf } from '../../../support/depth.ts';

// `NODE_OPTIONS='--import ./test/support/serve-library.js' npm run agree` runs more; the printed seed and path reproduce a run.

describe('Random queries of the model', () => {
  const RUNS = atDepth({ gate: 400, campaign: 4000 });

  it('find in pages what they find at once', async () => {
    const variety = await checkPages({ runs: RUNS, seed: seedOf('queries of the model in pages', 1) });
    if (mustReachAll) expectVariety(variety, RUNS);
  });

  for (const engine of atDepth({ gate: [], campaign: engines }))
    it(`find the same in memory and on ${engine.name}`, () => expectAgreement(engine.name, 250, () => engine.open()));
});
