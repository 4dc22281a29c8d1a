import { expect } from 'chai';
import { actionOf, TransactionChanges } from '#domain/changes';
import { change } from '#domain/entity';
import { aComputer, aPerson } from '../../support/builders.ts';

const ada = aPerson({ name: 'Ada' });
const bob = change(ada, { name: 'Bob' });
const computer = aComputer({ id: '5' });
const owned = { ...computer, version: 2, targets: { ...computer.targets, owner: '1' } };

describe('the changes of a transaction', () => {
  it('are one for each resource: from what it was before to what it is after', () => {
    const changes = new TransactionChanges();
    changes.add([{ before: ada, after: bob }], [], []);
    changes.add([{ before: bob, after: change(bob, { name: 'Cy' }) }], [], []);
    expect(changes.list()).to.deep.equal([{ before: ada, after: change(bob, { name: 'Cy' }), links: {} }]);
  });

  it('are creations, updates and deletions', () => {
    const changes = new TransactionChanges();
    changes.add([{ before: undefined, after: ada }], [], []);
    changes.add([{ before: computer, after: owned }], [], []);
    changes.add([], [aPerson({ id: '2' })], []);
    expect(changes.list().map(actionOf)).to.deep.equal(['created', 'updated', 'deleted']);
  });

  it('remain creations and deletions, whatever is written between', () => {
    const changes = new TransactionChanges();
    changes.add([{ before: undefined, after: ada }], [], []);
    changes.add([{ before: ada, after: bob }], [], []);
    changes.add([{ before: computer, after: owned }], [], []);
    changes.add([], [owned], []);
    expect(changes.list()).to.deep.equal([
      { before: undefined, after: bob, links: {} },
      { before: computer, after: undefined, links: {} },
    ]);
  });

  it('leave out what ends as it began, and what is created and deleted', () => {
    const changes = new TransactionChanges();
    changes.add([{ before: undefined, after: aPerson({ id: '2' }) }], [], []);
    changes.add([], [aPerson({ id: '2' })], []);
    changes.add([{ before: ada, after: bob }], [], []);
    changes.add([{ before: bob, after: change(bob, { name: 'Ada' }) }], [], []);
    changes.add([{ before: computer, after: owned }], [], []);
    changes.add([{ before: owned, after: { ...computer, version: 3 } }], [], []);
    expect(changes.list()).to.deep.equal([]);
  });

  it('leave out resources of which only the version grows', () => {
    const changes = new TransactionChanges();
    changes.add(
      [
        { before: ada, after: { ...ada, version: 2 } },
        { before: computer, after: owned },
      ],
      [],
      [],
    );
    expect(changes.list()).to.deep.equal([{ before: computer, after: owned, links: {} }]);
  });
});
