import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import type { GiftOutcome } from '../../src/application/ports/computer-repository.ts';
import type { Transaction } from '../../src/application/ports/unit-of-work.ts';
import type { Selection } from '../../src/application/model/query.ts';
import { isIdentifier } from '../../src/domain/identifier.ts';
import type { PersonAttributes } from '../../src/domain/person.ts';
import {
  addComputer,
  addPerson,
  clear,
  everyRecord,
  ownedBy,
  storedComputer,
  storedPerson,
  unusedIds,
} from './fixtures.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';

export function describeRepositories(unitOfWork: CurrentUnitOfWork): void {
  describe('person repository', () => {
    beforeEach(() => clear(unitOfWork()));

    it('stores a person under a new identifier', async () => {
      const attributes = { name: 'Ada', email: 'ada@example.org', birthDate: '1815-12-10' };
      const id = await unitOfWork().write(({ persons }) => persons.add(attributes));
      expect(isIdentifier(id)).to.equal(true);
      expect(await storedPerson(unitOfWork(), id)).to.deep.equal({ id, ...attributes });
    });

    it('keeps unset attributes unset', async () => {
      const id = await addPerson(unitOfWork(), 'Ada');
      expect(await storedPerson(unitOfWork(), id)).to.deep.equal({ id, name: 'Ada', email: null, birthDate: null });
    });

    it('keeps text exactly as it came', async () => {
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
      }
    });

    it('keeps the first and the last date', async () => {
      for (const birthDate of ['0001-01-01', '2000-02-29', '9999-12-31']) {
        const id = await addPerson(unitOfWork(), 'Ada', { birthDate });
        expect((await storedPerson(unitOfWork(), id))?.birthDate).to.equal(birthDate);
      }
    });

    it('gives growing identifiers and none twice, also when the person is gone', async () => {
      const { personId } = await unusedIds(unitOfWork());
      const next = await addPerson(unitOfWork(), 'next');
      expect(Number(next)).to.be.greaterThan(Number(personId));
    });

    it('locks in the order of identifiers, each person once, and passes over those that are not there', async () => {
      const { personId: gone } = await unusedIds(unitOfWork());
      const ids: string[] = [];
      for (let count = 0; count < 12; count += 1) ids.push(await addPerson(unitOfWork(), `person ${count}`));
      const wanted = [...ids, gone, '9223372036854775807', ...ids.slice(3, 5)].reverse();
      const locked = await unitOfWork().write(({ persons }) => persons.lock(wanted));
      expect(locked.map(({ id }) => id)).to.deep.equal(ids);
    });

    it('locks nobody when asked for nobody', async () => {
      expect(await unitOfWork().write(({ persons }) => persons.lock([]))).to.deep.equal([]);
    });

    it('saves all attributes of the person and of no other', async () => {
      const other = await addPerson(unitOfWork(), 'other');
      const id = await addPerson(unitOfWork(), 'Ada', { email: 'a@example.org' });
      const changed = { id, name: 'Augusta', email: null, birthDate: '1815-12-10' };
      await unitOfWork().write(async ({ persons }) => {
        await persons.lock([id]);
        await persons.save(changed);
      });
      expect(await storedPerson(unitOfWork(), id)).to.deep.equal(changed);
      expect((await storedPerson(unitOfWork(), other))?.name).to.equal('other');
    });

    it('changes some attributes of the person and of no other, and shows what is selected', async () => {
      const other = await addPerson(unitOfWork(), 'other', { birthDate: '1815-12-10' });
      const id = await addPerson(unitOfWork(), 'Ada', { email: 'a@example.org' });
      const computers = [await addComputer(unitOfWork(), 'C-1', id), await addComputer(unitOfWork(), 'C-2', id)];
      const change = (changes: Partial<PersonAttributes>, selection: Selection) =>
        unitOfWork().writeAtOnce(({ persons }) => persons.change(id, changes, selection));
      const changes = { email: null, birthDate: '1815-12-10' };
      expect(
        await change(changes, { attributes: ['birthDate', 'name', 'email'], linkage: ['computers'] }),
      ).to.deep.equal({
        type: 'person',
        id,
        attributes: { birthDate: '1815-12-10', name: 'Ada', email: null },
        linkage: { computers },
      });
      const nothing = { type: 'person', id, attributes: {}, linkage: {} };
      expect(await change({ name: 'Augusta' }, { attributes: [], linkage: [] })).to.deep.equal(nothing);
      expect(await change({}, { attributes: [], linkage: [] })).to.deep.equal(nothing);
      expect(await storedPerson(unitOfWork(), id)).to.deep.equal({ id, name: 'Augusta', ...changes });
      expect(await storedPerson(unitOfWork(), other)).to.include({ name: 'other', birthDate: '1815-12-10' });
    });

    it('changes nobody who is not there', async () => {
      const { personId } = await unusedIds(unitOfWork());
      const selection = { attributes: ['name'], linkage: [] };
      const changed = unitOfWork().writeAtOnce(({ persons }) => persons.change(personId, { name: 'A' }, selection));
      expect(await changed).to.equal(undefined);
    });

    it('leaves the attributes of a touched person as they are', async () => {
      const id = await addPerson(unitOfWork(), 'Ada');
      await unitOfWork().write(async ({ persons }) => {
        await persons.lock([id]);
        await persons.touch([id]);
        await persons.touch([]);
      });
      expect((await storedPerson(unitOfWork(), id))?.name).to.equal('Ada');
    });

    it('removes the person and no other', async () => {
      const other = await addPerson(unitOfWork(), 'other');
      const id = await addPerson(unitOfWork(), 'Ada');
      await unitOfWork().write(async ({ persons }) => {
        await persons.lock([id]);
        await persons.remove(id);
      });
      expect(await storedPerson(unitOfWork(), id)).to.equal(undefined);
      expect(await storedPerson(unitOfWork(), other)).not.to.equal(undefined);
    });
  });

  describe('computer repository', () => {
    beforeEach(() => clear(unitOfWork()));

    it('stores a computer with and without an owner', async () => {
      const ownerId = await addPerson(unitOfWork(), 'Ada');
      const owned = await addComputer(unitOfWork(), 'C-1', ownerId);
      const free = await addComputer(unitOfWork(), 'C-2');
      expect(await storedComputer(unitOfWork(), owned)).to.deep.equal({ id: owned, serial: 'C-1', ownerId });
      expect(await storedComputer(unitOfWork(), free)).to.deep.equal({ id: free, serial: 'C-2', ownerId: null });
    });

    it('gives growing identifiers and none twice, also when the computer is gone', async () => {
      const { computerId } = await unusedIds(unitOfWork());
      expect(Number(await addComputer(unitOfWork(), 'next'))).to.be.greaterThan(Number(computerId));
    });

    it('locks the owners of computers with other persons, each once', async () => {
      const { computerId: gone } = await unusedIds(unitOfWork());
      const [ada, bob] = [await addPerson(unitOfWork(), 'Ada'), await addPerson(unitOfWork(), 'Bob')];
      const ids: string[] = [gone];
      for (const owner of [bob, ada, null, bob]) ids.push(await addComputer(unitOfWork(), 'C', owner));
      const other = await addPerson(unitOfWork(), 'Eve');
      await addComputer(unitOfWork(), 'not asked for', other);
      const lock = async (personIds: readonly string[], ownersOf: readonly string[]): Promise<readonly string[]> =>
        (await unitOfWork().write(({ persons }) => persons.lock(personIds, ownersOf))).map(({ id }) => id);
      expect(await lock([], ids)).to.deep.equal([ada, bob]);
      expect(await lock([other, bob], ids)).to.deep.equal([ada, bob, other]);
      expect(await lock([other], [])).to.deep.equal([other]);
    });

    it('names the computers of a person in the order of identifiers', async () => {
      const [ada, bob] = [await addPerson(unitOfWork(), 'Ada'), await addPerson(unitOfWork(), 'Bob')];
      const ids: string[] = [];
      for (let count = 0; count < 12; count += 1) ids.push(await addComputer(unitOfWork(), `C-${count}`));
      await unitOfWork().write(async ({ persons, computers }) => {
        await persons.lock([ada]);
        await computers.lock(ids);
        for (const id of ids.toReversed()) await computers.assignOwner([id], ada);
      });
      expect(await ownedBy(unitOfWork(), ada)).to.deep.equal(ids);
      expect(await ownedBy(unitOfWork(), bob)).to.deep.equal([]);
    });

    it('locks in the order of identifiers, each computer once, and passes over those that are not there', async () => {
      const { computerId: gone } = await unusedIds(unitOfWork());
      const ids: string[] = [];
      for (let count = 0; count < 12; count += 1) ids.push(await addComputer(unitOfWork(), `C-${count}`));
      const wanted = [...ids, gone, '9223372036854775807', ...ids.slice(3, 5)].reverse();
      const locked = await unitOfWork().write(({ computers }) => computers.lock(wanted));
      expect(locked.map(({ id }) => id)).to.deep.equal(ids);
    });

    it('saves attributes and leaves the owner', async () => {
      const ownerId = await addPerson(unitOfWork(), 'Ada');
      const id = await addComputer(unitOfWork(), 'C-1', ownerId);
      await unitOfWork().write(async ({ computers }) => {
        await computers.lock([id]);
        await computers.save({ id, serial: 'C-2', ownerId: null });
      });
      expect(await storedComputer(unitOfWork(), id)).to.deep.equal({ id, serial: 'C-2', ownerId });
    });

    it('changes attributes, leaves the owner, and shows what is selected', async () => {
      const ownerId = await addPerson(unitOfWork(), 'Ada');
      const id = await addComputer(unitOfWork(), 'C-1', ownerId);
      const selection = { attributes: ['serial'], linkage: ['owner'] };
      const change = (changed: string) =>
        unitOfWork().writeAtOnce(({ computers }) => computers.change(changed, { serial: 'C-9' }, selection));
      const record = { type: 'computer', id, attributes: { serial: 'C-9' }, linkage: { owner: [ownerId] } };
      expect(await change(id)).to.deep.equal(record);
      expect(await storedComputer(unitOfWork(), id)).to.deep.equal({ id, serial: 'C-9', ownerId });
      expect(await change((await unusedIds(unitOfWork())).computerId)).to.equal(undefined);
    });

    it('gives computers to a person, to another one and to nobody', async () => {
      const [ada, bob] = [await addPerson(unitOfWork(), 'Ada'), await addPerson(unitOfWork(), 'Bob')];
      const ids = [await addComputer(unitOfWork(), 'C-1'), await addComputer(unitOfWork(), 'C-2', bob)];
      const other = await addComputer(unitOfWork(), 'C-3', bob);
      for (const ownerId of [ada, bob, null]) {
        await unitOfWork().write(async ({ persons, computers }) => {
          await persons.lock([ada, bob]);
          await computers.lock(ids);
          await computers.assignOwner(ids, ownerId);
        });
        for (const id of ids) expect((await storedComputer(unitOfWork(), id))?.ownerId).to.equal(ownerId);
        expect(await ownedBy(unitOfWork(), ada)).to.deep.equal(ownerId === ada ? ids : []);
        expect(await ownedBy(unitOfWork(), bob)).to.deep.equal(ownerId === bob ? [...ids, other] : [other]);
      }
    });

    it('gives all of some computers at once, and says what it has met', async () => {
      const [ada, bob] = [await addPerson(unitOfWork(), 'Ada'), await addPerson(unitOfWork(), 'Bob')];
      const ids: string[] = [];
      for (const owner of [ada, bob, null]) ids.push(await addComputer(unitOfWork(), 'C', owner));
      const give = (given: readonly string[], ownerId: string | null): Promise<GiftOutcome> =>
        unitOfWork().write(({ computers }) => computers.give(given, ownerId));
      for (const ownerId of [ada, ada, null, bob, null]) {
        expect(await give(ids.toReversed(), ownerId)).to.deep.equal({ ownerExists: true, existing: ids });
        for (const id of ids) expect((await storedComputer(unitOfWork(), id))?.ownerId).to.equal(ownerId);
      }
      const [twice = ''] = ids;
      expect(await give([twice, twice], bob)).to.deep.equal({ ownerExists: true, existing: [twice] });
      expect(await ownedBy(unitOfWork(), bob)).to.deep.equal([twice]);
      expect(await give([], ada)).to.deep.equal({ ownerExists: true, existing: [] });
    });

    it('gives nothing when the person or a computer is not there', async () => {
      const { personId, computerId } = await unusedIds(unitOfWork());
      const [ada, bob] = [await addPerson(unitOfWork(), 'Ada'), await addPerson(unitOfWork(), 'Bob')];
      const ids = [await addComputer(unitOfWork(), 'C-1', bob), await addComputer(unitOfWork(), 'C-2')];
      const before = await everyRecord(unitOfWork());
      const give = (given: readonly string[], ownerId: string | null): Promise<GiftOutcome> =>
        unitOfWork().write(({ computers }) => computers.give(given, ownerId));
      expect(await give(ids, personId)).to.deep.equal({ ownerExists: false, existing: ids });
      expect(await give([computerId, ...ids], ada)).to.deep.equal({ ownerExists: true, existing: ids });
      expect(await give([...ids, computerId], null)).to.deep.equal({ ownerExists: true, existing: ids });
      expect(await give([computerId], personId)).to.deep.equal({ ownerExists: false, existing: [] });
      expect(await give([], personId)).to.deep.equal({ ownerExists: false, existing: [] });
      expect(await everyRecord(unitOfWork())).to.deep.equal(before);
    });

    it('gives computers that somebody else changes, moves or removes at the same moment', async () => {
      const [ada, bob, eve] = [
        await addPerson(unitOfWork(), 'Ada'),
        await addPerson(unitOfWork(), 'Bob'),
        await addPerson(unitOfWork(), 'Eve'),
      ];
      const meanwhile: readonly [(id: string, transaction: Transaction) => Promise<unknown>, isThere: boolean][] = [
        [(id, { computers }) => computers.save({ id, serial: 'changed', ownerId: bob }), true],
        [(id, { computers }) => computers.assignOwner([id], eve), true],
        [(id, { computers }) => computers.assignOwner([id], null), true],
        [(id, { computers }) => computers.assignOwner([id], ada), true],
        [(id, { computers }) => computers.remove(id), false],
      ];
      for (const [change, isThere] of meanwhile) {
        const id = await addComputer(unitOfWork(), 'C-1', bob);
        let given: Promise<GiftOutcome> | undefined;
        await unitOfWork().write(async (transaction) => {
          await transaction.persons.lock([ada, bob, eve]);
          await transaction.computers.lock([id]);
          given ??= unitOfWork().write(({ computers, end }) => end(() => computers.give([id], ada)));
          // By then it waits, where transactions run side by side.
          await pause(50);
          await change(id, transaction);
        });
        expect(await given).to.deep.equal({ ownerExists: true, existing: isThere ? [id] : [] });
        expect((await storedComputer(unitOfWork(), id))?.ownerId).to.equal(isThere ? ada : undefined);
      }
      expect(await ownedBy(unitOfWork(), ada)).to.have.lengthOf(4);
    });

    it('removes the computer, from its owner too', async () => {
      const ada = await addPerson(unitOfWork(), 'Ada');
      const [id, other] = [await addComputer(unitOfWork(), 'C-1', ada), await addComputer(unitOfWork(), 'C-2', ada)];
      await unitOfWork().write(async ({ computers }) => {
        await computers.lock([id]);
        await computers.remove(id);
      });
      expect(await storedComputer(unitOfWork(), id)).to.equal(undefined);
      expect(await ownedBy(unitOfWork(), ada)).to.deep.equal([other]);
    });
  });
}
