import { expect } from 'chai';
import { AssignOwner } from '../../src/application/computers/assign-owner.ts';
import { CreateComputer } from '../../src/application/computers/create-computer.ts';
import { CreateOwnedComputer } from '../../src/application/computers/create-owned-computer.ts';
import { CreatePerson } from '../../src/application/persons/create-person.ts';
import { DeleteComputer } from '../../src/application/computers/delete-computer.ts';
import { DeleteOwner } from '../../src/application/computers/delete-owner.ts';
import { DeletePerson } from '../../src/application/persons/delete-person.ts';
import { LinkComputers } from '../../src/application/persons/link-computers.ts';
import { RemoveOwner } from '../../src/application/computers/remove-owner.ts';
import { ReplaceComputers } from '../../src/application/persons/replace-computers.ts';
import { UnlinkComputers } from '../../src/application/persons/unlink-computers.ts';
import { UpdateComputer } from '../../src/application/computers/update-computer.ts';
import { UpdateOwner } from '../../src/application/computers/update-owner.ts';
import { UpdatePerson } from '../../src/application/persons/update-person.ts';
import {
  everyRecord,
  ownedBy,
  personAttributes,
  storedComputer,
  storedPerson,
  wholeView as view,
} from '../contract/fixtures.ts';
import { openWorld, type World } from '../support/world.ts';

