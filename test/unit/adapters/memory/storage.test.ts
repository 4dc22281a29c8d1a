import { expect } from 'chai';
import { CollisionError, StorageUnavailableError } from '#application/errors';
import type { Transaction, UnitOfWork } from '#application/ports/unit-of-work';
import { Journal } from '#adapters/memory/journal';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import { rowOf } from '#adapters/memory/row';
import { MemoryStore } from '#adapters/memory/store';
import type { Computer } from '#domain/computer';
import { addComputer, addPerson, queryFor, everyEntity, findIds, ownedBy } from '../../../contract/fixtures.ts';
import { compare, related } from '../../../contract/filter-notation.ts';
import { describeStorage } from '../../../contract/storage.ts';
import { aComputer, aNewComputer, aPerson, personAttributes } from '../../../support/builders.ts';

describeStorage('memory storage', () =>
  Promise.resolve({ unitOfWork: new MemoryUnitOfWork(), close: () => Promise.resolve() }),
);

describe('memory unit of work', () => {
  it('gives up on work that collides every time', async () => {
    let attempts = 0;
    const failure = await new MemoryUnitOfWork()
      .write(async () => {
        attempts += 1;
        throw new CollisionError('always');
      })
      .catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(StorageUnavailableError);
    expect(attempts).to.equal(3);
  });

  it('refuses writes through a finished transaction and stores nothing', async () => {
    const unitOfWork = new MemoryUnitOfWork();
    const { persons } = await unitOfWork.write(async (transaction) => transaction);
    const failure = await persons.add(personAttributes({ name: 'late' })).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(Error);
    expect(await findIds(unitOfWork.reader, queryFor('person'))).to.deep.equal([]);
  });

  const unlocked: Readonly<Record<string, (transaction: Transaction, ids: Ids) => Promise<unknown>>> = {
    'saving a person': ({ persons }, { ada }) => persons.save([aPerson({ id: ada, version: 2, name: 'x' })]),
    'removing a person': ({ persons }, { ada }) => persons.remove([ada]),
    'adding a computer for a person': ({ computers }, { ada }) =>
      computers.add(aNewComputer({ serial: 'x', ownerId: ada })),
    'saving a computer': ({ computers }, { laptop, ada }) => computers.save([{ ...computer(laptop), ownerId: ada }]),
    'removing a computer': ({ computers }, { laptop }) => computers.remove([laptop]),
    'saving one of several': async ({ computers }, { laptop, spare, ada }) => {
      await computers.lock([laptop]);
      await computers.save([{ ...computer(laptop), ownerId: ada }, computer(spare)]);
    },
    'giving a computer away': async ({ persons, computers }, { ada, laptop }) => {
      await persons.lock([ada]);
      await computers.save([computer(laptop)]);
    },
    'taking a computer from a person': async ({ computers }, { laptop }) => {
      await computers.lock([laptop]);
      await computers.save([computer(laptop)]);
    },
    'giving a computer to a person': async ({ computers }, { bob, spare }) => {
      await computers.lock([spare]);
      await computers.save([{ ...computer(spare), ownerId: bob }]);
    },
    'removing what is already removed': async ({ persons }, { bob }) => {
      await persons.lock([bob]);
      await persons.remove([bob]);
      await persons.remove([bob]);
    },
  };
  const late: Readonly<Record<string, (transaction: Transaction, ids: Ids) => Promise<unknown>>> = {
    'a person after a computer': async ({ persons, computers }, { ada, laptop }) => {
      await computers.lock([laptop]);
      await persons.lock([ada]);
    },
    'one person after another': async ({ persons }, { ada, bob }) => {
      await persons.lock([ada]);
      await persons.lock([bob]);
    },
    'one computer after another': async ({ computers }, { laptop, spare }) => {
      await computers.lock([laptop]);
      await computers.lock([laptop, spare]);
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
    await unitOfWork.write(async ({ persons, computers }) => {
      const ada = await persons.add(personAttributes({ name: 'Ada' }));
      const added = await computers.add(aNewComputer({ serial: 'x', ownerId: ada.id }));
      await computers.save([{ ...added, ownerId: null }]);
      await persons.remove([ada.id]);
    });
    expect(await everyEntity(unitOfWork)).to.have.lengthOf(1);
  });
});

describe('memory store', () => {
  it('puts removed rows back where they were', () => {
    const store = new MemoryStore();
    const setup = new Journal();
    for (const id of ['1', '2', '3']) store.put(rowOf('person', aPerson({ id, name: id })), setup);
    setup.commit();
    const journal = new Journal();
    store.remove('person', '2', journal);
    expect([...store.all('person')].map(({ id }) => id)).to.deep.equal(['1', '3']);
    expect(store.size('person')).to.equal(2);
    journal.rollBack();
    expect([...store.all('person')].map(({ id }) => id)).to.deep.equal(['1', '2', '3']);
    expect(store.size('person')).to.equal(3);
  });

  it('rolls back what removing a person does to what they own', async () => {
    const unitOfWork = new MemoryUnitOfWork();
    const { ada, laptop } = await seed(unitOfWork);
    const before = await everyEntity(unitOfWork);
    const failure = await unitOfWork
      .write(async ({ persons, computers }) => {
        await persons.lock([ada]);
        await persons.remove([ada]);
        expect((await computers.lock([laptop]))[0]?.ownerId).to.equal(null);
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
    const { id } = await unitOfWork.write(({ persons }) => persons.add(attributes));
    attributes.name = 'changed behind its back';
    const query = queryFor('person', { attributes: ['name'] });
    const [record] = (await unitOfWork.reader.find(query)).records;
    Object.assign(record?.attributes ?? {}, { name: 'changed in the answer' });
    expect((await unitOfWork.reader.find(query)).records[0]).to.deep.include({ id, attributes: { name: 'Ada' } });
  });

  it('follows relationships back and forth without multiplying the work', async () => {
    const unitOfWork = new MemoryUnitOfWork();
    await unitOfWork.write(async ({ persons, computers }) => {
      const owner = await persons.add(personAttributes({ name: 'Ada' }));
      for (let count = 0; count < 2000; count += 1)
        await computers.add(aNewComputer({ serial: 'C', ownerId: owner.id }));
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

/** A computer without an owner. */
function computer(id: string): Computer {
  return aComputer({ id, version: 2, serial: 'x' });
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
