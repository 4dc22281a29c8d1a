import { expect } from 'chai';
import { CollisionError, StorageOverloadedError } from '#application/model/errors';
import type { Repository } from '#application/ports/repository';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import type { GuardedRepository } from '#application/writing/write-transaction';
import {
  assignOwner,
  createComputerOfPerson,
  createPerson,
  deleteComputer,
  deleteOwner,
  linkComputers,
  replaceComputers,
  unassignOwner,
  updateComputer,
  updateOwner,
  updatePerson,
} from '#product/use-cases';
import { writeRunner } from '#application/writing/write-transaction';
import { lockAndShow, lockResources } from '#application/writing/locks';
import { lockOrder } from '#application/writing/lock-order';
import { touchedByRemoval } from '#application/writing/wanted';
import type { Entities } from '#domain/relationships';
import { perType, relationshipNames, resourceTypes, type ResourceType } from '#domain/schema';
import { everyEntity, wholeView as view } from '../../../contract/fixtures.ts';
import { computerAttributes, personAttributes } from '../../../support/builders.ts';
import { execute } from '../../../support/execute.ts';
import { openWorld, type World } from '../../../support/world.ts';
import { permitted, writeOnce } from '../../../support/write-once.ts';

const person = (id: string) => ({ type: 'person', id }) as const;
const computer = (id: string) => ({ type: 'computer', id }) as const;
const moving = (id: string) => ({ ...computer(id), moves: ['owner'] }) as const;

const writes: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  'linking resources': ({ unitOfWork, ada, c3, c4 }) => execute(unitOfWork, linkComputers, [ada, [c3, c4]], view),
  'replacing a set': ({ unitOfWork, bob, c1, c4 }) => execute(unitOfWork, replaceComputers, [bob, [c1, c4]], view),
  'assigning a target': ({ unitOfWork, bob, c1 }) => execute(unitOfWork, assignOwner, [c1, bob], view),
  'unassigning a target': ({ unitOfWork, ada, c1 }) => execute(unitOfWork, unassignOwner, [c1, ada], view),
  'updating a resource and its target': ({ unitOfWork, bob, c1 }) =>
    execute(
      unitOfWork,
      updateComputer,
      [c1, { attributes: computerAttributes({ serial: 'x' }), linkage: { owner: bob } }],
      view,
    ),
  'deleting a resource that has a target': ({ unitOfWork, c1 }) =>
    writeRunner(unitOfWork)((transaction) => deleteComputer(transaction, c1)),
  'updating a target': ({ unitOfWork, ada, c1, c3 }) => {
    const changes = { attributes: { name: 'x' }, linkage: { computers: [c3] } };
    return execute(unitOfWork, updateOwner, [c1, { id: ada, ...changes }], view);
  },
  'deleting a target': ({ unitOfWork, c1 }) => writeRunner(unitOfWork)((transaction) => deleteOwner(transaction, c1)),
  'creating a resource with a set': ({ unitOfWork, c1, c3 }) =>
    execute(
      unitOfWork,
      createPerson,
      [{ attributes: personAttributes({ name: 'x' }), linkage: { computers: [c1, c3] } }],
      view,
    ),
  'updating a resource and its set': ({ unitOfWork, ada, c3 }) =>
    execute(unitOfWork, updatePerson, [ada, { attributes: {}, linkage: { computers: [c3] } }], view),
};

/** Writes that move no resource. */
const still: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  'only attributes of a resource change': ({ unitOfWork, c1 }) =>
    execute(unitOfWork, updateComputer, [c1, { attributes: { serial: 'x' }, linkage: {} }], view),
  'a resource is created below another one': ({ unitOfWork, ada }) =>
    execute(unitOfWork, createComputerOfPerson, [ada, { attributes: computerAttributes(), linkage: {} }], view),
};

