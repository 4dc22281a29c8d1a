import { expect } from 'chai';
import { findLeaks } from '../../policies/find-leaks.ts';
import { leaks } from '../../policies/leaks.ts';
import { inDescriptions, inPermissions, inQueries, mixed, type Plant } from '../../policies/planting.ts';

describe('The comparison of what a policy shows', () => {
  // The seed is fixed, so that the test does not depend on luck.
  const options = { most: 2500, each: 40, seed: 500 };

  it('finds each planted leak, and does not accuse a service without one', async () => {
    expect(leaks.length).to.be.at.least(20);
    const { found, accusations } = await findLeaks(leaks, options);
    expect(accusations.join('\n\n')).to.equal('');
    expect([...found.keys()].toSorted()).to.deep.equal(leaks.map(({ name }) => name).toSorted());
  });

  it('does not mistake the planting itself for a leak', async () => {
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
