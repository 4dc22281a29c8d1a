import { expect } from 'chai';
import { fuzz } from '../../fuzz/fuzz.ts';
import { openSeries } from '../../fuzz/series.ts';

// `npm run fuzz` sends more; the printed seed and path reproduce a run.

describe('A service in memory under hostile requests', () => {
  const RUNS = 1000;

  it('gives no server error, changes nothing that it refuses to change, and adds no metrics', async () => {
    const { violations, tally, series } = await fuzz({ storage: 'memory', runs: RUNS, seed: Date.now() % 2 ** 31 });
    expect(violations.join('\n\n')).to.equal('');
    expect(tally.sent).to.be.at.least(RUNS);
    expect(openSeries(series)).to.deep.equal([]);
  });
});

describe('A service on PostgreSQL under hostile requests', () => {
  const RUNS = 3000;

  it('gives no server error, changes nothing that it refuses to change, and adds neither metrics nor database errors', async () => {
    const { violations, tally, databaseErrors, series } = await fuzz({
      storage: 'server',
      runs: RUNS,
      seed: Date.now() % 2 ** 31,
    });
    expect(violations.join('\n\n')).to.equal('');
    expect(databaseErrors['input']).to.equal(0);
    expect(tally.sent).to.be.at.least(RUNS);
    expect(tally.compared).to.be.above(0);
    expect(openSeries(series)).to.deep.equal([]);
    expect(tally.shapes.size, 'SQL shapes').to.be.below(RUNS / 10);
  });
});
