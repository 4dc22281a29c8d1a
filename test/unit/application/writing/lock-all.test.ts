import { expect } from 'chai';
import { everything } from '#application/model/filter';
import { everythingAllowed } from '#application/model/permissions';
import type { WriteTransaction } from '#application/writing/write-transaction';
import { NEW } from '#domain/relationships';
import { deleteComputer, deletePerson, linkComputers, replaceComputers } from '#product/use-cases';
import { lockAll, type WriteScope } from '#application/writing/lock-all';
import { aNewComputer, aNewPerson } from '../../../support/builders.ts';
import { openWorld, type World } from '../../../support/world.ts';
import { permitted, writeOnce } from '../../../support/write-once.ts';

const person = (id: string) => ({ type: 'person', id }) as const;
const nothing: WriteScope = {
  ...{ named: [], linked: [], relinked: [], removed: [], removedTargets: [], added: [] },
  removesAdded: false,
};
const computer = (id: string) => ({ type: 'computer', id }) as const;

describe('locking at once', () => {
  let world: World;
  const within = <Result>(
    scope: Partial<WriteScope>,
    work: (transaction: WriteTransaction) => Promise<Result>,
  ): Promise<Result> =>
    writeOnce(world.unitOfWork)(async (transaction) => work(await lockAll(transaction, { ...nothing, ...scope })));

  beforeEach(async () => {
    world = await openWorld();
  });

  it('lets writes run one after another even if on their own they would lock out of order', async () => {
    const { ada, bob, c1, c2, c4 } = world;
    const named = [person(bob), person(ada), computer(c1), computer(c4)];
    await within({ named, relinked: [person(ada)] }, async (transaction) => {
      await linkComputers(transaction, bob, [c1]);
      await deleteComputer(transaction, c4);
      await deletePerson(transaction, ada);
    });
    await world.unitOfWork.write(async ({ repositories }) => {
      expect(await repositories.person.lock([ada])).to.deep.equal([]);
      expect(await repositories.computer.targetsOf('owner', [c1, c2])).to.deep.equal([bob]);
    });
  });

  it('lets writes lock what they have added', async () => {
    const { bob, c3 } = world;
    await within({ named: [person(bob), computer(c3)] }, async (transaction) => {
      const { repositories } = transaction;
      const eve = await repositories.person.add(aNewPerson({ name: 'Eve' }), permitted);
      const own = await repositories.computer.add(aNewComputer({ owner: eve.id }), permitted);
      await replaceComputers(transaction, eve.id, [c3]);
      expect(await repositories.computer.referringTo('owner', [eve.id])).to.deep.equal([c3]);
      expect(await repositories.computer.targetsOf('owner', [own.id, c3])).to.deep.equal([eve.id]);
    });
  });

  it('leaves out resources that did not exist when the locks were taken', async () => {
    const { ada, gonePerson, goneComputer, c1 } = world;
    const named = [person(ada), person(gonePerson), computer(c1), computer(goneComputer)];
    await within({ named }, async ({ repositories }) => {
      expect(await repositories.person.lock([gonePerson, ada])).to.have.lengthOf(1);
      expect(await repositories.computer.lock([goneComputer, c1])).to.have.lengthOf(1);
      expect(await repositories.computer.targetsOf('owner', [goneComputer])).to.deep.equal([]);
    });
  });

  it('leaves out a resource that another transaction has added since, and its target', async () => {
    const { ada, c1, c3 } = world;
    await writeOnce(world.unitOfWork)(async (transaction) => {
      const { computer: repository } = transaction.repositories;
      let exists = false;
      const known = (ids: readonly string[]): readonly string[] => ids.filter((id) => exists || id !== c3);
      const late = {
        ...repository,
        lock: (ids: readonly string[]) => repository.lock(known(ids)),
        targetsOf: (relationship: string, ids: readonly string[]) => repository.targetsOf(relationship, known(ids)),
      };
      const scope = { ...nothing, named: [person(ada), computer(c1), computer(c3)] };
      const repositories = { ...transaction.repositories, computer: late };
      const restricted = await lockAll({ ...transaction, repositories }, scope);
      exists = true;
      expect(await restricted.repositories.computer.targetsOf('owner', [c1, c3])).to.deep.equal([ada]);
      expect((await restricted.repositories.computer.lock([c1, c3])).map(({ id }) => id)).to.deep.equal([c1]);
    });
  });

  it('refuses later locks of other resources, which could deadlock', async () => {
    const { ada, bob, c1, c3 } = world;
    const named = [person(ada), computer(c1)];
    const late: readonly ((transaction: WriteTransaction) => Promise<unknown>)[] = [
      ({ repositories }) => repositories.person.lock([bob]),
      ({ repositories }) => repositories.computer.lock([c3]),
      ({ repositories }) => repositories.computer.targetsOf('owner', [c3]),
    ];
    for (const lock of late) {
      const failure: unknown = await within({ named }, lock).catch((error: unknown) => error);
      expect(failure)
        .to.be.instanceOf(Error)
        .with.property('message')
        .that.matches(/was not locked with the others$/);
    }
  });

  it('locks the whole sets of the relinked resources, and not those of the others', async () => {
    const { ada, bob, c1, c2, c3 } = world;
    const named = [person(ada), person(bob)];
    await within({ named, relinked: [person(ada)] }, async ({ repositories }) => {
      expect((await repositories.computer.lock([c1, c2])).map(({ id }) => id)).to.deep.equal([c1, c2]);
      expect(String(await repositories.computer.lock([c3]).catch((error: unknown) => error))).to.include('not locked');
    });
  });

  it('locks the sets of a removed target, and of the resources that an earlier write may put in its place', async () => {
    const { ada, bob, c2, c3 } = world;
    const removedTargets = [{ ...computer(c2), relationship: 'owner' }];
    await within({ named: [computer(c2), person(bob)], linked: [person(bob)], removedTargets }, async (transaction) => {
      await deletePerson(transaction, ada);
      await deletePerson(transaction, bob);
    });
    const targets = await world.unitOfWork.write(({ repositories }) =>
      repositories.computer.targetsOf('owner', [c2, c3]),
    );
    expect(targets).to.deep.equal([]);
  });

  it('locks what the policy sets in new resources, and its set if it may be removed', async () => {
    const { ada, bob, c1, c3 } = world;
    const { computer: grants } = everythingAllowed;
    const create = { fields: new Set<string>(), rows: everything, set: { owner: bob } };
    const permissions = { ...everythingAllowed, computer: { ...grants, create } };
    const lock = (scope: Partial<WriteScope>) =>
      writeOnce(world.unitOfWork)(async (transaction) => {
        const { repositories } = await lockAll({ ...transaction, permissions }, { ...nothing, ...scope });
        const persons = await repositories.person.lock([bob]);
        const computers = scope.removedTargets === undefined ? [] : await repositories.computer.lock([c3]);
        return [...persons, ...computers].map(({ id }) => id);
      });
    expect(await lock({ added: ['computer'] })).to.deep.equal([bob]);
    const removedTargets = [{ ...computer(NEW), relationship: 'owner' }];
    expect(await lock({ added: ['computer'], named: [person(ada), computer(c1)], removedTargets })).to.deep.equal([
      bob,
      c3,
    ]);
    expect(String(await lock({ added: ['person'] }).catch((error: unknown) => error))).to.include('not locked');
  });

  it('allows locks of resources that made earlier attempts collide', async () => {
    const { unitOfWork, bob, gonePerson } = world;
    const locked = await writeOnce(unitOfWork)(async (transaction) => {
      const metUnlocked = [person(bob), person(gonePerson)];
      const { repositories } = await lockAll({ ...transaction, metUnlocked }, nothing);
      return repositories.person.lock([bob, gonePerson]);
    });
    expect(locked.map(({ id }) => id)).to.deep.equal([bob]);
  });
});
