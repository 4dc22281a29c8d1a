import { expect } from 'chai';
import { CollisionError } from '../../src/application/errors.ts';
import type { ResourceReader } from '../../src/application/ports/resource-reader.ts';
import type { Transaction, UnitOfWork } from '../../src/application/ports/unit-of-work.ts';
import { hasIdentifierIn } from '../../src/application/model/filter.ts';
import type { Found } from '../../src/application/model/query.ts';
import { addComputer, addPerson, ask, clear, everyRecord, findIds, personAttributes, unusedIds } from './fixtures.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';

export function describeUnitOfWork(unitOfWork: CurrentUnitOfWork): void {
  describe('unit of work', () => {
    beforeEach(() => clear(unitOfWork()));

    describeWrites(unitOfWork);
    describeReads(unitOfWork);
  });
}

function describeWrites(unitOfWork: CurrentUnitOfWork): void {
  it('resolves to the result of the work', async () => {
    expect(await unitOfWork().write(async () => 42)).to.equal(42);
    expect(await unitOfWork().read(async () => 42)).to.equal(42);
  });

  it('lets errors of the work through as they are', async () => {
    const error = new RangeError('mine');
    expect(await rejection(unitOfWork().write(() => Promise.reject(error)))).to.equal(error);
    expect(await rejection(unitOfWork().read(() => Promise.reject(error)))).to.equal(error);
  });

  it('leaves no trace of work that fails', async () => {
    const seeded = await seed(unitOfWork());
    const before = await everyRecord(unitOfWork());
    const error = await rejection(
      unitOfWork().write(async (transaction) => {
        await changeEverything(transaction, seeded);
        throw new RangeError('after all changes');
      }),
    );
    expect(error).to.be.instanceOf(RangeError);
    expect(await everyRecord(unitOfWork())).to.deep.equal(before);
  });

  it('goes on normally after work that failed', async () => {
    await rejection(unitOfWork().write(() => Promise.reject(new RangeError('first'))));
    const id = await addPerson(unitOfWork(), 'Ada');
    expect(await findIds(unitOfWork().reader, ask('person'))).to.deep.equal([id]);
  });

  it('shows a write what it has written itself', async () => {
    const { ada, first, second } = await seed(unitOfWork());
    await unitOfWork().write(async (transaction) => {
      const created = await changeEverything(transaction, { ada, first, second });
      const { records } = await transaction.reader.find(
        ask('person', { attributes: ['name'], linkage: ['computers'] }),
      );
      const seen = records.map(({ id, attributes, linkage }) => ({ id, name: attributes['name'], ...linkage }));
      expect(seen).to.deep.equal([
        { id: ada, name: 'changed', computers: [] },
        { id: created, name: 'new', computers: [second] },
      ]);
      expect(await transaction.computers.ownedBy(created)).to.deep.equal([second]);
      expect((await transaction.persons.lock([], [first, second])).map(({ id }) => id)).to.deep.equal([created]);
    });
  });

  it('makes final what is asked last', async () => {
    const { ada, first } = await seed(unitOfWork());
    const read = (reader: ResourceReader): Promise<Found> =>
      reader.find(ask('person', { filter: hasIdentifierIn([ada]), attributes: ['name'], linkage: ['computers'] }));
    for (const asked of ['alone', 'behind a lock']) {
      const [, found] = await unitOfWork().write(async ({ persons, computers, reader, end }) => {
        if (asked !== 'alone') await persons.lock([ada]);
        return end(() => Promise.all([computers.give([first], asked === 'alone' ? null : ada), read(reader)]));
      });
      expect(found, asked).to.deep.equal(await read(unitOfWork().reader));
      expect(found.records[0]?.linkage['computers'], asked).to.have.lengthOf(asked === 'alone' ? 1 : 2);
    }
  });

  it('leaves no trace when something that is asked last fails', async () => {
    const { computerId } = await unusedIds(unitOfWork());
    const { ada } = await seed(unitOfWork());
    const before = await everyRecord(unitOfWork());
    for (const asked of ['alone', 'behind a lock']) {
      const write = unitOfWork().write(async ({ persons, computers, end }) => {
        if (asked !== 'alone') await persons.lock([ada]);
        return end(() =>
          Promise.all([
            persons.add(personAttributes('never')),
            computers.add({ serial: 'without an owner' }, computerId),
            persons.add(personAttributes('never either')),
          ]),
        );
      });
      expect(await rejection(write), asked).to.be.instanceOf(Error);
      expect(await everyRecord(unitOfWork()), asked).to.deep.equal(before);
    }
    await addPerson(unitOfWork(), 'afterwards');
    expect(await everyRecord(unitOfWork())).to.have.lengthOf(before.length + 1);
  });

  it('leaves no trace when what is asked last is given up at once', async () => {
    await seed(unitOfWork());
    const before = await everyRecord(unitOfWork());
    const error = new RangeError('mine');
    const add = ({ persons }: Transaction): Promise<unknown> => persons.add(personAttributes('never'));
    const works: readonly ((transaction: Transaction) => Promise<unknown>)[] = [
      (transaction) => transaction.end(() => Promise.all([add(transaction), Promise.reject(error)])),
      (transaction) =>
        transaction.end(() => {
          void add(transaction);
          throw error;
        }),
      async (transaction) => {
        await add(transaction);
        return transaction.end(() => Promise.all([add(transaction), Promise.reject(error)]));
      },
    ];
    for (const work of works) {
      expect(await rejection(unitOfWork().write(work))).to.equal(error);
      expect(await everyRecord(unitOfWork())).to.deep.equal(before);
    }
    for (let times = 0; times < 3; times += 1) await addPerson(unitOfWork(), 'afterwards');
    expect(await everyRecord(unitOfWork())).to.have.lengthOf(before.length + 3);
  });

  it('runs work again, from the state before, when it collides', async () => {
    let attempts = 0;
    const id = await unitOfWork().write(async ({ persons }) => {
      attempts += 1;
      const added = await persons.add(personAttributes(`attempt ${attempts}`));
      if (attempts === 1) throw new CollisionError('for once');
      return added;
    });
    const { records } = await unitOfWork().reader.find(ask('person', { attributes: ['name'] }));
    expect(records.map((record) => [record.id, record.attributes['name']])).to.deep.equal([[id, 'attempt 2']]);
  });
}

