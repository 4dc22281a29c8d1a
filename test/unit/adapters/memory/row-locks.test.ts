import { expect } from 'chai';
import { Locks } from '#adapters/memory/row-locks';
import { updatePerson } from '#product/use-cases';
import { lockOrder } from '#application/writing/lock-order';
import { wholeView } from '../../../contract/fixtures.ts';
import { toOneLinks } from '../../../contract/rows-of-types.ts';
import { execute } from '../../../support/execute.ts';
import { twoOfEverything } from '../../../support/two-of-everything.ts';

describe('locks in memory', () => {
  it('can be taken on each type in the order of locks', () => {
    const locks = new Locks();
    for (const type of lockOrder) locks.take(type, ['1', '2']);
    for (const type of lockOrder) locks.require(type, '2');
  });

  for (const [place, latest] of lockOrder.entries())
    for (const earlier of lockOrder.slice(0, place + 1))
      it(`refuse to lock another ${earlier} after a ${latest}`, () => {
        const locks = new Locks();
        locks.take(latest, ['1']);
        expect(() => {
          locks.take(earlier, ['2']);
        }).to.throw(`${earlier} 2 is locked too late`);
      });

  it('can be taken again at any time on a row that is already locked', () => {
    const locks = new Locks();
    for (const type of lockOrder) locks.take(type, ['1']);
    for (const type of lockOrder) locks.take(type, ['1']);
  });

  it('are taken in order by an update of a person that names all that leads to persons, in reverse', async () => {
    const unitOfWork = await twoOfEverything();
    const inverses = toOneLinks.filter(({ to }) => to === 'person').map(({ inverse }) => inverse);
    const linkage = Object.fromEntries(inverses.toReversed().map((inverse) => [inverse, ['2']]));
    const changed = await execute(unitOfWork, updatePerson, ['1', { attributes: {}, linkage }], wholeView);
    expect(changed.record.linkage).to.deep.equal(linkage);
  });
});
