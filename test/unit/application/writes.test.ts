import { expect } from 'chai';
import {
  assignOwner,
  createComputer,
  createComputerOfPerson,
  createPerson,
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
import type { View, ViewedResource } from '#application/model/view';
import { FindResource } from '#application/reading/find-resource';
import { everyRecord, ownedBy, storedComputer, storedPerson, wholeView as view } from '../../contract/fixtures.ts';
import { openWorld, type World } from '../../support/world.ts';
import { computerAttributes, personAttributes } from '../../support/builders.ts';
import { execute } from '../../support/execute.ts';
import { writeOnce } from '../../support/write-once.ts';

type Write = (world: World, shown: View) => Promise<ViewedResource>;

const changes = { attributes: { name: 'x', email: 'x@example.org' }, linkage: { computers: [] } };

const writesOfPersons: Readonly<Record<string, Write>> = {
  'creating a person': ({ unitOfWork, c1, c4 }, shown) =>
    execute(
      unitOfWork,
      createPerson,
      [{ attributes: personAttributes({ name: 'x' }), linkage: { computers: [c4, c1] } }],
      shown,
    ),
  'updating a person': ({ unitOfWork, ada }, shown) => execute(unitOfWork, updatePerson, [ada, changes], shown),
  'updating an owner': ({ unitOfWork, ada, c1 }, shown) =>
    execute(unitOfWork, updateOwner, [c1, { id: ada, ...changes, linkage: {} }], shown),
  'linking computers': ({ unitOfWork, ada, c3, c4 }, shown) =>
    execute(unitOfWork, linkComputers, [ada, [c4, c3]], shown),
  'replacing a set': ({ unitOfWork, ada, c2, c3 }, shown) =>
    execute(unitOfWork, replaceComputers, [ada, [c3, c2]], shown),
  'unlinking computers': ({ unitOfWork, ada, c1 }, shown) => execute(unitOfWork, unlinkComputers, [ada, [c1]], shown),
};

const writesOfComputers: Readonly<Record<string, Write>> = {
  'creating a computer': ({ unitOfWork, ada }, shown) =>
    execute(
      unitOfWork,
      createComputer,
      [{ attributes: computerAttributes({ serial: 'x' }), linkage: { owner: ada } }],
      shown,
    ),
  'creating a computer without an owner': ({ unitOfWork }, shown) =>
    execute(
      unitOfWork,
      createComputer,
      [{ attributes: computerAttributes({ serial: 'x' }), linkage: { owner: null } }],
      shown,
    ),
  'creating a computer for a person': ({ unitOfWork, bob }, shown) =>
    execute(
      unitOfWork,
      createComputerOfPerson,
      [bob, { attributes: computerAttributes({ serial: 'x' }), linkage: {} }],
      shown,
    ),
  'updating a computer': ({ unitOfWork, bob, c1 }, shown) =>
    execute(
      unitOfWork,
      updateComputer,
      [c1, { attributes: computerAttributes({ serial: 'x' }), linkage: { owner: bob } }],
      shown,
    ),
  'assigning an owner': ({ unitOfWork, bob, c1 }, shown) => execute(unitOfWork, assignOwner, [c1, bob], shown),
  'removing an owner': ({ unitOfWork, ada, c1 }, shown) => execute(unitOfWork, unassignOwner, [c1, ada], shown),
};

describe('use cases', () => {
  let world: World;

  beforeEach(async () => {
    world = await openWorld();
  });

  describe('creating', () => {
    it('creates a person who takes over computers', async () => {
      const { unitOfWork, ada, bob, c1, c3, c4 } = world;
      const command = {
        attributes: personAttributes({ name: 'Eve', email: 'eve@example.org' }),
        linkage: { computers: [c4, c3, c1] },
      };
      const { record, included } = await execute(unitOfWork, createPerson, [command], view);
      expect(record.attributes).to.deep.equal(personAttributes({ name: 'Eve', email: 'eve@example.org' }));
      expect(record.linkage['computers']).to.deep.equal([c1, c3, c4]);
      expect(included).to.equal(undefined);
      expect(await ownedBy(unitOfWork, ada)).to.deep.equal([world.c2]);
      expect(await ownedBy(unitOfWork, bob)).to.deep.equal([]);
    });

    it('returns the created resource with what the view includes', async () => {
      const { unitOfWork, ada, c1, c2 } = world;
      const command = { attributes: computerAttributes({ serial: 'C-5' }), linkage: { owner: ada } };
      const including = { ...view, include: [['owner'], ['owner', 'computers']] };
      const { record, included } = await execute(unitOfWork, createComputer, [command], including);
      expect(record.linkage).to.deep.include({ owner: [ada] });
      expect(included?.map(({ type, id }) => `${type} ${id}`)).to.deep.equal([
        `person ${ada}`,
        `computer ${c1}`,
        `computer ${c2}`,
        `computer ${record.id}`,
      ]);
    });

    it('creates a computer without an owner', async () => {
      const command = { attributes: computerAttributes({ serial: 'C-5' }), linkage: { owner: null } };
      const { record } = await execute(world.unitOfWork, createComputer, [command], view);
      expect(record.attributes).to.deep.equal(computerAttributes({ serial: 'C-5' }));
      expect(record.linkage['owner']).to.deep.equal([]);
    });

    it('creates a computer for the addressed person, whom the command may name as owner', async () => {
      const { unitOfWork, ada } = world;
      for (const namedOwnerId of [undefined, ada]) {
        const command = { attributes: computerAttributes({ serial: 'C-5' }), linkage: { owner: namedOwnerId } };
        const { record } = await execute(unitOfWork, createComputerOfPerson, [ada, command], view);
        expect(record.linkage).to.deep.include({ owner: [ada] });
      }
    });
  });

  describe('updating', () => {
    it('changes the named attributes of a person and keeps the others', async () => {
      const { unitOfWork, ada, c1, c2 } = world;
      const changes = { attributes: { email: null }, linkage: {} };
      const { record } = await execute(unitOfWork, updatePerson, [ada, changes], view);
      expect(record.attributes).to.deep.equal(personAttributes({ birthDate: '1815-12-10' }));
      expect(record.linkage['computers']).to.deep.equal([c1, c2]);
    });

    it('changes attributes and computers of a person together', async () => {
      const { unitOfWork, ada, c2, c3 } = world;
      const changes = { attributes: { name: 'Augusta' }, linkage: { computers: [c3, c2] } };
      const { record } = await execute(unitOfWork, updatePerson, [ada, changes], view);
      expect(record.attributes['name']).to.equal('Augusta');
      expect(record.linkage['computers']).to.deep.equal([c2, c3]);
      expect((await storedComputer(unitOfWork, world.c1))?.targets['owner']).to.equal(null);
    });

    it('unlinks all computers with an empty set', async () => {
      const { unitOfWork, ada } = world;
      const { record } = await execute(
        unitOfWork,
        updatePerson,
        [ada, { attributes: {}, linkage: { computers: [] } }],
        view,
      );
      expect(record.linkage['computers']).to.deep.equal([]);
    });

    it('changes nothing with an empty update', async () => {
      const { unitOfWork, ada, c1 } = world;
      const before = await everyRecord(unitOfWork);
      await execute(unitOfWork, updatePerson, [ada, { attributes: {}, linkage: {} }], view);
      await execute(unitOfWork, updateComputer, [c1, { attributes: {}, linkage: {} }], view);
      expect(await everyRecord(unitOfWork)).to.deep.equal(before);
    });

    it('changes serial and owner of a computer, separately and together', async () => {
      const { unitOfWork, ada, bob, c1 } = world;
      const steps = [
        [{ attributes: { serial: 'X' }, linkage: {} }, 'X', [ada]],
        [{ attributes: {}, linkage: { owner: bob } }, 'X', [bob]],
        [{ attributes: computerAttributes({ serial: 'Y' }), linkage: { owner: null } }, 'Y', []],
        [{ attributes: computerAttributes({ serial: 'Z' }), linkage: { owner: ada } }, 'Z', [ada]],
      ] as const;
      for (const [changes, serial, owner] of steps) {
        const { record } = await execute(unitOfWork, updateComputer, [c1, changes], view);
        expect(record.attributes).to.deep.equal({ serial });
        expect(record.linkage['owner']).to.deep.equal(owner);
      }
    });

    it('updates the attributes and computers of an owner', async () => {
      const { unitOfWork, ada, c1, c4 } = world;
      const changes = { attributes: { name: 'Augusta' }, linkage: { computers: [c4] } };
      const { record } = await execute(unitOfWork, updateOwner, [c1, { id: ada, ...changes }], view);
      expect(record).to.deep.include({ type: 'person', id: ada });
      expect(record.linkage['computers']).to.deep.equal([c4]);
      expect(record.attributes['name']).to.equal('Augusta');
    });
  });

  describe('deleting', () => {
    it('keeps the computers of a deleted person, without an owner', async () => {
      const { unitOfWork, ada, c1, c2 } = world;
      await writeOnce(unitOfWork)((attempt) => deletePerson(attempt, ada));
      expect(await storedPerson(unitOfWork, ada)).to.equal(undefined);
      for (const id of [c1, c2]) expect((await storedComputer(unitOfWork, id))?.targets['owner']).to.equal(null);
    });

    it('unlinks a deleted computer from its owner', async () => {
      const { unitOfWork, ada, c1, c2, c4 } = world;
      await writeOnce(unitOfWork)((attempt) => deleteComputer(attempt, c1));
      await writeOnce(unitOfWork)((attempt) => deleteComputer(attempt, c4));
      expect(await ownedBy(unitOfWork, ada)).to.deep.equal([c2]);
      expect(await storedComputer(unitOfWork, c4)).to.equal(undefined);
    });

    it('deletes the owner of a computer', async () => {
      const { unitOfWork, ada, c1 } = world;
      await writeOnce(unitOfWork)((attempt) => deleteOwner(attempt, c1));
      expect(await storedPerson(unitOfWork, ada)).to.equal(undefined);
      expect((await storedComputer(unitOfWork, c1))?.targets['owner']).to.equal(null);
    });
  });

  describe('linking', () => {
    it('links computers, transfers those of others and keeps those already linked', async () => {
      const { unitOfWork, ada, bob, c1, c2, c3, c4 } = world;
      const { record } = await execute(unitOfWork, linkComputers, [ada, [c4, c3, c1]], view);
      expect(record.linkage['computers']).to.deep.equal([c1, c2, c3, c4]);
      expect(await ownedBy(unitOfWork, bob)).to.deep.equal([]);
    });

    it('replaces the set of computers', async () => {
      const { unitOfWork, ada, c2, c3 } = world;
      const { record } = await execute(unitOfWork, replaceComputers, [ada, [c3, c2]], view);
      expect(record.linkage['computers']).to.deep.equal([c2, c3]);
      expect((await storedComputer(unitOfWork, world.c1))?.targets['owner']).to.equal(null);
    });

    it('unlinks the named computers that are linked and ignores the others, existing or not', async () => {
      const { unitOfWork, ada, bob, c1, c2, c3, c4, goneComputer } = world;
      const named = [c1, c3, c4, goneComputer, 'abc', '01', '9223372036854775808'];
      const { record } = await execute(unitOfWork, unlinkComputers, [ada, named], view);
      expect(record.linkage['computers']).to.deep.equal([c2]);
      expect(await ownedBy(unitOfWork, bob)).to.deep.equal([c3]);
    });

    it('changes nothing when linking or unlinking nothing', async () => {
      const { unitOfWork, ada, c1, c2 } = world;
      for (const { record } of [
        await execute(unitOfWork, linkComputers, [ada, []], view),
        await execute(unitOfWork, unlinkComputers, [ada, []], view),
      ])
        expect(record.linkage['computers']).to.deep.equal([c1, c2]);
    });

    it('sets, keeps, moves and clears the owner of a computer', async () => {
      const { unitOfWork, ada, bob, c4 } = world;
      for (const owner of [ada, ada, bob, null, null]) {
        const { record } = await execute(unitOfWork, assignOwner, [c4, owner], view);
        expect(record.linkage).to.deep.include({ owner: owner === null ? [] : [owner] });
      }
    });

    it('removes the owner of a computer only if it is the named one', async () => {
      const { unitOfWork, ada, bob, gonePerson, c1 } = world;
      for (const other of [bob, gonePerson, 'abc']) {
        const { record } = await execute(unitOfWork, unassignOwner, [c1, other], view);
        expect(record.linkage).to.deep.include({ owner: [ada] });
      }
      expect((await execute(unitOfWork, unassignOwner, [c1, ada], view)).record.linkage).to.deep.include({
        owner: [],
      });
    });

    it('removes the owner of a computer, whoever it is', async () => {
      const { unitOfWork, c1, c4 } = world;
      for (const id of [c1, c4])
        expect((await execute(unitOfWork, unassignOwner, [id, null], view)).record.linkage).to.deep.include({
          owner: [],
        });
    });

    it('keeps the owner of a computer when none is given', async () => {
      const { unitOfWork, ada, c1 } = world;
      for (const write of [assignOwner, unassignOwner])
        expect((await execute(unitOfWork, write, [c1, undefined], view)).record.linkage).to.deep.include({
          owner: [ada],
        });
    });
  });

  describe('a write', () => {
    for (const [name, write] of Object.entries(writesOfPersons))
      itReturns(name, write, [['computers'], ['computers', 'owner']]);
    for (const [name, write] of Object.entries(writesOfComputers))
      itReturns(name, write, [['owner'], ['owner', 'computers']]);

    function itReturns(name: string, write: Write, include: View['include']): void {
      for (const [how, shown] of Object.entries({ alone: view, 'with included resources': { ...view, include } }))
        it(`returns what is stored, ${how}: ${name}`, async () => {
          const viewed = await write(world, shown);
          const { type, id } = viewed.record;
          const found = await new FindResource(world.unitOfWork).execute(type, id, shown, Infinity);
          expect(found).to.deep.equal({ kind: 'whole', whole: viewed });
        });
    }
  });
});
