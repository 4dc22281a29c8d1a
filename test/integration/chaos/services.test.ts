import { expect } from 'chai';
import { isEventful, runChaos, type ChaosOptions } from '../../chaos/chaos.ts';
import { writeReport } from '../../chaos/report.ts';
import { seedOf } from '../../support/depth.ts';

/** The time that a run takes beyond its own, on a busy machine. */
const OVERHEAD_MILLIS = 570_000;

const RUNS = 5;

/** Signs of a lost write, in later answers or in the final state. */
const LOSS =
  /there is .* instead of | is lost$|refused although|cannot exist|none of: |shared computers: |done twice|reached twice/;

describe('Two services on one database', () => {
  const seed = seedOf('chaos', 1);

  it('keep every promise while all are killed and restarted', async function () {
    const options: ChaosOptions = { seconds: 20, seed };
    this.timeout(options.seconds * 1000 + OVERHEAD_MILLIS);
    const report = await runChaos(options);
    const text = writeReport(options, report);
    expect(report.figures.violations, text).to.deep.equal([]);
    expect(isEventful(report.figures), text).to.equal(true);
  });

  it('are found to lose writes when the database loses confirmed commits', async function () {
    const settings = ['synchronous_commit=off', 'wal_writer_delay=10s', 'commit_delay=0'];
    this.timeout(RUNS * 10_000 + OVERHEAD_MILLIS);
    // A crash between a commit and the next flush is a matter of luck.
    for (let run = 0; run < RUNS; run += 1) {
      const { figures } = await runChaos({ seconds: 10, seed: seed + run, settings, rolls: 0 });
      if (figures.violations.some((violation) => LOSS.test(violation))) return;
    }
    expect.fail(`no loss was seen in ${RUNS} runs`);
  });
});
