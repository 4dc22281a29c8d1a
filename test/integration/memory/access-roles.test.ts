import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import { describeRoles } from '../../contract/access-roles.ts';
import { atDepth } from '../../support/depth.ts';

describeRoles(
  'in memory',
  async () => ({ unitOfWork: new MemoryUnitOfWork(), close: async () => undefined }),
  atDepth({ gate: 5, campaign: 2 }),
);
