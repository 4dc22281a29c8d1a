import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import { describeStorage, suitesOfAnyModel } from '../../../contract/describe-storage.ts';
import { openStorage } from '../../../contract/open-storage.ts';
import { engines } from '../../../support/database-engines.ts';
import { depth } from '../../../support/depth.ts';

describeStorage(
  'The model in memory',
  () => Promise.resolve({ unitOfWork: new MemoryUnitOfWork(), close: () => Promise.resolve() }),
  suitesOfAnyModel,
);

if (depth === 'campaign')
  for (const engine of engines)
    describeStorage(`The model on ${engine.name}`, () => openStorage(engine), suitesOfAnyModel);
