import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import { describeStorage, suitesOfAnyModel } from '../../contract/describe-storage.ts';

describeStorage(
  'The library in memory',
  () => Promise.resolve({ unitOfWork: new MemoryUnitOfWork(), close: () => Promise.resolve() }),
  suitesOfAnyModel,
);
