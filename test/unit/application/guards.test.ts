import { expect } from 'chai';
import {
  EmptyRelationshipError,
  LinkedNotFoundError,
  NotFoundError,
  RelatedMismatchError,
} from '#application/model/errors';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import type { Attempt } from '#application/writing/attempts';
import {
  assignOwner,
  createComputerOfPerson,
  deleteComputer,
  deleteOwner,
  deletePerson,
  linkComputers,
  replaceComputers,
  unassignOwner,
  unlinkComputers,
  updateComputer,
  updateOwner,
  updatePerson,
} from '#application/use-cases';
import { Accepted, type Guard } from '#application/writing/commands';
import type { storeChange } from '#application/writing/store';
import type { Entity } from '#domain/entity';
import { everyEntity, storedComputer, storedPerson } from '../../contract/fixtures.ts';
import { computerAttributes } from '../../support/builders.ts';
import { openWorld, type World } from '../../support/world.ts';
import { permitted, writeOnce } from '../../support/write-once.ts';

/** Identifiers of the target of a use case and of what it links: persons or computers, which need not exist. */
interface Ids {
  readonly id: string;
  readonly linked: string;
}

interface GuardedCase {
  readonly name: string;
  /** Whether the resources that it links must exist. */
  readonly links: boolean;
  readonly run: (world: World, attempt: Attempt, ids: Ids, guard: Guard) => Promise<unknown>;
}

const ofPersons: readonly GuardedCase[] = [
  {
    name: 'updating a person',
    links: false,
    run: (_, attempt, { id }, guard) => updatePerson(attempt, id, { attributes: { name: 'x' }, linkage: {} }, guard),
  },
  {
    name: 'updating a person and the set of computers',
    links: true,
    run: (_, attempt, { id, linked }, guard) =>
      updatePerson(attempt, id, { attributes: { name: 'x' }, linkage: { computers: [linked] } }, guard),
  },
  {
    name: 'deleting a person',
    links: false,
    run: (_, attempt, { id }, guard) => deletePerson(attempt, id, guard),
  },
  {
    name: 'linking computers',
    links: true,
    run: (_, attempt, { id, linked }, guard) => linkComputers(attempt, id, [linked], guard),
  },
  {
    name: 'replacing the set of computers',
    links: true,
    run: (_, attempt, { id, linked }, guard) => replaceComputers(attempt, id, [linked], guard),
  },
  {
    name: 'unlinking computers',
    links: false,
    run: ({ c1 }, attempt, { id }, guard) => unlinkComputers(attempt, id, [c1], guard),
  },
  {
    name: 'creating a computer for a person',
    links: false,
    run: (_, attempt, { id }, guard) => {
      const command = { attributes: computerAttributes({ serial: 'x' }), linkage: {} };
      return createComputerOfPerson(attempt, id, command, guard);
    },
  },
];

/** The target is the owner; `id` is the computer's. */
const ofOwners: readonly GuardedCase[] = [
  {
    name: 'updating the owner of a computer',
    links: false,
    run: ({ ada }, attempt, { id }, guard) => {
      const changes = { attributes: { name: 'x' }, linkage: {} };
      return updateOwner(attempt, id, { id: ada, ...changes }, guard);
    },
  },
  {
    name: 'updating the owner of a computer and the set of computers',
    links: true,
    run: ({ ada }, attempt, { id, linked }, guard) => {
      const changes = { attributes: { name: 'x' }, linkage: { computers: [linked] } };
      return updateOwner(attempt, id, { id: ada, ...changes }, guard);
    },
  },
  {
    name: 'deleting the owner of a computer',
    links: false,
    run: (_, attempt, { id }, guard) => deleteOwner(attempt, id, guard),
  },
];

const ofComputers: readonly GuardedCase[] = [
  {
    name: 'updating a computer',
    links: false,
    run: (_, attempt, { id }, guard) => {
      const changes = { attributes: { serial: 'x' }, linkage: {} };
      return updateComputer(attempt, id, changes, guard);
    },
  },
  {
    name: 'updating a computer and its owner',
    links: true,
    run: (_, attempt, { id, linked }, guard) => {
      const changes = { attributes: computerAttributes({ serial: 'x' }), linkage: { owner: linked } };
      return updateComputer(attempt, id, changes, guard);
    },
  },
  {
    name: 'deleting a computer',
    links: false,
    run: (_, attempt, { id }, guard) => deleteComputer(attempt, id, guard),
  },
  {
    name: 'assigning an owner',
    links: true,
    run: (_, attempt, { id, linked }, guard) => assignOwner(attempt, id, linked, guard),
  },
  {
    name: 'removing an owner',
    links: false,
    run: ({ ada }, attempt, { id }, guard) => unassignOwner(attempt, id, ada, guard),
  },
];

