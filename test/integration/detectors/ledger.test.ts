import { expect } from 'chai';
import { faults, judgesTooSoon } from '../../policies/ledger-faults.ts';
import { runRace } from '../../policies/ledger-race.ts';
import { runLedger } from '../../policies/ledger.ts';

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
