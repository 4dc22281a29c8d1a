import { expect } from 'chai';
import { checkAgreement } from '../../agreement/agreement.ts';
import { engines } from '../../support/database-engines.ts';

const RUNS = 400;

// `npm run test:agree` runs more; the printed seed and path reproduce a run.
describe('memory and PostgreSQL agree on random queries', () => {
  for (const engine of engines)
    it(`on ${engine.name}`, async () => {
      const database = await engine.open();
      try {
        await database.migrate();
        const { disagreements, tally } = await checkAgreement(database, { runs: RUNS, seed: Date.now() % 2 ** 31 });
        expect(disagreements.join('\n\n')).to.equal('');
        expect(tally.cases).to.be.at.least(RUNS);
      } finally {
        await database.close();
      }
    });
});
