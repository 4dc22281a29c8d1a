import { expect } from 'chai';
import * as errors from '#application/model/errors';
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
import { everyEntity, wholeView as view } from '../../contract/fixtures.ts';
import { computerAttributes, personAttributes } from '../../support/builders.ts';
import { execute } from '../../support/execute.ts';
import { openWorld, type World } from '../../support/world.ts';
import { writeOnce } from '../../support/write-once.ts';

type Refusal = readonly [name: string, work: (world: World) => Promise<unknown>, facts: (world: World) => object];

const nothingNew = { attributes: {}, linkage: {} };

const refusals: readonly Refusal[] = [
  ...notFoundPersons('updating', (w, id) => execute(w.unitOfWork, updatePerson, [id, nothingNew], view)),
  ...notFoundPersons('updating the computers of', (w, id) =>
    execute(w.unitOfWork, updatePerson, [id, { attributes: {}, linkage: { computers: [w.c1] } }], view),
  ),
  ...notFoundPersons('deleting', (w, id) => writeOnce(w.unitOfWork)((attempt) => deletePerson(attempt, id))),
  ...notFoundPersons('linking computers to', (w, id) =>
    execute(w.unitOfWork, linkComputers, [id, [w.goneComputer]], view),
  ),
  ...notFoundPersons('replacing the computers of', (w, id) =>
    execute(w.unitOfWork, replaceComputers, [id, [w.c1]], view),
  ),
  ...notFoundPersons('unlinking computers from', (w, id) => execute(w.unitOfWork, unlinkComputers, [id, [w.c1]], view)),
  ...notFoundPersons('creating a computer for', (w, id) =>
    execute(
      w.unitOfWork,
      createComputerOfPerson,
      [id, { attributes: computerAttributes({ serial: 'x' }), linkage: { owner: w.gonePerson } }],
      view,
    ),
  ),
  ...notFoundComputers('updating', (w, id) =>
    execute(w.unitOfWork, updateComputer, [id, { attributes: {}, linkage: { owner: w.gonePerson } }], view),
  ),
  ...notFoundComputers('deleting', (w, id) => writeOnce(w.unitOfWork)((attempt) => deleteComputer(attempt, id))),
  ...notFoundComputers('assigning an owner to', (w, id) =>
    execute(w.unitOfWork, assignOwner, [id, w.gonePerson], view),
  ),
  ...notFoundComputers('removing the owner of', (w, id) => execute(w.unitOfWork, unassignOwner, [id, w.ada], view)),
  ...notFoundComputers('updating the owner of', (w, id) =>
    execute(w.unitOfWork, updateOwner, [id, { id: w.ada, ...nothingNew }], view),
  ),
  ...notFoundComputers('deleting the owner of', (w, id) =>
    writeOnce(w.unitOfWork)((attempt) => deleteOwner(attempt, id)),
  ),
  ...notLinkedComputers('creating a person with', (w, computerIds) =>
    execute(
      w.unitOfWork,
      createPerson,
      [{ attributes: personAttributes({ name: 'x' }), linkage: { computers: computerIds } }],
      view,
    ),
  ),
  ...notLinkedComputers('linking', (w, ids) => execute(w.unitOfWork, linkComputers, [w.ada, ids], view)),
  ...notLinkedComputers('replacing a set with', (w, ids) =>
    execute(w.unitOfWork, replaceComputers, [w.ada, ids], view),
  ),
  ...notLinkedComputers('updating a person with', (w, computerIds) =>
    execute(
      w.unitOfWork,
      updatePerson,
      [w.ada, { attributes: { name: 'x' }, linkage: { computers: computerIds } }],
      view,
    ),
  ),
  ...notLinkedComputers('updating an owner with', (w, computerIds) =>
    execute(
      w.unitOfWork,
      updateOwner,
      [w.c1, { id: w.ada, attributes: { name: 'x' }, linkage: { computers: computerIds } }],
      view,
    ),
  ),
  ...notLinkedPersons('creating a computer for', (w, ownerId) =>
    execute(
      w.unitOfWork,
      createComputer,
      [{ attributes: computerAttributes({ serial: 'x' }), linkage: { owner: ownerId } }],
      view,
    ),
  ),
  ...notLinkedPersons('updating a computer to belong to', (w, ownerId) =>
    execute(
      w.unitOfWork,
      updateComputer,
      [w.c1, { attributes: computerAttributes({ serial: 'x' }), linkage: { owner: ownerId } }],
      view,
    ),
  ),
  ...notLinkedPersons('assigning a computer to', (w, id) => execute(w.unitOfWork, assignOwner, [w.c1, id], view)),
  ...notLinkedPersons('creating a computer for one person while naming', (w, namedOwnerId) =>
    execute(
      w.unitOfWork,
      createComputerOfPerson,
      [w.ada, { attributes: computerAttributes({ serial: 'x' }), linkage: { owner: namedOwnerId } }],
      view,
    ),
  ),
  ...[(w: World) => w.bob, () => null].map((named): Refusal => [
    'creating a computer for one person while naming another owner or none',
    (w) =>
      execute(
        w.unitOfWork,
        createComputerOfPerson,
        [w.ada, { attributes: computerAttributes({ serial: 'x' }), linkage: { owner: named(w) } }],
        view,
      ),
    (w) => ({ name: errors.ParentConflictError.name, type: 'computer', relationship: 'owner', parentId: w.ada }),
  ]),
  [
    'updating the owner of a computer that has none',
    (w) => execute(w.unitOfWork, updateOwner, [w.c4, { id: w.ada, ...nothingNew }], view),
    (w) => ({
      name: errors.EmptyRelationshipError.name,
      parent: { type: 'computer', id: w.c4, relationship: 'owner' },
    }),
  ],
  [
    'deleting the owner of a computer that has none',
    (w) => writeOnce(w.unitOfWork)((attempt) => deleteOwner(attempt, w.c4)),
    (w) => ({
      name: errors.EmptyRelationshipError.name,
      parent: { type: 'computer', id: w.c4, relationship: 'owner' },
    }),
  ],
  [
    'updating the owner of a computer under the identifier of another person',
    (w) => execute(w.unitOfWork, updateOwner, [w.c1, { id: w.bob, ...nothingNew }], view),
    (w) => ({ name: errors.RelatedMismatchError.name, expectedId: w.ada }),
  ],
];

