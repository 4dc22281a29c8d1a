import { expect } from 'chai';
import { CollisionError } from '#application/errors';
import { deleteOwned } from '#application/ownership/delete-owned';
import { lockAtOnce, type Reach } from '#application/ownership/lock-at-once';
import { linkOwned } from '#application/ownership/link-owned';
import { deletePerson } from '#application/persons/delete-person';
import { replaceOwned } from '#application/ownership/replace-owned';
import type { Transaction } from '#application/ports/unit-of-work';
import { aNewComputer, personAttributes } from '../../../support/builders.ts';
import { openWorld, type World } from '../../../support/world.ts';

const person = (id: string) => ({ type: 'person', id }) as const;
const computer = (id: string) => ({ type: 'computer', id }) as const;

describe('locking at once', () => {
  let world: World;
  const within = <Result>(
    reach: Partial<Reach>,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> =>
    world.unitOfWork.write(async (transaction) =>
      work(await lockAtOnce(transaction, { named: [], relinked: [], ...reach })),
    );

  beforeEach(async () => {
    world = await openWorld();
  });

  it('lets several writes follow each other that would lock too late', async () => {
    const { ada, bob, c1, c2, c4 } = world;
    const named = [person(bob), person(ada), computer(c1), computer(c4)];
    await within({ named, relinked: [person(ada)] }, async (transaction) => {
      await linkOwned('computers')(transaction, bob, [c1]);
      await deleteOwned('computers')(transaction, c4);
      await deletePerson(transaction, ada);
    });
    await world.unitOfWork.write(async ({ persons, computers }) => {
      expect(await persons.lock([ada])).to.deep.equal([]);
      expect(await computers.ownersOf([c1, c2])).to.deep.equal([bob]);
    });
  });

  it('lets writes lock what they have added', async () => {
    const { bob, c3 } = world;
    await within({ named: [person(bob), computer(c3)] }, async (transaction) => {
      const eve = await transaction.persons.add(personAttributes({ name: 'Eve' }));
      const own = await transaction.computers.add(aNewComputer({ ownerId: eve.id }));
      await replaceOwned('computers')(transaction, eve.id, [c3]);
      expect(await transaction.computers.ownedBy([eve.id])).to.deep.equal([c3]);
      expect(await transaction.computers.ownersOf([own.id, c3])).to.deep.equal([eve.id]);
    });
  });

  it('leaves out what did not exist when the locks were taken, even if it is there later', async () => {
    const { ada, gonePerson, goneComputer, c1 } = world;
    const named = [person(ada), person(gonePerson), computer(c1), computer(goneComputer)];
    await within({ named }, async ({ persons, computers }) => {
      expect(await persons.lock([gonePerson, ada])).to.have.lengthOf(1);
      expect(await computers.lock([goneComputer, c1])).to.have.lengthOf(1);
      expect(await computers.ownersOf([goneComputer])).to.deep.equal([]);
    });
  });

  it('leaves out a computer that another transaction has added since, and its owner', async () => {
    const { ada, c1, c3 } = world;
    await world.unitOfWork.write(async (transaction) => {
      const { computers } = transaction;
      let exists = false;
      const known = (ids: readonly string[]): readonly string[] => ids.filter((id) => exists || id !== c3);
      const late = {
        ...computers,
        lock: (ids: readonly string[]) => computers.lock(known(ids)),
        ownersOf: (ids: readonly string[]) => computers.ownersOf(known(ids)),
      };
      const reach = { named: [person(ada), computer(c1), computer(c3)], relinked: [] };
      const fenced = await lockAtOnce({ ...transaction, computers: late }, reach);
      exists = true;
      expect(await fenced.computers.ownersOf([c1, c3])).to.deep.equal([ada]);
      expect((await fenced.computers.lock([c1, c3])).map(({ id }) => id)).to.deep.equal([c1]);
    });
  });

  it('refuses to lock what was not asked for at the start: that could deadlock', async () => {
    const { ada, bob, c1, c3 } = world;
    const named = [person(ada), computer(c1)];
    const late: readonly ((transaction: Transaction) => Promise<unknown>)[] = [
      ({ persons }) => persons.lock([bob]),
      ({ computers }) => computers.lock([c3]),
    ];
    for (const lock of late) {
      const failure: unknown = await within({ named }, lock).catch((error: unknown) => error);
      expect(failure)
        .to.be.instanceOf(Error)
        .with.property('message')
        .that.matches(/was not locked with the others$/);
    }
  });

  it('locks what every locked person owns, if any of them may be relinked', async () => {
    const { ada, bob, c2, c3 } = world;
    await within({ named: [computer(c2), person(bob)], relinked: 'all' }, async (transaction) => {
      await deletePerson(transaction, ada);
      await deletePerson(transaction, bob);
    });
    expect(await world.unitOfWork.write(({ computers }) => computers.ownersOf([c2, c3]))).to.deep.equal([]);
  });

  it('lets the persons of earlier collisions be locked', async () => {
    const { unitOfWork, bob } = world;
    const collisions = [new CollisionError('earlier', [bob])];
    const locked = await unitOfWork.write(async (transaction) => {
      const fenced = await lockAtOnce({ ...transaction, collisions }, { named: [], relinked: [] });
      return fenced.persons.lock([bob]);
    });
    expect(locked.map(({ id }) => id)).to.deep.equal([bob]);
  });
});