function describeReads(unitOfWork: CurrentUnitOfWork): void {
  it('shows nobody what is not final', async () => {
    await seed(unitOfWork());
    const before = await everyRecord(unitOfWork());
    const written = gate();
    const mayEnd = gate();
    const write = unitOfWork().write(async ({ persons }) => {
      await persons.add(personAttributes('not yet'));
      written.open();
      await mayEnd.opened;
      throw new RangeError('never');
    });
    const failure = rejection(write);
    await written.opened;
    const seen = Promise.all([unitOfWork().reader.find(ask('person')), everyRecord(unitOfWork())]);
    setTimeout(mayEnd.open, 20);
    const [single, snapshot] = await seen;
    expect(single.records).to.have.lengthOf(before.filter(({ type }) => type === 'person').length);
    expect(snapshot).to.deep.equal(before);
    expect(await failure).to.be.instanceOf(RangeError);
  });

  it('shows all questions of one read the same state, whatever is written meanwhile', async () => {
    await seed(unitOfWork());
    let write: Promise<unknown> = Promise.resolve();
    await unitOfWork().read(async (reader) => {
      const before = await findIds(reader, ask('person'));
      write = addPerson(unitOfWork(), 'meanwhile');
      await Promise.race([write, new Promise((resolve) => setTimeout(resolve, 30))]);
      expect(await findIds(reader, ask('person'))).to.deep.equal(before);
    });
    await write;
    const { records } = await unitOfWork().reader.find(ask('person', { attributes: ['name'] }));
    expect(records.map(({ attributes }) => attributes['name'])).to.include('meanwhile');
  });

  it('shows what is written to whoever asks afterwards', async () => {
    const id = await addPerson(unitOfWork(), 'Ada');
    expect(await findIds(unitOfWork().reader, ask('person'))).to.deep.equal([id]);
    expect(await unitOfWork().read((reader) => findIds(reader, ask('person')))).to.deep.equal([id]);
  });

  it('answers many questions at once', async () => {
    const id = await addPerson(unitOfWork(), 'Ada');
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0
          ? findIds(unitOfWork().reader, ask('person'))
          : unitOfWork().read((reader) => findIds(reader, ask('person'))),
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

/** Ada, who owns two computers. */
async function seed(unitOfWork: UnitOfWork): Promise<Seeded> {
  const ada = await addPerson(unitOfWork, 'Ada', { email: 'ada@example.org' });
  return { ada, first: await addComputer(unitOfWork, 'C-1', ada), second: await addComputer(unitOfWork, 'C-2', ada) };
}

/** Adds, saves, moves and removes; resolves to a new person, who owns the second computer. */
async function changeEverything({ persons, computers }: Transaction, { ada, first, second }: Seeded): Promise<string> {
  await persons.lock([ada]);
  await computers.lock([first, second]);
  await persons.save({ id: ada, name: 'changed', email: null, birthDate: '2000-01-01' });
  const created = await persons.add(personAttributes('new'));
  await computers.save({ id: second, serial: 'changed', ownerId: ada });
  await computers.assignOwner([first, second], created);
  await computers.remove(first);
  await persons.touch([ada, created]);
  const passing = await persons.add(personAttributes('passing'));
  await computers.remove(await computers.add({ serial: 'passing' }, passing));
  await persons.remove(passing);
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

/** Something to wait for until somebody opens it. */
function gate(): { readonly opened: Promise<unknown>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return {
    opened: promise,
    open: () => {
      resolve(undefined);
    },
  };
}
