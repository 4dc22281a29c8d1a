import { expect } from 'chai';
import * as errors from '../../src/application/errors.ts';
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
import { InvalidAttributesError } from '../../src/domain/errors.ts';
import { everyRecord, personAttributes, wholeView as view } from '../contract/fixtures.ts';
import { openWorld, type World } from '../support/world.ts';

type Refusal = readonly [name: string, work: (world: World) => Promise<unknown>, facts: (world: World) => object];

const nothingNew = { attributes: {}, computerIds: undefined };
const invalid = { attributes: { name: '' }, computerIds: undefined };

const refusals: readonly Refusal[] = [
  ...notFoundPersons('updating', (w, id) => new UpdatePerson(w.unitOfWork).execute(id, nothingNew, view)),
  ...notFoundPersons('replacing by updating', (w, id) =>
    new UpdatePerson(w.unitOfWork).execute(id, { attributes: {}, computerIds: [w.c1] }, view),
  ),
  ...notFoundPersons('deleting', (w, id) => new DeletePerson(w.unitOfWork).execute(id)),
  ...notFoundPersons('linking to', (w, id) => new LinkComputers(w.unitOfWork).execute(id, [w.goneComputer], view)),
  ...notFoundPersons('replacing of', (w, id) => new ReplaceComputers(w.unitOfWork).execute(id, [w.c1], view)),
  ...notFoundPersons('unlinking from', (w, id) => new UnlinkComputers(w.unitOfWork).execute(id, [w.c1], view)),
  ...notFoundPersons('creating a computer of', (w, id) =>
    new CreateOwnedComputer(w.unitOfWork).execute(
      { personId: id, attributes: { serial: 'x' }, namedOwnerId: w.gonePerson },
      view,
    ),
  ),
  ...notFoundComputers('updating', (w, id) =>
    new UpdateComputer(w.unitOfWork).execute(id, { attributes: {}, ownerId: w.gonePerson }, view),
  ),
  ...notFoundComputers('deleting', (w, id) => new DeleteComputer(w.unitOfWork).execute(id)),
  ...notFoundComputers('assigning', (w, id) => new AssignOwner(w.unitOfWork).execute(id, w.gonePerson, view)),
  ...notFoundComputers('taking', (w, id) => new RemoveOwner(w.unitOfWork).execute(id, w.ada, view)),
  ...notFoundComputers('updating the owner of', (w, id) =>
    new UpdateOwner(w.unitOfWork).execute(id, w.ada, nothingNew, view),
  ),
  ...notFoundComputers('deleting the owner of', (w, id) => new DeleteOwner(w.unitOfWork).execute(id)),
  ...notLinkedComputers('creating a person with', (w, computerIds) =>
    new CreatePerson(w.unitOfWork).execute({ attributes: personAttributes('x'), computerIds }, view),
  ),
  ...notLinkedComputers('linking', (w, ids) => new LinkComputers(w.unitOfWork).execute(w.ada, ids, view)),
  ...notLinkedComputers('replacing by', (w, ids) => new ReplaceComputers(w.unitOfWork).execute(w.ada, ids, view)),
  ...notLinkedComputers('updating a person with', (w, computerIds) =>
    new UpdatePerson(w.unitOfWork).execute(w.ada, { attributes: { name: 'x' }, computerIds }, view),
  ),
  ...notLinkedComputers('updating an owner with', (w, computerIds) =>
    new UpdateOwner(w.unitOfWork).execute(w.c1, w.ada, { attributes: { name: 'x' }, computerIds }, view),
  ),
  ...notLinkedPersons('creating a computer of', (w, ownerId) =>
    new CreateComputer(w.unitOfWork).execute({ attributes: { serial: 'x' }, ownerId }, view),
  ),
  ...notLinkedPersons('updating a computer to be of', (w, ownerId) =>
    new UpdateComputer(w.unitOfWork).execute(w.c1, { attributes: { serial: 'x' }, ownerId }, view),
  ),
  ...notLinkedPersons('assigning a computer to', (w, id) => new AssignOwner(w.unitOfWork).execute(w.c1, id, view)),
  ...notLinkedPersons('creating a computer of somebody with', (w, namedOwnerId) =>
    new CreateOwnedComputer(w.unitOfWork).execute({ personId: w.ada, attributes: { serial: 'x' }, namedOwnerId }, view),
  ),
  ...[(w: World) => w.bob, () => null].map((named): Refusal => [
    'creating a computer of one person that is described as of another or of nobody',
    (w) =>
      new CreateOwnedComputer(w.unitOfWork).execute(
        { personId: w.ada, attributes: { serial: 'x' }, namedOwnerId: named(w) },
        view,
      ),
    (w) => ({ name: 'OwnerConflictError', ownerId: w.ada }),
  ]),
  [
    'updating the owner of a computer of nobody',
    (w) => new UpdateOwner(w.unitOfWork).execute(w.c4, w.ada, nothingNew, view),
    (w) => ({ name: 'NoOwnerError', computerId: w.c4 }),
  ],
  [
    'deleting the owner of a computer of nobody',
    (w) => new DeleteOwner(w.unitOfWork).execute(w.c4),
    (w) => ({ name: 'NoOwnerError', computerId: w.c4 }),
  ],
  [
    'updating the owner of a computer under the name of another person',
    (w) => new UpdateOwner(w.unitOfWork).execute(w.c1, w.bob, nothingNew, view),
    (w) => ({ name: 'PersonMismatchError', expectedId: w.ada }),
  ],
  [
    'creating an invalid person',
    (w) =>
      new CreatePerson(w.unitOfWork).execute({ attributes: personAttributes(''), computerIds: [w.goneComputer] }, view),
    () => ({ name: InvalidAttributesError.name }),
  ],
  [
    'creating an invalid computer',
    (w) => new CreateComputer(w.unitOfWork).execute({ attributes: { serial: '' }, ownerId: w.gonePerson }, view),
    () => ({ name: InvalidAttributesError.name }),
  ],
  [
    'updating a person to be invalid',
    (w) => new UpdatePerson(w.unitOfWork).execute(w.ada, invalid, view),
    () => ({ name: InvalidAttributesError.name }),
  ],
  [
    'updating a person to be invalid, whose computers change',
    (w) => new UpdatePerson(w.unitOfWork).execute(w.ada, { ...invalid, computerIds: [w.c4] }, view),
    () => ({ name: InvalidAttributesError.name }),
  ],
  [
    'updating an owner to be invalid',
    (w) => new UpdateOwner(w.unitOfWork).execute(w.c1, w.ada, invalid, view),
    () => ({ name: InvalidAttributesError.name }),
  ],
  [
    'updating a computer to be invalid, whose owner changes',
    (w) => new UpdateComputer(w.unitOfWork).execute(w.c1, { attributes: { serial: '' }, ownerId: w.bob }, view),
    () => ({ name: InvalidAttributesError.name }),
  ],
];

