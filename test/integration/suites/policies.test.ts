import { expect } from 'chai';
import { comparePolicies } from '../../policies/compare.ts';
import { findLeaks } from '../../policies/find-leaks.ts';
import { leaks } from '../../policies/leaks.ts';
import { inDescriptions, inPermissions, inQueries, mixed, type Plant } from '../../policies/planting.ts';
import { reads } from '../../policies/requests.ts';
import type { StorageName } from '../../policies/storages.ts';

// `npm run agree -- --policies 20` compares more; the printed command replays a disagreement.

const RUNS = 1000;

describe('What a policy hides does not exist', () => {
  for (const storage of ['memory', 'server'] satisfies StorageName[])
    it(`for random reads of random actors, with a storage ${storage === 'memory' ? 'in memory' : 'on PostgreSQL'}`, async () => {
      const seed = Date.now() % 2 ** 31;
      const { disagreements, tally } = await comparePolicies({ storage, runs: RUNS, policies: 20, seed });
      expect(disagreements.join('\n\n')).to.equal('');
      expect(tally.compared).to.be.at.least(RUNS);
      // Little would be proved if there were nothing to see, or nothing hidden.
      expect(tally.filled / tally.compared, 'with data').to.be.above(0.3);
      expect(tally.changed / tally.sampled, 'others without the policy').to.be.above(0.3);
      expect(tally.filledAndChanged / tally.sampled, 'with data, and others without').to.be.above(0.12);
      expect(tally.cut, 'related to what is hidden').to.be.above(10);
      expect(tally.followed, 'pages by cursor').to.be.above(10);
      const gets = reads.filter(({ method }) => method === 'GET').map(({ path }) => `GET ${path}`);
      expect([...tally.routes.keys()]).to.include.members(gets);
    });
});

describe('The comparison of what a policy shows', () => {
  // So that the test does not depend on luck.
  const options = { most: 2500, each: 40, seed: 500 };

  it('finds each leak that is planted, and accuses no service without', async () => {
    expect(leaks.length).to.be.at.least(20);
    const { found, accusations } = await findLeaks(leaks, options);
    expect(accusations.join('\n\n')).to.equal('');
    expect([...found.keys()].toSorted()).to.deep.equal(leaks.map(({ name }) => name).toSorted());
  });

  it('does not take the planting for a leak', async () => {
    const nothingPlanted: Readonly<Record<string, Plant>> = {
      'in queries': inQueries({}),
      'in permissions': inPermissions((access, actor) => access.permissionsOf(actor)),
      'in descriptions': inDescriptions(() => undefined),
      mixed: mixed(inQueries({}), (leaking) => leaking),
    };
    const harmless = Object.entries(nothingPlanted).flatMap(([name, plant]) => [
      { name, plant },
      { name: `${name}, with long lists`, plant, needsLongLists: true },
    ]);
    const { found } = await findLeaks(harmless, { ...options, most: 60 });
    expect([...found.keys()]).to.deep.equal([]);
  });
});
