import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import type { Entity } from '../../src/domain/entity.ts';
import { isIdentifier } from '../../src/domain/identifier.ts';
import type { Repository } from '../../src/application/ports/repository.ts';
import type { Transaction } from '../../src/application/ports/unit-of-work.ts';
import {
  addComputer,
  addPerson,
  clear,
  everyEntity,
  transferComputers,
  ownedBy,
  storedComputer,
  storedPerson,
  unusedIds,
} from './fixtures.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';
import { aComputer, aNewComputer, aPerson, personAttributes } from '../support/builders.ts';

interface Subject<Stored extends Entity, Draft> {
  readonly name: string;
  readonly repository: (transaction: Transaction) => Repository<Stored, Draft>;
  readonly draft: (text: string) => Draft;
  /** The entity with other attributes and the given version. */
  readonly changed: (entity: Stored, version: number) => Stored;
}

export function describeRepositories(unitOfWork: CurrentUnitOfWork): void {
  describeRepository(unitOfWork, {
    name: 'person',
    repository: ({ persons }) => persons,
    draft: (name) => personAttributes({ name, email: `${name}@example.org`, birthDate: '1815-12-10' }),
    changed: (person, version) => ({ ...person, version, name: 'changed', email: null, birthDate: '2000-02-29' }),
  });
  describeRepository(unitOfWork, {
    name: 'computer',
    repository: ({ computers }) => computers,
    draft: (serial) => aNewComputer({ serial }),
    changed: (computer, version) => ({ ...computer, version, serial: 'changed' }),
  });
  describe('person repository: values', () => {
    describeValues(unitOfWork);
  });
  describe('computer repository: owners', () => {
    describeOwners(unitOfWork);
  });
}

function describeRepository<Stored extends Entity, Draft extends object>(
  unitOfWork: CurrentUnitOfWork,
  { name, repository, draft, changed }: Subject<Stored, Draft>,
): void {
  const write = <Result>(work: (entities: Repository<Stored, Draft>) => Promise<Result>): Promise<Result> =>
    unitOfWork().write((transaction) => work(repository(transaction)));
  const add = (text: string): Promise<Stored> => write((entities) => entities.add(draft(text)));
  const stored = (ids: readonly string[]): Promise<readonly Stored[]> => write((entities) => entities.lock(ids));
  const addMany = async (count: number): Promise<readonly Stored[]> => {
    const many: Stored[] = [];
    while (many.length < count) many.push(await add(`number${many.length}`));
    return many;
  };

  describe(`${name} repository`, () => {
    beforeEach(() => clear(unitOfWork()));

    it('adds a draft unchanged, as version 1 under a new identifier', async () => {
      const [first, second] = [await add('first'), await add('second')];
      for (const [entity, text] of [
        [first, 'first'],
        [second, 'second'],
      ] as const) {
        expect(isIdentifier(entity.id)).to.equal(true);
        expect(entity).to.deep.equal({ ...draft(text), id: entity.id, version: 1 });
        expect(await stored([entity.id])).to.deep.equal([entity]);
      }
      expect(first.id).not.to.equal(second.id);
    });

    it('assigns ascending identifiers and never reuses one', async () => {
      const { id } = await add('gone');
      await write(async (entities) => {
        await entities.lock([id]);
        await entities.remove([id]);
      });
      expect(Number((await add('next')).id)).to.be.greaterThan(Number(id));
    });

    it('locks each entity once, in identifier order, and skips missing ones', async () => {
      const { personId, computerId } = await unusedIds(unitOfWork());
      const gone = name === 'person' ? personId : computerId;
      const many = await addMany(12);
      const ids = many.map(({ id }) => id);
      expect(await stored([...ids, gone, '9223372036854775807', ...ids.slice(3, 5)].reverse())).to.deep.equal(many);
    });

    it('returns the latest committed state to a transaction that waited for the lock', async () => {
      const steps: readonly ((entities: Repository<Stored, Draft>, entity: Stored) => Promise<Stored | undefined>)[] = [
        async (entities, entity) => {
          const next = changed(entity, 2);
          await entities.save([next]);
          return next;
        },
        async (entities, { id }) => {
          await entities.remove([id]);
          return undefined;
        },
        async (_entities, entity) => entity,
      ];
      for (const step of steps) {
        const { id } = await add('contended');
        let waiting: Promise<readonly Stored[]> | undefined;
        const left = await write(async (entities) => {
          const [entity] = await entities.lock([id]);
          if (entity === undefined) throw new Error('the entity is missing');
          waiting ??= stored([id]);
          // Gives the other transaction time to wait for the lock, where transactions are concurrent.
          await pause(50);
          return step(entities, entity);
        });
        expect(await waiting).to.deep.equal(left === undefined ? [] : [left]);
      }
    });

    it('saves many entities unchanged, versions included, and no others', async () => {
      const [first, other, second, third] = await addMany(4);
      const saved = [third, first, second].flatMap((entity, index) =>
        entity === undefined ? [] : [changed(entity, [7, 2, 2 ** 40][index] ?? 0)],
      );
      await write(async (entities) => {
        await entities.lock(saved.map(({ id }) => id));
        await entities.save(saved);
      });
      const all = await stored([first, other, second, third].flatMap((entity) => entity?.id ?? []));
      expect(all).to.deep.equal([saved[1], other, saved[2], saved[0]]);
    });

    it('saves different values for each entity', async () => {
      const many = await addMany(6);
      const saved = many.map((entity, index) => ({ ...entity, ...draft(`saved${index}`), version: index + 2 }));
      await write(async (entities) => {
        await entities.lock(many.map(({ id }) => id));
        await entities.save(saved);
      });
      expect(await stored(many.map(({ id }) => id))).to.deep.equal(saved);
    });

    it('saves and removes entities added in the same transaction', async () => {
      const [kept, removed] = await write(async (entities) => {
        const [one, other] = [await entities.add(draft('kept')), await entities.add(draft('removed'))];
        const next = changed(one, 2);
        await entities.save([next]);
        await entities.remove([other.id]);
        return [next, other];
      });
      expect(await stored([kept.id, removed.id])).to.deep.equal([kept]);
    });

    it('saves an entity twice in one transaction', async () => {
      const entity = await add('again');
      const saved = await write(async (entities) => {
        await entities.lock([entity.id]);
        await entities.save([changed(entity, 2)]);
        expect(await entities.lock([entity.id])).to.deep.equal([changed(entity, 2)]);
        await entities.save([{ ...entity, version: 3 }]);
        return { ...entity, version: 3 };
      });
      expect(await stored([entity.id])).to.deep.equal([saved]);
    });

    it('removes many entities, and no others', async () => {
      const many = await addMany(6);
      const removed = many.filter((_, index) => index % 2 === 0).map(({ id }) => id);
      await write(async (entities) => {
        await entities.lock(removed);
        await entities.remove(removed.toReversed());
        expect(await entities.lock(removed)).to.deep.equal([]);
      });
      expect(await stored(many.map(({ id }) => id))).to.deep.equal(many.filter((_, index) => index % 2 === 1));
    });

    it('does nothing for empty lists', async () => {
      await addMany(2);
      const before = await everyEntity(unitOfWork());
      await write(async (entities) => {
        expect(await entities.lock([])).to.deep.equal([]);
        await entities.save([]);
        await entities.remove([]);
      });
      expect(await everyEntity(unitOfWork())).to.deep.equal(before);
    });
  });
}