describe('locking for a write', () => {
  let world: World;

  beforeEach(async () => {
    world = await openWorld();
  });

  it('locks the named resources that exist, and the targets of those that move', async () => {
    const { unitOfWork, ada, bob, c3, c4, gonePerson, goneComputer } = world;
    const named = [
      ...[ada, gonePerson, 'abc'].map(person),
      ...[c4, goneComputer, c3, '01', '9223372036854775808'].map(moving),
    ];
    const locked = await writeOnce(unitOfWork)((transaction) => lockResources(transaction, named));
    expect(namesIn(locked.stored)).to.deep.equal({ person: [ada, bob], computer: [c3, c4] });
  });

  it('locks nothing else for a resource that does not move', async () => {
    const { unitOfWork, ada, c3 } = world;
    const locked = await writeOnce(unitOfWork)((transaction) =>
      lockResources(transaction, [person(ada), computer(c3)]),
    );
    expect(namesIn(locked.stored)).to.deep.equal({ person: [ada], computer: [c3] });
  });

  it('locks all members of a set that may change as a whole', async () => {
    const { unitOfWork, ada, c1, c2, c4 } = world;
    const named = [{ ...person(ada), sets: ['computers'] }, computer(c4)];
    const locked = await writeOnce(unitOfWork)((transaction) => lockResources(transaction, named));
    expect(namesIn(locked.stored)).to.deep.equal({ person: [ada], computer: [c1, c2, c4] });
  });

  it('also locks the sets of a target that are locked as a whole', async () => {
    const { unitOfWork, ada, c1, c2 } = world;
    const locked = await writeOnce(unitOfWork)((transaction) =>
      lockResources(transaction, [{ ...moving(c1), removes: ['owner'] }]),
    );
    expect(namesIn(locked.stored)).to.deep.equal({ person: [ada], computer: [c1, c2] });
  });

  it('merges the entries of a resource that is named several times', async () => {
    const { unitOfWork, ada, bob, c1, c2, c3 } = world;
    const named = [person(ada), { ...person(ada), sets: ['computers'] }, computer(c3), moving(c3), computer(c3)];
    const locked = await writeOnce(unitOfWork)((transaction) => lockResources(transaction, named));
    expect(namesIn(locked.stored)).to.deep.equal({ person: [ada, bob], computer: [c1, c2, c3] });
  });

  it('locks the types in their order, each at once, whatever order they are named in', async () => {
    const locks: ResourceType[] = [];
    const named = lockOrder
      .toReversed()
      .flatMap((type) => ['1', '2'].map((id) => ({ type, id, ...touchedByRemoval(type) })));
    await writeOnce(world.unitOfWork)(({ repositories, ...transaction }) => {
      const recording = (type: ResourceType): GuardedRepository => ({
        ...repositories[type],
        lock: (ids, members) => {
          locks.push(type);
          return repositories[type].lock(ids, members);
        },
      });
      return lockResources({ ...transaction, repositories: perType(recording) }, named);
    });
    expect(locks).to.deep.equal(lockOrder);
  });

  it('reads linkage with the locks, of resources that it does not lock', async () => {
    const { unitOfWork, ada, c1, c2 } = world;
    const found = await writeOnce(unitOfWork)((transaction) =>
      lockAndShow(transaction, [person(ada)], { ...person(ada), relationships: ['computers'] }),
    );
    expect(found.linkage).to.deep.equal({ computers: [c1, c2] });
    expect(namesIn(found.locked.stored)).to.deep.equal({ person: [ada] });
  });

  it('reads no linkage for a text that cannot be an identifier', async () => {
    const found = await writeOnce(world.unitOfWork)((transaction) =>
      lockAndShow(transaction, [person('abc')], { ...person('abc'), relationships: ['computers'] }),
    );
    expect(found.linkage).to.deep.equal({});
  });

  it('returns entities as they are stored', async () => {
    const { unitOfWork, c1 } = world;
    const locked = await writeOnce(unitOfWork)((transaction) => lockResources(transaction, [moving(c1)]));
    const stored = await everyEntity(unitOfWork);
    for (const entity of resourceTypes.flatMap((type) => [...locked.stored[type].values()]))
      expect(stored).to.deep.include(entity);
  });

  it('takes every to-one relationship of a resource as moving when it is removed, and every to-many one as a set', () => {
    for (const type of resourceTypes)
      expect(touchedByRemoval(type)).to.deep.equal({
        moves: relationshipNames(type, 'one'),
        sets: relationshipNames(type, 'many'),
        removal: 'certain',
      });
  });

  it('collides over resources whose targets it has not locked, and names those', async () => {
    const { unitOfWork, ada, bob, c1, c3, c4 } = world;
    const collision: unknown = await writeOnce(unitOfWork)((transaction) =>
      lockResources(stale(transaction), [c1, c3, c4].map(moving)).catch((error: unknown) => error),
    );
    if (!(collision instanceof CollisionError)) throw new Error('it has not collided');
    expect(collision.unlocked).to.have.deep.members([person(ada), person(bob)]);
  });

  it('does not collide over a resource that does not move', async () => {
    const { unitOfWork, c1 } = world;
    const locked = await writeOnce(unitOfWork)((transaction) => lockResources(stale(transaction), [computer(c1)]));
    expect(namesIn(locked.stored)).to.deep.equal({ computer: [c1] });
  });

  it('locks the resources that made earlier attempts collide, even if some are gone', async () => {
    const { unitOfWork, ada, bob, gonePerson, c1, c2, c3 } = world;
    const metUnlocked = [person(ada), person(gonePerson), person(bob), computer(c2)];
    const locked = await writeOnce(unitOfWork)((transaction) =>
      lockResources({ ...stale(transaction), metUnlocked }, [c1, c3].map(moving)),
    );
    expect(namesIn(locked.stored)).to.deep.equal({ person: [ada, bob], computer: [c1, c2, c3] });
  });

  it('locks the sets of a resource that made an earlier attempt collide if it locks those of targets', async () => {
    const { unitOfWork, ada, c1, c2 } = world;
    const locked = await writeOnce(unitOfWork)((transaction) =>
      lockResources({ ...stale(transaction), metUnlocked: [person(ada)] }, [{ ...moving(c1), removes: ['owner'] }]),
    );
    expect(namesIn(locked.stored)).to.deep.equal({ person: [ada], computer: [c1, c2] });
  });

  it('locks the resources of a collision on retry', async () => {
    const { unitOfWork, ada, bob, c1 } = world;
    let attempts = 0;
    await writeRunner(unitOfWork)(async (transaction) => {
      attempts += 1;
      const locked = await lockResources(transaction, [moving(c1)]);
      if (attempts === 1) throw new CollisionError('first attempt', [person(bob)]);
      expect(namesIn(locked.stored)).to.deep.equal({ person: [ada, bob], computer: [c1] });
      await transaction.repositories.person.save([...locked.stored.person.values()], permitted);
    });
    expect(attempts).to.equal(2);
  });

  for (const [name, write] of Object.entries(writes))
    it(`lets ${name} succeed on retry when the targets have just changed`, async () => {
      const { unitOfWork, attempts } = withStaleTargets(world.unitOfWork);
      await write({ ...world, unitOfWork });
      expect(attempts()).to.equal(2);
      const undisturbed = await openWorld();
      await write(undisturbed);
      expect(await everyEntity(world.unitOfWork)).to.deep.equal(await everyEntity(undisturbed.unitOfWork));
    });

  for (const [name, write] of Object.entries(still))
    it(`needs no target when ${name}`, async () => {
      const { unitOfWork, attempts } = withStaleTargets(world.unitOfWork);
      await write({ ...world, unitOfWork });
      expect(attempts()).to.equal(1);
    });

  it('gives up if each attempt collides with the same resource', async () => {
    const { unitOfWork, c1 } = world;
    const failure: unknown = await writeRunner(unitOfWork)((transaction) =>
      deleteComputer({ ...stale(transaction), metUnlocked: [] }, c1),
    ).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(StorageOverloadedError);
  });
});

/** The locked identifiers by type, without empty types. */
function namesIn(locked: Entities): Readonly<Record<string, readonly string[]>> {
  const names = resourceTypes.map((type) => [type, [...locked[type].keys()]] as const);
  return Object.fromEntries(names.filter(([, ids]) => ids.length > 0));
}

/** The same unit of work, whose relationships look empty until their resource is locked, and a count of its transactions. */
function withStaleTargets(unitOfWork: UnitOfWork): {
  readonly unitOfWork: UnitOfWork;
  readonly attempts: () => number;
} {
  let attempts = 0;
  return {
    unitOfWork: {
      epoch: () => unitOfWork.epoch(),
      changes: unitOfWork.changes,
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

type Locking = Pick<Repository, 'lock' | 'targetsOf'>;

function stale<Step extends { readonly repositories: Readonly<Record<ResourceType, Locking>> }>(step: Step): Step {
  const blind = <Each extends Locking>(repository: Each): Each => ({
    ...repository,
    targetsOf: async () => [],
    lock: (ids: readonly string[]) => repository.lock(ids),
  });
  return { ...step, repositories: perType((type) => blind(step.repositories[type])) };
}
