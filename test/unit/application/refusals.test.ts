import { expect } from 'chai';
import * as errors from '../../../src/application/errors.ts';
import { assignOwner } from '../../../src/application/ownership/assign-owner.ts';
import { createOwned, createOwnedBy } from '../../../src/application/ownership/create-owned.ts';
import { deleteOwned } from '../../../src/application/ownership/delete-owned.ts';
import { deleteOwner } from '../../../src/application/ownership/delete-owner.ts';
import { linkOwned } from '../../../src/application/ownership/link-owned.ts';
import { removeOwner } from '../../../src/application/ownership/remove-owner.ts';
import { replaceOwned } from '../../../src/application/ownership/replace-owned.ts';
import { unlinkOwned } from '../../../src/application/ownership/unlink-owned.ts';
import { updateOwned } from '../../../src/application/ownership/update-owned.ts';
import { updateOwner } from '../../../src/application/ownership/update-owner.ts';
import { createPerson } from '../../../src/application/persons/create-person.ts';
import { deletePerson } from '../../../src/application/persons/delete-person.ts';
import { updatePerson } from '../../../src/application/persons/update-person.ts';
import { InvalidAttributesError } from '../../../src/domain/errors.ts';
import { everyEntity, wholeView as view } from '../../contract/fixtures.ts';
import { openWorld, type World } from '../../support/world.ts';
import { computerAttributes, personAttributes } from '../../support/builders.ts';
import { execute } from '../../support/execute.ts';

type Refusal = readonly [name: string, work: (world: World) => Promise<unknown>, facts: (world: World) => object];

const nothingNew = { attributes: {}, linkage: {} };
const invalid = { attributes: { name: '' }, linkage: {} };

