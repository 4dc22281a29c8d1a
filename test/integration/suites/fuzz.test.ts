import { expect } from 'chai';
import { fuzz } from '../../fuzz/fuzz.ts';

// `npm run fuzz` sends more; the printed seed and path reproduce a run.

describe('A service in memory under hostile requests', () => {
  const RUNS = 1000;

  it('gives no server error and changes nothing that it refuses to change', async () => {
    const { violations, tally } = await fuzz({ storage: 'memory', runs: RUNS, seed: Date.now() % 2 ** 31 });
    expect(violations.join('\n\n')).to.equal('');
    expect(tally.sent).to.be.at.least(RUNS);
  });
});

describe('A service on PostgreSQL under hostile requests', () => {
  const RUNS = 3000;

  it('gives no server error, changes nothing that it refuses to change, and sends the database no invalid input', async () => {
    const { violations, tally, databaseErrors } = await fuzz({
      storage: 'server',
      runs: RUNS,
      seed: Date.now() % 2 ** 31,
    });
    expect(violations.join('\n\n')).to.equal('');
    expect(databaseErrors['input']).to.equal(0);
    expect(tally.sent).to.be.at.least(RUNS);
    expect(tally.compared).to.be.above(0);
    expect(tally.shapes.size, 'SQL shapes').to.be.below(RUNS / 10);
  });
});
