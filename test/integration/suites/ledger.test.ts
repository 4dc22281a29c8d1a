import { expect } from 'chai';
import { faults, judgesTooSoon } from '../../policies/ledger-faults.ts';
import { runRace } from '../../policies/ledger-race.ts';
import { runLedger } from '../../policies/ledger.ts';

// `npm run fuzz -- --ledger` sends more; the printed seed reproduces a world.

const seed = Date.now() % 2 ** 31;

for (const [storage, where, runs] of [
  ['memory', 'in memory', 600],
  ['server', 'on PostgreSQL', 300],
] as const)
  describe(`Writes under random policies on rows, ${where},`, () => {
    it('are allowed or refused as a ledger predicts, and store what it says', async () => {
      const { violations, tally } = await runLedger({ storage, runs, seed });
      expect(violations.join('\n\n')).to.equal('');
      expect(tally.requests).to.equal(runs);
      expect(tally.shortages()).to.deep.equal([]);
    });

    it('change nothing that their actors could not have been allowed to, when many write at once', async () => {
      const { violations, statuses, changed } = await runRace({ storage, runs: 60, seed });
      expect(violations.join('\n')).to.equal('');
      expect(changed).to.be.above(20);
      for (const outcome of ['member 200', 'member 403', 'member 404', 'mover 200'])
        expect(statuses.get(outcome), outcome).to.be.above(10);
    });
  });

describe('The ledger', () => {
  for (const [wrong, fault] of Object.entries(faults))
    it(`notices that ${wrong}`, async () => {
      const { violations } = await runLedger({ storage: 'memory', runs: 4000, seed: 0, fault, mostViolations: 1 });
      expect(violations).not.to.be.empty;
    });

  it('notices that rows are judged before they are locked, when many write at once', async () => {
    const { violations } = await runRace({ storage: 'server', runs: 60, seed: 0, fault: judgesTooSoon });
    expect(violations).not.to.be.empty;
  });
});
