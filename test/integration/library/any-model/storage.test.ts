import { expect } from 'chai';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import { describeBounds } from '../../../contract/bounds.ts';
import { describeStorage, suitesOfAnyModel } from '../../../contract/describe-storage.ts';
import { describeRepositoriesOfLinks } from '../../../contract/repositories-of-links.ts';
import { addRows } from '../../../contract/fixtures.ts';
import { openStorage } from '../../../contract/open-storage.ts';
import { manyToManyLinks } from '../../../contract/rows-of-types.ts';
import { engines } from '../../../support/database-engines.ts';
import { atDepth } from '../../../support/depth.ts';

describeStorage(
  'The model in memory',
  () => Promise.resolve({ unitOfWork: new MemoryUnitOfWork(), close: () => Promise.resolve() }),
  suitesOfAnyModel,
);

for (const engine of engines)
  describeStorage(
    `The model on ${engine.name}`,
    () => openStorage(engine),
    atDepth({ gate: [describeRepositoriesOfLinks, describeBounds], campaign: suitesOfAnyModel }),
  );

describe('The model in memory', () => {
  for (const { type, relationship, to } of manyToManyLinks)
    for (const locked of new Set([type, to]))
      it(`refuses to link by ${type}.${relationship} if only the ${locked} is locked, and not both ends`, async () => {
        const unitOfWork = new MemoryUnitOfWork();
        const [id = ''] = await addRows(unitOfWork, type, 1);
        const [target = ''] = (await addRows(unitOfWork, to, 2)).toReversed();
        const failure: unknown = await unitOfWork
          .write(async ({ repositories }) => {
            await repositories[locked].lock([locked === type ? id : target]);
            await repositories[type].relink(relationship, { added: [{ type, id, relationship, target }], removed: [] });
          })
          .catch((error: unknown) => error);
        expect(String(failure)).to.match(/^Error: \w+ \d+ is not locked$/);
      });
});
