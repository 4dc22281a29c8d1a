import { expect } from 'chai';
import { runRace } from '../../policies/ledger-race.ts';
import { runLedger } from '../../policies/ledger.ts';
import { atDepth, depth, seedOf } from '../../support/depth.ts';

// `npm run fuzz -- --ledger` sends more; the printed seed reproduces a world.

const seed = seedOf('writes under random policies', 7);

for (const [storage, where, runs] of [
  ['memory', 'in memory', atDepth({ gate: 240, campaign: 600 })],
  ['server', 'on PostgreSQL', atDepth({ gate: 160, campaign: 300 })],
] as const)
  describe(`Writes under random policies on rows, ${where},`, () => {
    it('are allowed or refused as a ledger predicts, and store what it says', async () => {
      const { violations, tally } = await runLedger({ storage, runs, seed });
      expect(violations.join('\n\n')).to.equal('');
      expect(tally.requests).to.equal(runs);
      expect(tally.shortages()).to.deep.equal([]);
    });

    // In memory, transactions run one after the other.
    if (storage === 'memory' && depth === 'gate') return;
    it('change nothing that their actors could not have been allowed to, when many write at once', async () => {
      const writes = atDepth({ gate: 30, campaign: 60 });
      const { violations, statuses, changed } = await runRace({ storage, runs: writes, seed });
      expect(violations.join('\n')).to.equal('');
      expect(changed).to.be.above(20);
      for (const outcome of ['member 200', 'member 403', 'member 404', 'mover 200'])
        expect(statuses.get(outcome), outcome).to.be.above(10);
    });
  });
