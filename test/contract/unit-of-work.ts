import { expect } from 'chai';
import { CollisionError } from '#application/model/errors';
import type { Transaction, UnitOfWork } from '#application/ports/unit-of-work';
import { aComputer, aNewComputer, aNewPerson, aPerson } from '../support/builders.ts';
import { clear, everyEntity, everyRecord, findIds, queryFor } from './fixtures.ts';
import { addComputer, addPerson, unusedIds } from './persons.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';

export function describeUnitOfWork(unitOfWork: CurrentUnitOfWork): void {
  describe('unit of work', () => {
    beforeEach(() => clear(unitOfWork()));

    describeEpoch(unitOfWork);
    describeWrites(unitOfWork);
    describeReads(unitOfWork);
  });
}

function describeEpoch(unitOfWork: CurrentUnitOfWork): void {
  it('has one epoch, whatever is written', async () => {
    const epoch = await unitOfWork().epoch();
    expect(epoch).to.match(/^[0-9a-f]{32}$/);
    await addPerson(unitOfWork(), 'Ada');
    expect(await unitOfWork().epoch()).to.equal(epoch);
  });
}

function describeWrites(unitOfWork: CurrentUnitOfWork): void {
  it('returns the result of the work', async () => {
    expect(await unitOfWork().write(async () => 42)).to.equal(42);
    expect(await unitOfWork().read(async () => 42)).to.equal(42);
  });

  it('passes errors of the work on unchanged', async () => {
    const error = new RangeError('mine');
    expect(await rejection(unitOfWork().write(() => Promise.reject(error)))).to.equal(error);
    expect(await rejection(unitOfWork().read(() => Promise.reject(error)))).to.equal(error);
  });

  it('rolls back work that fails', async () => {
    const seeded = await seed(unitOfWork());
    const before = await everyEntity(unitOfWork());
    const records = await everyRecord(unitOfWork());
    const error = await rejection(
      unitOfWork().write(async (transaction) => {
        await changeEverything(transaction, seeded);
        throw new RangeError('after all changes');
      }),
    );
    expect(error).to.be.instanceOf(RangeError);
    expect(await everyEntity(unitOfWork())).to.deep.equal(before);
    expect(await everyRecord(unitOfWork())).to.deep.equal(records);
  });

  it('works normally after a failure', async () => {
    await rejection(unitOfWork().write(() => Promise.reject(new RangeError('first'))));
    const id = await addPerson(unitOfWork(), 'Ada');
    expect(await findIds(unitOfWork().reader, queryFor('person'))).to.deep.equal([id]);
  });

  it('lets a write read its own changes', async () => {
    const { ada, first, second } = await seed(unitOfWork());
    await unitOfWork().write(async (transaction) => {
      const created = await changeEverything(transaction, { ada, first, second });
      const { records } = await transaction.reader.find(
        queryFor('person', { attributes: ['name'], linkage: ['computers'] }),
      );
      const seen = records.map(({ id, attributes, linkage }) => ({ id, name: attributes['name'], ...linkage }));
      expect(seen).to.deep.equal([
        { id: ada, name: 'changed', computers: [] },
        { id: created, name: 'new', computers: [second] },
      ]);
      expect(await transaction.repositories.computer.referringTo('owner', [ada, created])).to.deep.equal([second]);
      expect(await transaction.repositories.computer.targetsOf('owner', [first, second])).to.deep.equal([created]);
      expect(await transaction.repositories.computer.lock([first, second])).to.deep.equal([
        aComputer({ id: second, version: 2, serial: 'changed', owner: created }),
      ]);
    });
  });

  it('rolls back all changes when one of them fails', async () => {
    const { personId } = await unusedIds(unitOfWork());
    await seed(unitOfWork());
    const before = await everyEntity(unitOfWork());
    const write = unitOfWork().write(async ({ repositories: { person, computer } }) => {
      await person.add(aNewPerson({ name: 'never' }));
      await computer.add(aNewComputer({ serial: 'of somebody who is not there', owner: personId }));
      await person.add(aNewPerson({ name: 'never either' }));
    });
    expect(await rejection(write)).to.be.instanceOf(Error);
    expect(await everyEntity(unitOfWork())).to.deep.equal(before);
    await addPerson(unitOfWork(), 'afterwards');
    expect(await everyEntity(unitOfWork())).to.have.lengthOf(before.length + 1);
  });

  it('rolls back changes that failing work has not awaited', async () => {
    await seed(unitOfWork());
    const before = await everyEntity(unitOfWork());
    const error = new RangeError('mine');
    const add = ({ repositories }: Transaction): Promise<unknown> =>
      repositories.person.add(aNewPerson({ name: 'never' }));
    const failing: readonly ((transaction: Transaction) => Promise<unknown>)[] = [
      (transaction) => Promise.all([add(transaction), Promise.reject(error)]),
      async (transaction) => {
        add(transaction).catch(() => undefined);
        throw error;
      },
      async (transaction) => {
        await add(transaction);
        return Promise.all([add(transaction), Promise.reject(error)]);
      },
    ];
    for (const work of failing) {
      expect(await rejection(unitOfWork().write(work))).to.equal(error);
      expect(await everyEntity(unitOfWork())).to.deep.equal(before);
    }
    for (let times = 0; times < 3; times += 1) await addPerson(unitOfWork(), 'afterwards');
    expect(await everyEntity(unitOfWork())).to.have.lengthOf(before.length + 3);
  });

  it('tries no work twice, whatever it collides with', async () => {
    let attempts = 0;
    const collision = new CollisionError('always', [{ type: 'person', id: '1' }]);
    const write = unitOfWork().write(async ({ repositories }) => {
      attempts += 1;
      await repositories.person.add(aNewPerson());
      throw collision;
    });
    expect(await rejection(write)).to.equal(collision);
    expect(attempts).to.equal(1);
    expect(await everyEntity(unitOfWork())).to.deep.equal([]);
  });
}