function describeValues(unitOfWork: CurrentUnitOfWork): void {
  beforeEach(() => clear(unitOfWork()));

  it('keeps unset attributes unset', async () => {
    const id = await addPerson(unitOfWork(), 'Ada');
    expect(await storedPerson(unitOfWork(), id)).to.deep.equal(aPerson({ id, name: 'Ada' }));
  });

  it('sets and unsets attributes', async () => {
    const id = await addPerson(unitOfWork(), 'Ada', { email: 'a@example.org' });
    const set = aPerson({ id, version: 2, name: 'Augusta', email: null, birthDate: '1815-12-10' });
    const unset = aPerson({ id, version: 3, name: 'Augusta', email: 'b@example.org', birthDate: null });
    for (const person of [set, unset]) {
      await unitOfWork().write(async ({ persons }) => {
        await persons.lock([id]);
        await persons.save([person]);
      });
      expect(await storedPerson(unitOfWork(), id)).to.deep.equal(person);
    }
  });

  it('stores any string unchanged', async () => {
    const names = [
      ' Ada ',
      "O'Brien; --",
      '"\\%_',
      'e\u0301',
      '\u00e9',
      '\u{1F600}',
      '\ufffd',
      'a\ufeff',
      '\u202eb',
      '\t\n\r',
      '$1 ?',
      '{}',
    ];
    for (const name of names) {
      const id = await addPerson(unitOfWork(), name);
      expect((await storedPerson(unitOfWork(), id))?.name, JSON.stringify(name)).to.equal(name);
      const saved = aPerson({ id, version: 2, name: `${name}!`, email: name });
      await unitOfWork().write(async ({ persons }) => {
        await persons.lock([id]);
        await persons.save([saved]);
      });
      expect(await storedPerson(unitOfWork(), id), JSON.stringify(name)).to.deep.equal(saved);
    }
  });

  it('stores the first and the last date', async () => {
    for (const birthDate of ['0001-01-01', '2000-02-29', '9999-12-31']) {
      const id = await addPerson(unitOfWork(), 'Ada', { birthDate });
      expect((await storedPerson(unitOfWork(), id))?.birthDate).to.equal(birthDate);
    }
  });
}

