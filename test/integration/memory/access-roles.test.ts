import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import { describeRoles } from '../../contract/access-roles.ts';

describeRoles('in memory', async () => ({ unitOfWork: new MemoryUnitOfWork(), close: async () => undefined }), 2);
