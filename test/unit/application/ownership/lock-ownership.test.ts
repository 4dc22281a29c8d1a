import { expect } from 'chai';
import { CollisionError, StorageUnavailableError } from '#application/errors';
import { assignOwner } from '#application/ownership/assign-owner';
import { deleteOwned } from '#application/ownership/delete-owned';
import { deleteOwner } from '#application/ownership/delete-owner';
import { linkOwned } from '#application/ownership/link-owned';
import { lockOwnership } from '#application/ownership/lock-ownership';
import { removeOwner } from '#application/ownership/remove-owner';
import { replaceOwned } from '#application/ownership/replace-owned';
import { updateOwned } from '#application/ownership/update-owned';
import { updateOwner } from '#application/ownership/update-owner';
import { createPerson } from '#application/persons/create-person';
import { updatePerson } from '#application/persons/update-person';
import type { Transaction, UnitOfWork } from '#application/ports/unit-of-work';
import { everyEntity, wholeView as view } from '../../../contract/fixtures.ts';
import { openWorld, type World } from '../../../support/world.ts';
import { computerAttributes, personAttributes } from '../../../support/builders.ts';
import { execute } from '../../../support/execute.ts';

const writes: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  'linking computers': ({ unitOfWork, ada, c3, c4 }) =>
    execute(unitOfWork, linkOwned('computers'), [ada, [c3, c4]], view),
  'replacing a set': ({ unitOfWork, bob, c1, c4 }) =>
    execute(unitOfWork, replaceOwned('computers'), [bob, [c1, c4]], view),
  'assigning an owner': ({ unitOfWork, bob, c1 }) => execute(unitOfWork, assignOwner('computers'), [c1, bob], view),
  'removing an owner': ({ unitOfWork, ada, c1 }) => execute(unitOfWork, removeOwner('computers'), [c1, ada], view),
  'updating a computer and its owner': ({ unitOfWork, bob, c1 }) =>
    execute(
      unitOfWork,
      updateOwned('computers'),
      [c1, { attributes: computerAttributes({ serial: 'x' }), linkage: { owner: bob } }],
      view,
    ),
  'deleting a computer': ({ unitOfWork, c1 }) =>
    unitOfWork.write((transaction) => deleteOwned('computers')(transaction, c1)),
  'updating an owner': ({ unitOfWork, ada, c1, c3 }) => {
    const changes = { attributes: { name: 'x' }, linkage: { computers: [c3] } };
    return execute(unitOfWork, updateOwner('computers'), [c1, { id: ada, ...changes }], view);
  },
  'deleting an owner': ({ unitOfWork, c1 }) =>
    unitOfWork.write((transaction) => deleteOwner('computers')(transaction, c1)),
  'creating a person with computers': ({ unitOfWork, c1, c3 }) =>
    execute(
      unitOfWork,
      createPerson,
      [{ attributes: personAttributes({ name: 'x' }), linkage: { computers: [c1, c3] } }],
      view,
    ),
  'updating a person with computers': ({ unitOfWork, ada, c3 }) =>
    execute(unitOfWork, updatePerson, [ada, { attributes: {}, linkage: { computers: [c3] } }], view),
};