describe('use cases', () => {
  let world: World;

  beforeEach(async () => {
    world = await openWorld();
  });

  describe('creating', () => {
    it('creates a person, who takes over computers', async () => {
      const { unitOfWork, ada, bob, c1, c3, c4 } = world;
      const command = { attributes: personAttributes('Eve', { email: 'eve@example.org' }), computerIds: [c4, c3, c1] };
      const { record, included } = await new CreatePerson(unitOfWork).execute(command, view);
      expect(record.attributes).to.deep.equal({ name: 'Eve', email: 'eve@example.org', birthDate: null });
      expect(record.linkage).to.deep.equal({ computers: [c1, c3, c4] });
      expect(included).to.equal(undefined);
      expect(await ownedBy(unitOfWork, ada)).to.deep.equal([world.c2]);
      expect(await ownedBy(unitOfWork, bob)).to.deep.equal([]);
    });

    it('shows the created resource with what the view includes', async () => {
      const { unitOfWork, ada, c1, c2 } = world;
      const command = { attributes: { serial: 'C-5' }, ownerId: ada };
      const including = { ...view, include: [['owner'], ['owner', 'computers']] };
      const { record, included } = await new CreateComputer(unitOfWork).execute(command, including);
      expect(record.linkage).to.deep.equal({ owner: [ada] });
      expect(included?.map(({ type, id }) => `${type} ${id}`)).to.deep.equal([
        `person ${ada}`,
        `computer ${c1}`,
        `computer ${c2}`,
        `computer ${record.id}`,
      ]);
    });

    it('creates a computer of nobody', async () => {
      const command = { attributes: { serial: 'C-5' }, ownerId: null };
      const { record } = await new CreateComputer(world.unitOfWork).execute(command, view);
      expect(record).to.deep.include({ attributes: { serial: 'C-5' }, linkage: { owner: [] } });
    });

    it('creates a computer of the addressed person, whom its description may name', async () => {
      const { unitOfWork, ada } = world;
      for (const namedOwnerId of [undefined, ada]) {
        const command = { personId: ada, attributes: { serial: 'C-5' }, namedOwnerId };
        const { record } = await new CreateOwnedComputer(unitOfWork).execute(command, view);
        expect(record.linkage).to.deep.equal({ owner: [ada] });
      }
    });
  });

  describe('updating', () => {
    it('changes the named attributes of a person and keeps the others', async () => {
      const { unitOfWork, ada, c1, c2 } = world;
      const changes = { attributes: { email: null }, computerIds: undefined };
      const { record } = await new UpdatePerson(unitOfWork).execute(ada, changes, view);
      expect(record.attributes).to.deep.equal({ name: 'Ada', email: null, birthDate: '1815-12-10' });
      expect(record.linkage).to.deep.equal({ computers: [c1, c2] });
    });

    it('changes attributes and computers of a person together', async () => {
      const { unitOfWork, ada, c2, c3 } = world;
      const changes = { attributes: { name: 'Augusta' }, computerIds: [c3, c2] };
      const { record } = await new UpdatePerson(unitOfWork).execute(ada, changes, view);
      expect(record.attributes['name']).to.equal('Augusta');
      expect(record.linkage).to.deep.equal({ computers: [c2, c3] });
      expect((await storedComputer(unitOfWork, world.c1))?.ownerId).to.equal(null);
    });

    it('takes all computers by an empty set', async () => {
      const { unitOfWork, ada } = world;
      const { record } = await new UpdatePerson(unitOfWork).execute(ada, { attributes: {}, computerIds: [] }, view);
      expect(record.linkage).to.deep.equal({ computers: [] });
    });

    it('changes nothing by a change of nothing', async () => {
      const { unitOfWork, ada, c1 } = world;
      const before = await everyRecord(unitOfWork);
      await new UpdatePerson(unitOfWork).execute(ada, { attributes: {}, computerIds: undefined }, view);
      await new UpdateComputer(unitOfWork).execute(c1, { attributes: {}, ownerId: undefined }, view);
      expect(await everyRecord(unitOfWork)).to.deep.equal(before);
    });

    it('changes serial and owner of a computer, each by itself and together', async () => {
      const { unitOfWork, ada, bob, c1 } = world;
      const update = new UpdateComputer(unitOfWork);
      const steps = [
        [{ attributes: { serial: 'X' }, ownerId: undefined }, 'X', [ada]],
        [{ attributes: {}, ownerId: bob }, 'X', [bob]],
        [{ attributes: { serial: 'Y' }, ownerId: null }, 'Y', []],
        [{ attributes: { serial: 'Z' }, ownerId: ada }, 'Z', [ada]],
      ] as const;
      for (const [changes, serial, owner] of steps) {
        const { record } = await update.execute(c1, changes, view);
        expect(record).to.deep.include({ attributes: { serial }, linkage: { owner } });
      }
    });

    it('changes the owner of a computer, attributes and computers', async () => {
      const { unitOfWork, ada, c1, c4 } = world;
      const changes = { attributes: { name: 'Augusta' }, computerIds: [c4] };
      const { record } = await new UpdateOwner(unitOfWork).execute(c1, ada, changes, view);
      expect(record).to.deep.include({ type: 'person', id: ada, linkage: { computers: [c4] } });
      expect(record.attributes['name']).to.equal('Augusta');
    });
  });

  describe('deleting', () => {
    it('leaves the computers of a deleted person, without an owner', async () => {
      const { unitOfWork, ada, c1, c2 } = world;
      await new DeletePerson(unitOfWork).execute(ada);
      expect(await storedPerson(unitOfWork, ada)).to.equal(undefined);
      for (const id of [c1, c2]) expect((await storedComputer(unitOfWork, id))?.ownerId).to.equal(null);
    });

    it('takes a deleted computer from its owner', async () => {
      const { unitOfWork, ada, c1, c2, c4 } = world;
      await new DeleteComputer(unitOfWork).execute(c1);
      await new DeleteComputer(unitOfWork).execute(c4);
      expect(await ownedBy(unitOfWork, ada)).to.deep.equal([c2]);
      expect(await storedComputer(unitOfWork, c4)).to.equal(undefined);
    });

    it('deletes the owner of a computer', async () => {
      const { unitOfWork, ada, c1 } = world;
      await new DeleteOwner(unitOfWork).execute(c1);
      expect(await storedPerson(unitOfWork, ada)).to.equal(undefined);
      expect((await storedComputer(unitOfWork, c1))?.ownerId).to.equal(null);
    });
  });

  describe('linking', () => {
    it('adds computers, moves those of others and keeps those that are linked', async () => {
      const { unitOfWork, ada, bob, c1, c2, c3, c4 } = world;
      const { record } = await new LinkComputers(unitOfWork).execute(ada, [c4, c3, c1], view);
      expect(record.linkage).to.deep.equal({ computers: [c1, c2, c3, c4] });
      expect(await ownedBy(unitOfWork, bob)).to.deep.equal([]);
    });

    it('replaces the set of computers', async () => {
      const { unitOfWork, ada, c2, c3 } = world;
      const { record } = await new ReplaceComputers(unitOfWork).execute(ada, [c3, c2], view);
      expect(record.linkage).to.deep.equal({ computers: [c2, c3] });
      expect((await storedComputer(unitOfWork, world.c1))?.ownerId).to.equal(null);
    });

    it('removes the linked ones of the named computers and skips the others, existing or not', async () => {
      const { unitOfWork, ada, bob, c1, c2, c3, c4, goneComputer } = world;
      const named = [c1, c3, c4, goneComputer, 'abc', '01', '9223372036854775808'];
      const { record } = await new UnlinkComputers(unitOfWork).execute(ada, named, view);
      expect(record.linkage).to.deep.equal({ computers: [c2] });
      expect(await ownedBy(unitOfWork, bob)).to.deep.equal([c3]);
    });

    it('changes nothing by linking nothing or removing nothing', async () => {
      const { unitOfWork, ada, c1, c2 } = world;
      for (const { record } of [
        await new LinkComputers(unitOfWork).execute(ada, [], view),
        await new UnlinkComputers(unitOfWork).execute(ada, [], view),
      ])
        expect(record.linkage).to.deep.equal({ computers: [c1, c2] });
    });

    it('sets, keeps, moves and clears the owner of a computer', async () => {
      const { unitOfWork, ada, bob, c4 } = world;
      for (const ownerId of [ada, ada, bob, null, null]) {
        const { record } = await new AssignOwner(unitOfWork).execute(c4, ownerId, view);
        expect(record.linkage).to.deep.equal({ owner: ownerId === null ? [] : [ownerId] });
      }
    });

    it('removes the owner of a computer only when it is the named one', async () => {
      const { unitOfWork, ada, bob, gonePerson, c1 } = world;
      for (const other of [bob, gonePerson, 'abc']) {
        const { record } = await new RemoveOwner(unitOfWork).execute(c1, other, view);
        expect(record.linkage).to.deep.equal({ owner: [ada] });
      }
      expect((await new RemoveOwner(unitOfWork).execute(c1, ada, view)).record.linkage).to.deep.equal({ owner: [] });
    });
  });
});
