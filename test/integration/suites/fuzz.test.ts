import { expect } from 'chai';
import { fuzzAccess } from '../../fuzz/access-fuzz.ts';
import { fuzz } from '../../fuzz/fuzz.ts';
import { openSeries } from '../../fuzz/series.ts';
import { atDepth, seedOf } from '../../support/depth.ts';

// `npm run fuzz` sends more; the printed seed and path reproduce a run.

describe('A service in memory under hostile requests', () => {
  const RUNS = atDepth({ gate: 320, campaign: 1000 });

  it('gives no server error, changes nothing that it refuses to change, and adds no metrics', async () => {
    const seed = seedOf('hostile requests to a service in memory', 9);
    const { violations, tally, series } = await fuzz({ storage: 'memory', runs: RUNS, seed });
    expect(violations.join('\n\n')).to.equal('');
    expect(tally.sent).to.be.at.least(RUNS);
    expect(tally.streams, 'streams of events').to.be.above(0);
    expect(openSeries(series)).to.deep.equal([]);
  });
});

describe('A service on PostgreSQL under hostile requests', () => {
  const RUNS = atDepth({ gate: 960, campaign: 3000 });

  it('gives no server error, changes nothing that it refuses to change, and adds neither metrics nor database errors', async () => {
    const seed = seedOf('hostile requests to a service on PostgreSQL', 3);
    const { violations, tally, databaseErrors, series } = await fuzz({ storage: 'server', runs: RUNS, seed });
    expect(violations.join('\n\n')).to.equal('');
    expect(databaseErrors['input']).to.equal(0);
    expect(tally.sent).to.be.at.least(RUNS);
    expect(tally.streams, 'streams of events').to.be.above(0);
    expect(tally.compared).to.be.above(0);
    expect(tally.followUps.get('followSets'), 'sets read to their end').to.be.above(0);
    expect(tally.followUps.get('askByQuery'), 'reads by QUERY').to.be.above(0);
    expect(openSeries(series)).to.deep.equal([]);
    expect(tally.shapes.size, 'SQL shapes').to.be.below(atDepth({ gate: 150, campaign: 300 }));
  });
});

describe('A service with a policy under hostile requests', () => {
  const RUNS = atDepth({ gate: 960, campaign: 3000 });

  it('shows nobody what only others may see, lets nobody write without the right, and repeats no credentials', async () => {
    const seed = seedOf('hostile requests to a service with a policy', 2);
    const { violations, sent, statuses } = await fuzzAccess({ storage: 'memory', runs: RUNS, seed });
    expect(violations.join('\n\n')).to.equal('');
    expect(sent).to.be.at.least(RUNS);
    for (const status of [200, 401, 403]) expect(statuses.get(status), String(status)).to.be.above(RUNS / 30);
  });
});
