import { expect } from 'chai';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import { CollisionError, StorageOverloadedError } from '#application/model/errors';
import type { ResourceIdentifier } from '#application/model/query';
import {
  writeRunner,
  type WriteTransaction,
  type WriteOptions,
  type RunWrite,
} from '#application/writing/write-transaction';
import { everyEntity } from '../../../contract/fixtures.ts';
import { aNewPerson } from '../../../support/builders.ts';
import { permitted } from '../../../support/write-once.ts';

const person = (id: number) => ({ type: 'person', id: String(id) }) as const;
const computer = (id: number) => ({ type: 'computer', id: String(id) }) as const;

describe('the attempts of a write', () => {
  const { random } = Math;

  // The pauses between attempts are random; these are short.
  before(() => {
    Math.random = () => 0;
  });
  after(() => {
    Math.random = random;
  });

  it('end with the first that succeeds, and give its result', async () => {
    const { run, met } = recorded();
    expect(await run(async () => 'the result')).to.equal('the result');
    expect(met).to.deep.equal([[]]);
  });

  it('keep nothing of those that have collided', async () => {
    const unitOfWork = new MemoryUnitOfWork();
    let attempts = 0;
    await writeRunner(unitOfWork)(async ({ repositories }) => {
      attempts += 1;
      await repositories.person.add(aNewPerson({ name: `attempt ${attempts}` }), permitted);
      if (attempts < 3) throw new CollisionError('not yet', [person(attempts)]);
    });
    expect((await everyEntity(unitOfWork)).map(({ attributes }) => attributes['name'])).to.deep.equal(['attempt 3']);
  });

  it('pass on everything that was met before, each once', async () => {
    const { run, met } = recorded();
    const steps = [[person(1)], [computer(1), person(1)], [], [person(2), computer(2)]];
    await run(collideOver(steps));
    expect(met).to.deep.equal([
      [],
      [person(1)],
      [person(1), computer(1)],
      [person(1), computer(1)],
      [person(1), computer(1), person(2), computer(2)],
    ]);
  });

  it('tell resources of different types apart that have the same identifier', async () => {
    const { run, met } = recorded();
    await run(collideOver([[person(1)], [computer(1)]]));
    expect(met.at(-1)).to.deep.equal([person(1), computer(1)]);
  });

  it('go on as long as each meets something new', async () => {
    const { run, met } = recorded();
    const steps = Array.from({ length: 15 }, (_, index) => [person(index + 1)]);
    await run(collideOver(steps));
    expect(met).to.have.lengthOf(16);
    expect(met.at(-1)).to.deep.equal(steps.flat());
  });

  const futile = {
    'over nothing that can be locked': { unlocked: [], tries: 10 },
    // The first of them was not futile.
    'over the same resource': { unlocked: [person(7)], tries: 11 },
  };
  for (const [what, { unlocked, tries }] of Object.entries(futile))
    it(`are given up after ten that have collided ${what}`, async () => {
      const { run, met } = recorded();
      const collision = new CollisionError('always', unlocked);
      const failure: unknown = await run(async () => {
        throw collision;
      }).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(StorageOverloadedError).and.include({ reason: 'collisions', cause: collision });
      expect(met).to.have.lengthOf(tries);
    });

  it('count only futile collisions as such', async () => {
    const { run, met } = recorded();
    const steps = Array.from({ length: 18 }, (_, index) => (index % 2 === 0 ? [person(index + 1)] : []));
    await run(collideOver(steps));
    expect(met).to.have.lengthOf(19);
  });

  it('are given up when patience is over, even if each meets something new', async () => {
    const { run, met } = recorded({ retryMillis: 0 });
    let attempts = 0;
    const failure: unknown = await run(async () => {
      attempts += 1;
      throw new CollisionError('always', [person(attempts)]);
    }).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(StorageOverloadedError).and.have.property('reason', 'collisions');
    expect(met).to.have.lengthOf(1);
  });

  it('are reported with each collision that is tried again', async () => {
    let collisions = 0;
    const { run } = recorded({
      observe: ({ kind }) => {
        if (kind === 'collision') collisions += 1;
      },
    });
    await run(collideOver([]));
    expect(collisions).to.equal(0);
    await run(collideOver([[person(1)], []]));
    expect(collisions).to.equal(2);
    await run(async () => {
      throw new CollisionError('always');
    }).catch((error: unknown) => error);
    expect(collisions, 'all but the one that ends it').to.equal(2 + 9);
  });

  it('end with any other error', async () => {
    const { run, met } = recorded();
    const expected = new RangeError('not a collision');
    const failure: unknown = await run(async () => {
      throw expected;
    }).catch((error: unknown) => error);
    expect(failure).to.equal(expected);
    expect(met).to.have.lengthOf(1);
  });

  it('of one write know nothing of those of another', async () => {
    const { run, met } = recorded();
    await run(collideOver([[person(1)]]));
    await run(async () => undefined);
    expect(met.at(-1)).to.deep.equal([]);
  });
});

/** Runs writes on an empty storage, and notes what each attempt is told of the earlier ones. */
function recorded(patience?: WriteOptions): {
  readonly run: RunWrite;
  readonly met: readonly WriteTransaction['metUnlocked'][];
} {
  const met: WriteTransaction['metUnlocked'][] = [];
  const runWrite = writeRunner(new MemoryUnitOfWork(), patience);
  return {
    run: (work) =>
      runWrite((transaction) => {
        met.push(transaction.metUnlocked);
        return work(transaction);
      }),
    met,
  };
}

/** Work that collides over each of these in turn, one per attempt, and then succeeds. */
function collideOver(steps: readonly (readonly ResourceIdentifier[])[]): () => Promise<void> {
  let attempts = 0;
  return async () => {
    const unlocked = steps[attempts];
    attempts += 1;
    if (unlocked !== undefined) throw new CollisionError(`attempt ${attempts}`, unlocked);
  };
}
