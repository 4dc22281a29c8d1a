import { expect } from 'chai';
import { findCourse } from '../../../policies/ledger-course.ts';
import { runRace } from '../../../policies/ledger-race.ts';
import { runLedger } from '../../../policies/ledger.ts';
import { mustReachAll } from '../../../support/coverage.ts';
import { atDepth, depth, seedOf } from '../../../support/depth.ts';

const seed = seedOf('writes to the model under random policies', 7);

for (const [storage, where] of [
  ['memory', 'in memory'],
  ['server', 'on PostgreSQL'],
] as const)
  describe(`Writes to the model under random policies on rows, ${where},`, () => {
    if (storage === 'server' && depth === 'gate') return;
    it('are allowed or refused as a ledger predicts, and store what it says', async () => {
      const runs = atDepth({ gate: 240, campaign: 2000 });
      const { violations, tally } = await runLedger({ storage, runs, seed });
      expect(violations.join('\n\n')).to.equal('');
      expect(tally.requests).to.equal(runs);
      if (mustReachAll) expect(tally.shortages()).to.deep.equal([]);
    });

    if (depth === 'gate' || !(mustReachAll || findCourse() !== undefined)) return;
    it('change nothing that their actors could not have been allowed to, when many write at once', async () => {
      const { violations, statuses, changed } = await runRace({ storage, runs: 60, seed });
      expect(violations.join('\n')).to.equal('');
      if (!mustReachAll) return;
      expect(changed).to.be.above(20);
      for (const outcome of ['member 200', 'member 403', 'member 404', 'mover 200'])
        expect(statuses.get(outcome), outcome).to.be.above(10);
    });
  });