function describeReads(unitOfWork: CurrentUnitOfWork): void {
  it('hides uncommitted changes', async () => {
    await seed(unitOfWork());
    const before = await everyRecord(unitOfWork());
    const written = gate();
    const mayEnd = gate();
    const write = unitOfWork().write(async ({ repositories: { person } }) => {
      await person.add(aNewPerson({ name: 'not yet' }));
      written.open();
      await mayEnd.opened;
      throw new RangeError('never');
    });
    const failure = rejection(write);
    await written.opened;
    const seen = Promise.all([unitOfWork().reader.find(queryFor('person')), everyRecord(unitOfWork())]);
    setTimeout(mayEnd.open, 20);
    const [single, snapshot] = await seen;
    expect(single.records).to.have.lengthOf(before.filter(({ type }) => type === 'person').length);
    expect(snapshot).to.deep.equal(before);
    expect(await failure).to.be.instanceOf(RangeError);
  });

  it('runs all queries of one read on the same snapshot', async () => {
    await seed(unitOfWork());
    let write: Promise<unknown> = Promise.resolve();
    await unitOfWork().read(async (reader) => {
      const before = await findIds(reader, queryFor('person'));
      write = addPerson(unitOfWork(), 'meanwhile');
      await Promise.race([write, new Promise((resolve) => setTimeout(resolve, 30))]);
      expect(await findIds(reader, queryFor('person'))).to.deep.equal(before);
    });
    await write;
    const { records } = await unitOfWork().reader.find(queryFor('person', { attributes: ['name'] }));
    expect(records.map(({ attributes }) => attributes['name'])).to.include('meanwhile');
  });

  it('shows committed changes to later reads', async () => {
    const id = await addPerson(unitOfWork(), 'Ada');
    expect(await findIds(unitOfWork().reader, queryFor('person'))).to.deep.equal([id]);
    expect(await unitOfWork().read((reader) => findIds(reader, queryFor('person')))).to.deep.equal([id]);
  });

  it('runs many queries concurrently', async () => {
    const id = await addPerson(unitOfWork(), 'Ada');
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0
          ? findIds(unitOfWork().reader, queryFor('person'))
          : unitOfWork().read((reader) => findIds(reader, queryFor('person'))),
      ),
    );
    for (const answer of answers) expect(answer).to.deep.equal([id]);
  });
}

interface Seeded {
  readonly ada: string;
  readonly first: string;
  readonly second: string;
}

/** Adds Ada and her two computers. */
async function seed(unitOfWork: UnitOfWork): Promise<Seeded> {
  const ada = await addPerson(unitOfWork, 'Ada', { email: 'ada@example.org' });
  return { ada, first: await addComputer(unitOfWork, 'C-1', ada), second: await addComputer(unitOfWork, 'C-2', ada) };
}

/** Adds, saves, transfers and removes; returns a new person, who owns the second computer. */
async function changeEverything({ repositories }: Transaction, { ada, first, second }: Seeded): Promise<string> {
  const { person, computer } = repositories;
  await person.lock([ada]);
  await computer.lock([first, second]);
  await person.save([aPerson({ id: ada, version: 2, name: 'changed', birthDate: '2000-01-01' })]);
  const { id: created } = await person.add(aNewPerson({ name: 'new' }));
  await computer.save([
    aComputer({ id: first, version: 2, serial: 'C-1', owner: created }),
    aComputer({ id: second, version: 2, serial: 'changed', owner: created }),
  ]);
  await computer.remove([first]);
  const passing = await person.add(aNewPerson({ name: 'passing' }));
  const itsComputer = await computer.add(aNewComputer({ serial: 'passing', owner: passing.id }));
  await computer.remove([itsComputer.id]);
  await person.remove([passing.id]);
  return created;
}

async function rejection(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('expected a rejection');
}

function gate(): { readonly opened: Promise<unknown>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return {
    opened: promise,
    open: () => {
      resolve(undefined);
    },
  };
}
