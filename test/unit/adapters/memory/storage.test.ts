import { expect } from 'chai';
import { MemoryStore } from '#adapters/memory/store';
import { UndoLog } from '#adapters/memory/undo-log';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import { CollisionError } from '#application/model/errors';
import type { Transaction, UnitOfWork } from '#application/ports/unit-of-work';
import type { Entity } from '#domain/entity';
import { describeStorage } from '../../../contract/describe-storage.ts';
import { compare, related } from '../../../contract/filter-notation.ts';
import { everyEntity, findIds, queryFor } from '../../../contract/fixtures.ts';
import { addComputer, addPerson, ownedBy } from '../../../contract/persons.ts';
import { everySuite } from '../../../contract/storage.ts';
import { aComputer, aNewComputer, aNewPerson, aPerson, personAttributes } from '../../../support/builders.ts';

describeStorage(
  'memory storage',
  () => Promise.resolve({ unitOfWork: new MemoryUnitOfWork(), close: () => Promise.resolve() }),
  everySuite,
);

describe('memory unit of work', () => {
  it('runs work that collides once, and keeps nothing of it', async () => {
    const unitOfWork = new MemoryUnitOfWork();
    const collision = new CollisionError('always');
    let attempts = 0;
    const failure: unknown = await unitOfWork
      .write(async ({ repositories }) => {
        attempts += 1;
        await repositories.person.add(aNewPerson());
        throw collision;
      })
      .catch((error: unknown) => error);
    expect(failure).to.equal(collision);
    expect(attempts).to.equal(1);
    expect(await everyEntity(unitOfWork)).to.deep.equal([]);
  });

  it('refuses writes through a finished transaction and stores nothing', async () => {
    const unitOfWork = new MemoryUnitOfWork();
    const { repositories } = await unitOfWork.write(async (transaction) => transaction);
    const failure = await repositories.person.add(aNewPerson({ name: 'late' })).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(Error);
    expect(await findIds(unitOfWork.reader, queryFor('person'))).to.deep.equal([]);
  });

  const unlocked: Readonly<Record<string, (transaction: Transaction, ids: Ids) => Promise<unknown>>> = {
    'saving a person': ({ repositories: { person } }, { ada }) =>
      person.save([aPerson({ id: ada, version: 2, name: 'x' })]),
    'removing a person': ({ repositories: { person } }, { ada }) => person.remove([ada]),
    'adding a computer for a person': ({ repositories: { computer } }, { ada }) =>
      computer.add(aNewComputer({ serial: 'x', owner: ada })),
    'saving a computer': ({ repositories: { computer } }, { laptop, ada }) => computer.save([aChanged(laptop, ada)]),
    'removing a computer': ({ repositories: { computer } }, { laptop }) => computer.remove([laptop]),
    'saving one of several': async ({ repositories: { computer } }, { laptop, spare, ada }) => {
      await computer.lock([laptop]);
      await computer.save([aChanged(laptop, ada), aChanged(spare)]);
    },
    'giving a computer away': async ({ repositories: { person, computer } }, { ada, laptop }) => {
      await person.lock([ada]);
      await computer.save([aChanged(laptop)]);
    },
    'taking a computer from a person': async ({ repositories: { computer } }, { laptop }) => {
      await computer.lock([laptop]);
      await computer.save([aChanged(laptop)]);
    },
    'giving a computer to a person': async ({ repositories: { computer } }, { bob, spare }) => {
      await computer.lock([spare]);
      await computer.save([aChanged(spare, bob)]);
    },
    'removing what is already removed': async ({ repositories: { person } }, { bob }) => {
      await person.lock([bob]);
      await person.remove([bob]);
      await person.remove([bob]);
    },
  };
  const late: Readonly<Record<string, (transaction: Transaction, ids: Ids) => Promise<unknown>>> = {
    'a person after a computer': async ({ repositories: { person, computer } }, { ada, laptop }) => {
      await computer.lock([laptop]);
      await person.lock([ada]);
    },
    'one person after another': async ({ repositories: { person } }, { ada, bob }) => {
      await person.lock([ada]);
      await person.lock([bob]);
    },
    'one computer after another': async ({ repositories: { computer } }, { laptop, spare }) => {
      await computer.lock([laptop]);
      await computer.lock([laptop, spare]);
    },
  };
  for (const [what, work] of Object.entries(late))
    it(`refuses to lock ${what}, which could deadlock on PostgreSQL`, async () => {
      const unitOfWork = new MemoryUnitOfWork();
      const ids = await seed(unitOfWork);
      const failure = await unitOfWork.write((transaction) => work(transaction, ids)).catch((error: unknown) => error);
      expect(String(failure)).to.match(/^Error: (person|computer) \d+ is locked too late$/);
    });

  for (const [what, work] of Object.entries(unlocked))
    it(`refuses ${what} without the lock that the port requires`, async () => {
      const unitOfWork = new MemoryUnitOfWork();
      const ids = await seed(unitOfWork);
      const failure = await unitOfWork.write((transaction) => work(transaction, ids)).catch((error: unknown) => error);
      expect(String(failure)).to.match(/^Error: (person|computer) \d+ is not locked$/);
    });

  it('locks what it adds', async () => {
    const unitOfWork = new MemoryUnitOfWork();
    await unitOfWork.write(async ({ repositories: { person, computer } }) => {
      const ada = await person.add(aNewPerson({ name: 'Ada' }));
      const added = await computer.add(aNewComputer({ serial: 'x', owner: ada.id }));
      await computer.save([{ ...added, targets: { ...added.targets, owner: null } }]);
      await person.remove([ada.id]);
    });
    expect(await everyEntity(unitOfWork)).to.have.lengthOf(1);
  });
});