describe('refused use cases', () => {
  let world: World;

  beforeEach(async () => {
    world = await openWorld();
  });

  for (const [name, work, facts] of refusals)
    it(`leave everything unchanged: ${name}`, async () => {
      const before = await everyEntity(world.unitOfWork);
      const failure: unknown = await Promise.resolve()
        .then(() => work(world))
        .then(
          () => 'no failure',
          (error: unknown) => error,
        );
      expect(failure).to.be.instanceOf(Error);
      expect({ ...(failure instanceof Error ? failure : {}) }).to.deep.include(facts(world));
      expect(await everyEntity(world.unitOfWork)).to.deep.equal(before);
    });
});

function notFoundPersons(what: string, work: (world: World, id: string) => Promise<unknown>): readonly Refusal[] {
  const ids: readonly ((world: World) => string)[] = [(w) => w.gonePerson, () => '9223372036854775808', () => 'abc'];
  return ids.map((id) => [
    `${what} a person who does not exist`,
    (w) => work(w, id(w)),
    (w) => ({ name: errors.NotFoundError.name, type: 'person', id: id(w) }),
  ]);
}

function notFoundComputers(what: string, work: (world: World, id: string) => Promise<unknown>): readonly Refusal[] {
  const ids: readonly ((world: World) => string)[] = [(w) => w.goneComputer, () => '0', () => '01'];
  return ids.map((id) => [
    `${what} a computer that does not exist`,
    (w) => work(w, id(w)),
    (w) => ({ name: errors.NotFoundError.name, type: 'computer', id: id(w) }),
  ]);
}

function notLinkedComputers(
  what: string,
  work: (world: World, ids: readonly string[]) => Promise<unknown>,
): readonly Refusal[] {
  return [
    [
      `${what} computers of which some do not exist`,
      (w) => work(w, ['abc', w.c3, w.goneComputer, w.c4, '9223372036854775808']),
      (w) => ({
        name: errors.LinkedNotFoundError.name,
        missing: ['abc', w.goneComputer, '9223372036854775808'].map((id) => ({ type: 'computer', id })),
      }),
    ],
  ];
}

function notLinkedPersons(what: string, work: (world: World, id: string) => Promise<unknown>): readonly Refusal[] {
  const ids: readonly ((world: World) => string)[] = [(w) => w.gonePerson, () => 'abc'];
  return ids.map((id) => [
    `${what} a person who does not exist`,
    (w) => work(w, id(w)),
    (w) => ({ name: errors.LinkedNotFoundError.name, missing: [{ type: 'person', id: id(w) }] }),
  ]);
}