function describeOwners(unitOfWork: CurrentUnitOfWork): void {
  let [ada, bob, eve] = ['', '', ''];

  beforeEach(async () => {
    await clear(unitOfWork());
    ada = await addPerson(unitOfWork(), 'Ada');
    bob = await addPerson(unitOfWork(), 'Bob');
    eve = await addPerson(unitOfWork(), 'Eve');
  });

  const addTo = async (...owners: readonly (string | null)[]): Promise<readonly string[]> => {
    const ids: string[] = [];
    for (const owner of owners) ids.push(await addComputer(unitOfWork(), `C-${ids.length}`, owner));
    return ids;
  };
  const ownersOf = (ids: readonly string[]): Promise<readonly string[]> =>
    unitOfWork().write(({ computers }) => computers.ownersOf(ids));

  it('adds with and without an owner', async () => {
    const [owned = '', free = ''] = await addTo(ada, null);
    expect(await storedComputer(unitOfWork(), owned)).to.deep.equal(
      aComputer({ id: owned, serial: 'C-0', ownerId: ada }),
    );
    expect((await storedComputer(unitOfWork(), free))?.ownerId).to.equal(null);
  });

  it('saves one owner for many computers: a person, another person, none', async () => {
    const ids = await addTo(null, bob);
    const [other = ''] = await addTo(bob);
    for (const ownerId of [ada, bob, null]) {
      await transferComputers(unitOfWork(), ids, ownerId);
      for (const id of ids) expect((await storedComputer(unitOfWork(), id))?.ownerId).to.equal(ownerId);
      expect(await ownedBy(unitOfWork(), ada)).to.deep.equal(ownerId === ada ? ids : []);
      expect(await ownedBy(unitOfWork(), bob)).to.deep.equal(ownerId === bob ? [...ids, other] : [other]);
    }
  });

  it('saves a different owner for each computer', async () => {
    const ids = await addTo(ada, ada, bob, null);
    const owners = [bob, null, ada, eve];
    await unitOfWork().write(async ({ persons, computers }) => {
      await persons.lock([ada, bob, eve]);
      const locked = await computers.lock(ids);
      await computers.save(locked.map((computer, index) => ({ ...computer, ownerId: owners[index] ?? null })));
    });
    const stored = await unitOfWork().write(({ computers }) => computers.lock(ids));
    expect(stored.map(({ ownerId }) => ownerId)).to.deep.equal(owners);
  });

  it('leaves persons and their versions unchanged', async () => {
    const before = await unitOfWork().write(({ persons }) => persons.lock([ada, bob]));
    const [id = ''] = await addTo(ada);
    await transferComputers(unitOfWork(), [id], bob);
    await unitOfWork().write(async ({ computers }) => {
      await computers.lock([id]);
      await computers.remove([id]);
    });
    expect(await unitOfWork().write(({ persons }) => persons.lock([ada, bob]))).to.deep.equal(before);
  });

  it('lists what a person owns in identifier order', async () => {
    const ids = await addTo(...Array.from({ length: 12 }, () => null));
    for (const id of ids.toReversed()) await transferComputers(unitOfWork(), [id], ada);
    expect(await ownedBy(unitOfWork(), ada)).to.deep.equal(ids);
    expect(await ownedBy(unitOfWork(), bob)).to.deep.equal([]);
  });

  it('lists what several persons own once each, in identifier order, and skips missing persons', async () => {
    const { personId: gone } = await unusedIds(unitOfWork());
    const ids = await addTo(bob, ada, bob, ada, bob, ada, bob, ada, bob, ada, bob, ada);
    await addTo(null, eve);
    const owned = await unitOfWork().write(({ computers }) => computers.ownedBy([bob, gone, ada, bob]));
    expect(owned).to.deep.equal(ids);
  });

  it('lists each owner once, and skips missing and unowned computers', async () => {
    const { computerId: gone } = await unusedIds(unitOfWork());
    const ids = await addTo(bob, ada, null, bob);
    await addTo(eve);
    expect(await ownersOf([gone, ...ids, ids[0] ?? ''])).to.have.members([ada, bob]);
    expect(await ownersOf(ids.slice(2, 3))).to.deep.equal([]);
    expect(await ownersOf([gone, '9223372036854775807'])).to.deep.equal([]);
  });

  it('lists nothing for empty lists', async () => {
    await addTo(ada);
    expect(await unitOfWork().write(({ computers }) => computers.ownedBy([]))).to.deep.equal([]);
    expect(await ownersOf([])).to.deep.equal([]);
  });

  it('removes computers from what their owner owns', async () => {
    const [first = '', second = '', third = ''] = await addTo(ada, ada, ada);
    await unitOfWork().write(async ({ computers }) => {
      await computers.lock([first, third]);
      await computers.remove([first, third]);
    });
    expect(await ownedBy(unitOfWork(), ada)).to.deep.equal([second]);
  });

  it('leaves the computers of a removed person without an owner and otherwise unchanged', async () => {
    const ids = await addTo(ada, bob, ada);
    const before = await unitOfWork().write(({ computers }) => computers.lock(ids));
    await unitOfWork().write(async ({ persons }) => {
      await persons.lock([ada]);
      await persons.remove([ada]);
    });
    const after = before.map((computer) => (computer.ownerId === ada ? { ...computer, ownerId: null } : computer));
    expect(await unitOfWork().write(({ computers }) => computers.lock(ids))).to.deep.equal(after);
    expect(await ownedBy(unitOfWork(), ada)).to.deep.equal([]);
  });
}
