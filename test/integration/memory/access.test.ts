import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import { describeRoles } from '../../contract/access-roles.ts';
import { describeRowsSeen } from '../../contract/access-rows-seen.ts';
import { describeWritesOfUnseenRows } from '../../contract/access-rows-unseen.ts';
import { describeWritesOfRows } from '../../contract/access-rows.ts';
import type { OpenStorage } from '../../contract/rows/guarded-rows.ts';

const open: OpenStorage = async () => ({ unitOfWork: new MemoryUnitOfWork(), close: async () => undefined });

for (const describeIt of [describeRoles, describeRowsSeen, describeWritesOfRows, describeWritesOfUnseenRows])
  describeIt('in memory', open);