describe('use cases that refuse', () => {
  let world: World;

  beforeEach(async () => {
    world = await openWorld();
  });

  for (const [name, work, facts] of refusals)
    it(`leaves everything as it is after ${name}`, async () => {
      const before = await everyRecord(world.unitOfWork);
      const failure: unknown = await Promise.resolve()
        .then(() => work(world))
        .then(
          () => 'no failure',
          (error: unknown) => error,
        );
      expect(failure).to.be.instanceOf(Error);
      expect({ ...(failure instanceof Error ? failure : {}) }).to.deep.include(facts(world));
      expect(await everyRecord(world.unitOfWork)).to.deep.equal(before);
    });
});

function notFoundPersons(what: string, work: (world: World, id: string) => Promise<unknown>): readonly Refusal[] {
  const ids: readonly ((world: World) => string)[] = [(w) => w.gonePerson, () => '9223372036854775808', () => 'abc'];
  return ids.map((id) => [
    `${what} a person who is not there`,
    (w) => work(w, id(w)),
    (w) => ({ name: errors.NotFoundError.name, type: 'person', id: id(w) }),
  ]);
}

function notFoundComputers(what: string, work: (world: World, id: string) => Promise<unknown>): readonly Refusal[] {
  const ids: readonly ((world: World) => string)[] = [(w) => w.goneComputer, () => '0', () => '01'];
  return ids.map((id) => [
    `${what} a computer that is not there`,
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
      `${what} computers of which some are not there`,
      (w) => work(w, ['abc', w.c3, w.goneComputer, w.c4, '9223372036854775808']),
      (w) => ({
        name: errors.LinkedNotFoundError.name,
        type: 'computer',
        ids: ['abc', w.goneComputer, '9223372036854775808'],
      }),
    ],
  ];
}

function notLinkedPersons(what: string, work: (world: World, id: string) => Promise<unknown>): readonly Refusal[] {
  const ids: readonly ((world: World) => string)[] = [(w) => w.gonePerson, () => 'abc'];
  return ids.map((id) => [
    `${what} a person who is not there`,
    (w) => work(w, id(w)),
    (w) => ({ name: errors.LinkedNotFoundError.name, type: 'person', ids: [id(w)] }),
  ]);
}