const refusals: readonly Refusal[] = [
  ...notFoundPersons('updating', (w, id) => execute(w.unitOfWork, updatePerson, [id, nothingNew], view)),
  ...notFoundPersons('updating the computers of', (w, id) =>
    execute(w.unitOfWork, updatePerson, [id, { attributes: {}, linkage: { computers: [w.c1] } }], view),
  ),
  ...notFoundPersons('deleting', (w, id) => w.unitOfWork.write((transaction) => deletePerson(transaction, id))),
  ...notFoundPersons('linking computers to', (w, id) =>
    execute(w.unitOfWork, linkOwned('computers'), [id, [w.goneComputer]], view),
  ),
  ...notFoundPersons('replacing the computers of', (w, id) =>
    execute(w.unitOfWork, replaceOwned('computers'), [id, [w.c1]], view),
  ),
  ...notFoundPersons('unlinking computers from', (w, id) =>
    execute(w.unitOfWork, unlinkOwned('computers'), [id, [w.c1]], view),
  ),
  ...notFoundPersons('creating a computer for', (w, id) =>
    execute(
      w.unitOfWork,
      createOwnedBy('computers'),
      [id, { attributes: computerAttributes({ serial: 'x' }), linkage: { owner: w.gonePerson } }],
      view,
    ),
  ),
  ...notFoundComputers('updating', (w, id) =>
    execute(w.unitOfWork, updateOwned('computers'), [id, { attributes: {}, linkage: { owner: w.gonePerson } }], view),
  ),
  ...notFoundComputers('deleting', (w, id) =>
    w.unitOfWork.write((transaction) => deleteOwned('computers')(transaction, id)),
  ),
  ...notFoundComputers('assigning an owner to', (w, id) =>
    execute(w.unitOfWork, assignOwner('computers'), [id, w.gonePerson], view),
  ),
  ...notFoundComputers('removing the owner of', (w, id) =>
    execute(w.unitOfWork, removeOwner('computers'), [id, w.ada], view),
  ),
  ...notFoundComputers('updating the owner of', (w, id) =>
    execute(w.unitOfWork, updateOwner('computers'), [id, { id: w.ada, ...nothingNew }], view),
  ),
  ...notFoundComputers('deleting the owner of', (w, id) =>
    w.unitOfWork.write((transaction) => deleteOwner('computers')(transaction, id)),
  ),
  ...notLinkedComputers('creating a person with', (w, computerIds) =>
    execute(
      w.unitOfWork,
      createPerson,
      [{ attributes: personAttributes({ name: 'x' }), linkage: { computers: computerIds } }],
      view,
    ),
  ),
  ...notLinkedComputers('linking', (w, ids) => execute(w.unitOfWork, linkOwned('computers'), [w.ada, ids], view)),
  ...notLinkedComputers('replacing a set with', (w, ids) =>
    execute(w.unitOfWork, replaceOwned('computers'), [w.ada, ids], view),
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
      updateOwner('computers'),
      [w.c1, { id: w.ada, attributes: { name: 'x' }, linkage: { computers: computerIds } }],
      view,
    ),
  ),
  ...notLinkedPersons('creating a computer for', (w, ownerId) =>
    execute(
      w.unitOfWork,
      createOwned('computers'),
      [{ attributes: computerAttributes({ serial: 'x' }), linkage: { owner: ownerId } }],
      view,
    ),
  ),
  ...notLinkedPersons('updating a computer to belong to', (w, ownerId) =>
    execute(
      w.unitOfWork,
      updateOwned('computers'),
      [w.c1, { attributes: computerAttributes({ serial: 'x' }), linkage: { owner: ownerId } }],
      view,
    ),
  ),
  ...notLinkedPersons('assigning a computer to', (w, id) =>
    execute(w.unitOfWork, assignOwner('computers'), [w.c1, id], view),
  ),
  ...notLinkedPersons('creating a computer for one person while naming', (w, namedOwnerId) =>
    execute(
      w.unitOfWork,
      createOwnedBy('computers'),
      [w.ada, { attributes: computerAttributes({ serial: 'x' }), linkage: { owner: namedOwnerId } }],
      view,
    ),
  ),
  ...[(w: World) => w.bob, () => null].map((named): Refusal => [
    'creating a computer for one person while naming another owner or none',
    (w) =>
      execute(
        w.unitOfWork,
        createOwnedBy('computers'),
        [w.ada, { attributes: computerAttributes({ serial: 'x' }), linkage: { owner: named(w) } }],
        view,
      ),
    (w) => ({ name: 'OwnerConflictError', type: 'computer', ownerId: w.ada }),
  ]),
  [
    'updating the owner of a computer that has none',
    (w) => execute(w.unitOfWork, updateOwner('computers'), [w.c4, { id: w.ada, ...nothingNew }], view),
    (w) => ({ name: 'NoOwnerError', type: 'computer', id: w.c4 }),
  ],
  [
    'deleting the owner of a computer that has none',
    (w) => w.unitOfWork.write((transaction) => deleteOwner('computers')(transaction, w.c4)),
    (w) => ({ name: 'NoOwnerError', type: 'computer', id: w.c4 }),
  ],
  [
    'updating the owner of a computer under the identifier of another person',
    (w) => execute(w.unitOfWork, updateOwner('computers'), [w.c1, { id: w.bob, ...nothingNew }], view),
    (w) => ({ name: 'PersonMismatchError', expectedId: w.ada }),
  ],
  [
    'creating an invalid person',
    (w) =>
      execute(
        w.unitOfWork,
        createPerson,
        [{ attributes: personAttributes({ name: '' }), linkage: { computers: [w.goneComputer] } }],
        view,
      ),
    () => ({ name: InvalidAttributesError.name }),
  ],
  [
    'creating an invalid computer',
    (w) =>
      execute(
        w.unitOfWork,
        createOwned('computers'),
        [{ attributes: computerAttributes({ serial: '' }), linkage: { owner: w.gonePerson } }],
        view,
      ),
    () => ({ name: InvalidAttributesError.name }),
  ],
  [
    'updating a person with invalid attributes',
    (w) => execute(w.unitOfWork, updatePerson, [w.ada, invalid], view),
    () => ({ name: InvalidAttributesError.name }),
  ],
  [
    'updating a person with invalid attributes and other computers',
    (w) => execute(w.unitOfWork, updatePerson, [w.ada, { ...invalid, linkage: { computers: [w.c4] } }], view),
    () => ({ name: InvalidAttributesError.name }),
  ],
  [
    'updating an owner with invalid attributes',
    (w) => execute(w.unitOfWork, updateOwner('computers'), [w.c1, { id: w.ada, ...invalid }], view),
    () => ({ name: InvalidAttributesError.name }),
  ],
  [
    'updating a computer with invalid attributes and another owner',
    (w) =>
      execute(
        w.unitOfWork,
        updateOwned('computers'),
        [w.c1, { attributes: computerAttributes({ serial: '' }), linkage: { owner: w.bob } }],
        view,
      ),
    () => ({ name: InvalidAttributesError.name }),
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
