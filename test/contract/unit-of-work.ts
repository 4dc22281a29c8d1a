import { expect } from 'chai';
import { CollisionError, StorageUnavailableError } from '../../src/application/errors.ts';
import type { Transaction, UnitOfWork } from '../../src/application/ports/unit-of-work.ts';
import { addComputer, addPerson, queryFor, clear, everyEntity, everyRecord, findIds, unusedIds } from './fixtures.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';
import { aComputer, aNewComputer, aPerson, personAttributes } from '../support/builders.ts';

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

/** More attempts than a storage grants to work that meets nobody new. */
const MOVES = 15;

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
      expect(await transaction.computers.ownedBy([ada, created])).to.deep.equal([second]);
      expect(await transaction.computers.ownersOf([first, second])).to.deep.equal([created]);
      expect(await transaction.computers.lock([first, second])).to.deep.equal([
        aComputer({ id: second, version: 2, serial: 'changed', ownerId: created }),
      ]);
    });
  });

  it('rolls back all changes when one of them fails', async () => {
    const { personId } = await unusedIds(unitOfWork());
    await seed(unitOfWork());
    const before = await everyEntity(unitOfWork());
    const write = unitOfWork().write(async ({ persons, computers }) => {
      await persons.add(personAttributes({ name: 'never' }));
      await computers.add(aNewComputer({ serial: 'of somebody who is not there', ownerId: personId }));
      await persons.add(personAttributes({ name: 'never either' }));
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
    const add = ({ persons }: Transaction): Promise<unknown> => persons.add(personAttributes({ name: 'never' }));
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

  it('rolls back and retries work that collides', async () => {
    let attempts = 0;
    const id = await unitOfWork().write(async ({ persons }) => {
      attempts += 1;
      const added = await persons.add(personAttributes({ name: `attempt ${attempts}` }));
      if (attempts === 1) throw new CollisionError('once');
      return added.id;
    });
    const { records } = await unitOfWork().reader.find(queryFor('person', { attributes: ['name'] }));
    expect(records.map((record) => [record.id, record.attributes['name']])).to.deep.equal([[id, 'attempt 2']]);
  });

  it('retries work as often as it meets another person', async () => {
    let attempts = 0;
    await unitOfWork().write(async ({ persons, collisions }) => {
      attempts += 1;
      await persons.add(personAttributes());
      expect(collisions.flatMap(({ personIds }) => personIds)).to.have.lengthOf(attempts - 1);
      if (attempts <= MOVES) throw new CollisionError('moved again', [String(attempts)]);
    });
    expect(attempts).to.equal(MOVES + 1);
    expect(await everyEntity(unitOfWork())).to.have.lengthOf(1);
  });

  it('gives up work that keeps colliding over the same person', async () => {
    let attempts = 0;
    const write = unitOfWork().write(async ({ persons }) => {
      attempts += 1;
      await persons.add(personAttributes());
      throw new CollisionError('always', ['1']);
    });
    expect(await rejection(write)).to.be.instanceOf(StorageUnavailableError);
    expect(attempts).to.be.within(2, MOVES);
    expect(await everyEntity(unitOfWork())).to.deep.equal([]);
  });

  it('passes earlier collisions, oldest first, to the retried work and to no other', async () => {
    const thrown = [new CollisionError('first', ['1']), new CollisionError('second', ['2', '3'])];
    const seen: (readonly CollisionError[])[] = [];
    await unitOfWork().write(async ({ persons, collisions }) => {
      seen.push(collisions);
      await persons.add(personAttributes({ name: 'Ada' }));
      const collision = thrown[seen.length - 1];
      if (collision !== undefined) throw collision;
    });
    expect(seen.map((collisions) => collisions.map(({ message }) => message))).to.deep.equal([
      [],
      ['first'],
      ['first', 'second'],
    ]);
    expect(seen.at(-1)).to.deep.equal(thrown);
    expect(await unitOfWork().write(async ({ collisions }) => collisions)).to.deep.equal([]);
  });
}

function describeReads(unitOfWork: CurrentUnitOfWork): void {
  it('hides uncommitted changes', async () => {
    await seed(unitOfWork());
    const before = await everyRecord(unitOfWork());
    const written = gate();
    const mayEnd = gate();
    const write = unitOfWork().write(async ({ persons }) => {
      await persons.add(personAttributes({ name: 'not yet' }));
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
async function changeEverything({ persons, computers }: Transaction, { ada, first, second }: Seeded): Promise<string> {
  await persons.lock([ada]);
  await computers.lock([first, second]);
  await persons.save([aPerson({ id: ada, version: 2, name: 'changed', birthDate: '2000-01-01' })]);
  const { id: created } = await persons.add(personAttributes({ name: 'new' }));
  await computers.save([
    aComputer({ id: first, version: 2, serial: 'C-1', ownerId: created }),
    aComputer({ id: second, version: 2, serial: 'changed', ownerId: created }),
  ]);
  await computers.remove([first]);
  const passing = await persons.add(personAttributes({ name: 'passing' }));
  const itsComputer = await computers.add(aNewComputer({ serial: 'passing', ownerId: passing.id }));
  await computers.remove([itsComputer.id]);
  await persons.remove([passing.id]);
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