describe('memory store', () => {
  it('puts removed rows back where they were', () => {
    const store = new MemoryStore();
    const setup = new UndoLog();
    for (const id of ['1', '2', '3']) store.put(aPerson({ id, name: id }), setup);
    setup.commit();
    const undoLog = new UndoLog();
    store.remove('person', '2', undoLog);
    expect([...store.all('person')].map(({ id }) => id)).to.deep.equal(['1', '3']);
    expect(store.size('person')).to.equal(2);
    undoLog.rollBack();
    expect([...store.all('person')].map(({ id }) => id)).to.deep.equal(['1', '2', '3']);
    expect(store.size('person')).to.equal(3);
  });

  it('rolls back what removing a person does to what they own', async () => {
    const unitOfWork = new MemoryUnitOfWork();
    const { ada, laptop } = await seed(unitOfWork);
    const before = await everyEntity(unitOfWork);
    const failure = await unitOfWork
      .write(async ({ repositories: { person, computer } }) => {
        await person.lock([ada]);
        await person.remove([ada]);
        expect((await computer.lock([laptop]))[0]?.targets['owner']).to.equal(null);
        throw new RangeError('after the removal');
      })
      .catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(RangeError);
    expect(await everyEntity(unitOfWork)).to.deep.equal(before);
    expect(await ownedBy(unitOfWork, ada)).to.deep.equal([laptop]);
  });

  it('shares nothing with its callers', async () => {
    const unitOfWork = new MemoryUnitOfWork();
    const attributes = { ...personAttributes({ name: 'Ada' }) };
    const draft = { type: 'person', attributes, targets: {} } as const;
    const { id } = await unitOfWork.write(({ repositories }) => repositories.person.add(draft));
    attributes.name = 'changed behind its back';
    const query = queryFor('person', { attributes: ['name'] });
    const [record] = (await unitOfWork.reader.find(query)).records;
    Object.assign(record?.attributes ?? {}, { name: 'changed in the answer' });
    expect((await unitOfWork.reader.find(query)).records[0]).to.deep.include({ id, attributes: { name: 'Ada' } });
  });

  it('follows relationships back and forth without multiplying the work', async () => {
    const unitOfWork = new MemoryUnitOfWork();
    await unitOfWork.write(async ({ repositories: { person, computer } }) => {
      const owner = await person.add(aNewPerson({ name: 'Ada' }));
      for (let count = 0; count < 2000; count += 1) await computer.add(aNewComputer({ serial: 'C', owner: owner.id }));
    });
    let filter = compare('serial', 'equal', 'none has this');
    for (let step = 0; step < 4; step += 1) filter = related('owner', related('computers', filter));
    expect(await findIds(unitOfWork.reader, queryFor('computer', { filter }))).to.deep.equal([]);
  });

  it('refuses attributes that are not in the schema', async () => {
    const { reader } = new MemoryUnitOfWork();
    for (const name of ['password', 'constructor', '__proto__', 'version']) {
      const query = queryFor('person', { filter: compare(name, 'equal', 'x') });
      expect(String(await reader.find(query).catch((error: unknown) => error)), name).to.include('no attribute');
    }
  });
});

/** A computer that is stored with another owner, or none. */
function aChanged(id: string, owner: string | null = null): Entity {
  return aComputer({ id, version: 2, serial: 'x', owner });
}

interface Ids {
  readonly ada: string;
  readonly bob: string;
  readonly laptop: string;
  readonly spare: string;
}

/** Adds Ada, who owns a laptop, Bob, and a spare computer without an owner. */
async function seed(unitOfWork: UnitOfWork): Promise<Ids> {
  const ada = await addPerson(unitOfWork, 'Ada');
  const bob = await addPerson(unitOfWork, 'Bob');
  return { ada, bob, laptop: await addComputer(unitOfWork, 'L', ada), spare: await addComputer(unitOfWork, 'S') };
}