describe('a guard', () => {
  let world: World;

  beforeEach(async () => {
    world = await openWorld();
  });

  for (const each of ofPersons)
    describeGuard(
      each,
      () => ({ id: world.ada, gone: world.gonePerson, linked: world.goneComputer }),
      () => storedPerson(world.unitOfWork, world.ada),
    );
  for (const each of ofOwners)
    describeGuard(
      each,
      () => ({ id: world.c1, gone: world.goneComputer, linked: world.goneComputer }),
      () => storedPerson(world.unitOfWork, world.ada),
    );
  for (const each of ofComputers)
    describeGuard(
      each,
      () => ({ id: world.c1, gone: world.goneComputer, linked: world.gonePerson }),
      () => storedComputer(world.unitOfWork, world.c1),
    );

  it('is not called when the computer has no owner', async () => {
    for (const { run } of ofOwners)
      expect(
        await outcome((attempt) => run(world, attempt, { id: world.c4, linked: world.c2 }, never)),
      ).to.be.instanceOf(EmptyRelationshipError);
  });

  it('is not called when the computer belongs to somebody else', async () => {
    const changes = { attributes: {}, linkage: {} };
    expect(
      await outcome((attempt) => updateOwner(attempt, world.c1, { id: world.bob, ...changes }, never)),
    ).to.be.instanceOf(RelatedMismatchError);
  });

  it('is called before the owner that a new computer names is checked', async () => {
    for (const namedOwnerId of [world.gonePerson, world.bob, null]) {
      const command = { attributes: computerAttributes({ serial: 'x' }), linkage: { owner: namedOwnerId } };
      expect(await outcome((attempt) => createComputerOfPerson(attempt, world.ada, command, refuse))).to.equal(refusal);
    }
  });

  function describeGuard(
    { name, links, run }: GuardedCase,
    ids: () => Ids & { readonly gone: string },
    stored: () => Promise<Entity | undefined>,
  ): void {
    describe(`on ${name}`, () => {
      it('gets the stored target, locked', async () => {
        const expected = await stored();
        const seen: Entity[] = [];
        const saved: Promise<void>[] = [];
        await outcome((attempt) =>
          run(world, attempt, ids(), (target) => {
            if (target === undefined) throw new Error('it got none');
            seen.push(target);
            saved.push(attempt.repositories[target.type].save([target], permitted));
          }),
        );
        expect(seen).to.deep.equal([expected]);
        await Promise.all(saved);
      });

      it('stops the write by throwing, before linked resources are checked', async () => {
        const before = await everyEntity(world.unitOfWork);
        expect(await outcome((attempt) => run(world, attempt, ids(), refuse))).to.equal(refusal);
        expect(await everyEntity(world.unitOfWork)).to.deep.equal(before);
      });

      it('is not called when the target does not exist', async () => {
        for (const id of [ids().gone, 'abc', '9223372036854775808']) {
          const failure = await outcome((attempt) => run(world, attempt, { ...ids(), id }, never));
          expect(failure, id).to.be.instanceOf(NotFoundError);
        }
      });

      if (links)
        it('does not replace the check of linked resources', async () => {
          let calls = 0;
          const failure = await outcome((attempt) =>
            run(world, attempt, ids(), () => {
              calls += 1;
            }),
          );
          expect(failure).to.be.instanceOf(LinkedNotFoundError);
          expect(calls).to.equal(1);
        });
    });
  }

  /** The error that a write fails with, or undefined. */
  async function outcome(work: (attempt: Attempt) => Promise<unknown>): Promise<unknown> {
    try {
      await writeOnce(world.unitOfWork)(work);
    } catch (error) {
      return error;
    }
    return undefined;
  }
});

const refusal = new RangeError('the condition is not met');

function refuse(): void {
  throw refusal;
}

function never(): void {
  throw new Error('the guard was called');
}

describe('What a guard has accepted', () => {
  it('is what it was given, and nothing that it has refused', async () => {
    const seen: unknown[] = [];
    await writeOnce(new MemoryUnitOfWork())(async (attempt) => {
      const accepted = await Accepted.by(attempt, (target) => void seen.push(target), undefined, 'create');
      expect(accepted.target).to.equal(undefined);
      expect(seen).to.deep.equal([undefined]);
      expect(await Accepted.by(attempt, refuse, undefined, 'create').catch((error: unknown) => error)).to.equal(
        refusal,
      );
    });
  });

  it('is asked for by the compiler wherever something is stored', () => {
    type Asked = Parameters<typeof storeChange>[2];
    // @ts-expect-error an entity that no guard has seen
    const forgotten: Asked = { target: undefined };
    expect(forgotten).not.to.be.instanceOf(Accepted);
  });
});