describe('locking ownership', () => {
  let world: World;

  beforeEach(async () => {
    world = await openWorld();
  });

  it('locks the named persons, the owners of the items, and the items that exist', async () => {
    const { unitOfWork, ada, bob, c3, c4, gonePerson, goneComputer } = world;
    const named = { persons: [ada, gonePerson, 'abc'], items: { computers: [c4, goneComputer, c3, '01'] } };
    const { persons, items } = await unitOfWork.write((transaction) => lockOwnership(transaction, named));
    expect([...persons.keys()]).to.deep.equal([ada, bob]);
    expect([...items.computers.keys()]).to.deep.equal([c3, c4]);
  });

  it('collides over an item whose owner it has not locked, and names that owner', async () => {
    const { unitOfWork, ada, bob, c1, c2, c3 } = world;
    const collision: unknown = await unitOfWork.write((transaction) =>
      lockOwnership(stale(transaction), { items: { computers: [c1, c2, c3] } }).catch((error: unknown) => error),
    );
    expect(collision).to.be.instanceOf(CollisionError);
    expect(new Set(collision instanceof CollisionError ? collision.personIds : [])).to.deep.equal(new Set([ada, bob]));
  });

  it('locks the persons of all earlier collisions, even if some are gone', async () => {
    const { unitOfWork, ada, bob, gonePerson, c1, c3 } = world;
    const collisions = [[ada], [gonePerson], [bob]].map((ids) => new CollisionError('earlier', ids));
    const locked = await unitOfWork.write((transaction) =>
      lockOwnership({ ...stale(transaction), collisions }, { items: { computers: [c1, c3] } }),
    );
    expect([...locked.persons.keys()]).to.deep.equal([ada, bob]);
  });

  it('locks the persons of an earlier collision when it retries', async () => {
    const { unitOfWork, ada, bob, c1 } = world;
    let attempts = 0;
    await unitOfWork.write(async (transaction) => {
      attempts += 1;
      const { persons } = await lockOwnership(transaction, { items: { computers: [c1] } });
      if (attempts === 1) throw new CollisionError('first attempt', [bob]);
      expect([...persons.keys()]).to.deep.equal([ada, bob]);
      await transaction.persons.save([...persons.values()]);
    });
    expect(attempts).to.equal(2);
  });

  for (const [name, write] of Object.entries(writes))
    it(`lets ${name} succeed on retry when the owners have just changed`, async () => {
      const { unitOfWork, attempts } = withStaleOwners(world.unitOfWork);
      await write({ ...world, unitOfWork });
      expect(attempts()).to.equal(2);
      const undisturbed = await openWorld();
      await write(undisturbed);
      expect(await everyEntity(world.unitOfWork)).to.deep.equal(await everyEntity(undisturbed.unitOfWork));
    });

  it('needs no owner when only attributes of a computer change', async () => {
    const { unitOfWork, attempts } = withStaleOwners(world.unitOfWork);
    const changes = { attributes: { serial: 'x' }, linkage: {} };
    await execute(unitOfWork, updateOwned('computers'), [world.c1, changes], view);
    expect(attempts()).to.equal(1);
  });

  it('gives up when it collides every time', async () => {
    const { unitOfWork, c1 } = world;
    const forgetful: UnitOfWork = {
      ...withStaleOwners(unitOfWork).unitOfWork,
      write: (work) => unitOfWork.write((transaction) => work({ ...stale(transaction), collisions: [] })),
    };
    const failure: unknown = await forgetful
      .write((transaction) => deleteOwned('computers')(transaction, c1))
      .catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(StorageUnavailableError);
  });
});

/** The same unit of work, where nothing seems to have an owner until it is locked, and a count of its attempts. */
function withStaleOwners(unitOfWork: UnitOfWork): { readonly unitOfWork: UnitOfWork; readonly attempts: () => number } {
  let attempts = 0;
  return {
    unitOfWork: {
      epoch: () => unitOfWork.epoch(),
      since: (position) => unitOfWork.since(position),
      timeline: () => unitOfWork.timeline(),
      position: () => unitOfWork.position(),
      purgeAnswers: (limit) => unitOfWork.purgeAnswers(limit),
      reader: unitOfWork.reader,
      read: (work) => unitOfWork.read(work),
      stream: (work) => unitOfWork.stream(work),
      write: (work) =>
        unitOfWork.write((transaction) => {
          attempts += 1;
          return work(stale(transaction));
        }),
    },
    attempts: () => attempts,
  };
}

function stale({ computers: repository, ...transaction }: Transaction): Transaction {
  return {
    ...transaction,
    computers: {
      add: (draft) => repository.add(draft),
      lock: (ids) => repository.lock(ids),
      save: (entities) => repository.save(entities),
      remove: (ids) => repository.remove(ids),
      ownedBy: (personIds) => repository.ownedBy(personIds),
      ownersOf: async () => [],
    },
  };
}
