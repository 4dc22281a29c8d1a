import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import { describeRowsSeen } from '../../contract/access-rows-seen.ts';
import { describeWritesOfUnseenRows } from '../../contract/access-rows-unseen.ts';
import { describeWritesOfRows } from '../../contract/access-rows.ts';

for (const describeIt of [describeRowsSeen, describeWritesOfRows, describeWritesOfUnseenRows])
  describeIt('in memory', async () => ({ unitOfWork: new MemoryUnitOfWork(), close: async () => undefined }));
