import { expect } from 'chai';
import { runClusterChaos } from '../../chaos/cluster/cluster-chaos.ts';
import { writeClusterReport } from '../../chaos/cluster/report.ts';
import { seedOf } from '../../support/depth.ts';

/** The time that a run takes beyond its own, on a busy machine. */
const OVERHEAD_MILLIS = 570_000;

describe('Two services on a cluster', () => {
  const seed = seedOf('chaos on a cluster', 1);

  it('keep every promise while all servers are killed and replicas are promoted', async function () {
    const options = { seconds: 15, seed };
    this.timeout(options.seconds * 1000 + OVERHEAD_MILLIS);
    const report = await runClusterChaos(options);
    expect(report.figures.violations, writeClusterReport(options, report)).to.deep.equal([]);
  });
});
