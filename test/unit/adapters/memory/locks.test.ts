import { expect } from 'chai';
import { Locks } from '../../../../src/adapters/memory/locks.ts';
import { MemoryUnitOfWork } from '../../../../src/adapters/memory/unit-of-work.ts';
import { ownedRelationships, typeOf } from '../../../../src/application/model/owned-resources.ts';
import type { ResourceType } from '../../../../src/application/model/schema.ts';
import { updatePerson } from '../../../../src/application/persons/update-person.ts';
import { addPerson, wholeView } from '../../../contract/fixtures.ts';
import { exampleOf, repositoryFor } from '../../../contract/rows-of-types.ts';
import { execute } from '../../../support/execute.ts';

const order: readonly ResourceType[] = ['person', ...ownedRelationships.map(typeOf)];

describe('locks in memory', () => {
  it('can be taken on persons first, then on each owned type in the order of the list', () => {
    const locks = new Locks();
    for (const type of order) locks.take(type, ['1', '2']);
    for (const type of order) locks.require(type, '2');
  });

  for (const [place, latest] of order.entries())
    for (const earlier of order.slice(0, place + 1))
      it(`refuse to lock another ${earlier} after a ${latest}`, () => {
        const locks = new Locks();
        locks.take(latest, ['1']);
        expect(() => {
          locks.take(earlier, ['2']);
        }).to.throw(`${earlier} 2 is locked too late`);
      });

  it('can be taken again at any time on a row that is already locked', () => {
    const locks = new Locks();
    for (const type of order) locks.take(type, ['1']);
    for (const type of order) locks.take(type, ['1']);
  });

  it('are taken in order by an update of a person that names all types in reverse', async () => {
    const unitOfWork = new MemoryUnitOfWork();
    const [ada, bob] = [await addPerson(unitOfWork, 'Ada'), await addPerson(unitOfWork, 'Bob')];
    const linkage: Record<string, readonly string[]> = {};
    for (const relationship of ownedRelationships.toReversed()) {
      const type = typeOf(relationship);
      const { id } = await unitOfWork.write(async (transaction) => {
        await transaction.persons.lock([bob]);
        return repositoryFor(transaction, type).add({ ...exampleOf(type), ownerId: bob });
      });
      linkage[relationship] = [id];
    }
    const changed = await execute(unitOfWork, updatePerson, [ada, { attributes: {}, linkage }], wholeView);
    expect(changed.record.linkage).to.deep.equal(linkage);
  });
});
