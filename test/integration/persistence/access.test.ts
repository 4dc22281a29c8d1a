// Access is judged above the storage, and is proved in memory. So the gate repeats only some of the tests on a server.
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { describeRoles } from '../../contract/access-roles.ts';
import { describeRowsSeen } from '../../contract/access-rows-seen.ts';
import { describeWritesOfUnseenRows } from '../../contract/access-rows-unseen.ts';
import { describeWritesOfRows } from '../../contract/access-rows.ts';
import type { OpenStorage } from '../../contract/rows/guarded-rows.ts';
import { serverEngine } from '../../support/database-engines.ts';
import { atDepth, depth } from '../../support/depth.ts';

const open: OpenStorage = async () => {
  const database = await serverEngine.open();
  return { unitOfWork: new SqlUnitOfWork(database), close: () => database.close() };
};

describeRoles('on PostgreSQL', open);
describeRowsSeen('on PostgreSQL', open);
describeWritesOfRows('on PostgreSQL', open, atDepth({ gate: 'in turn', campaign: 'both' }));
if (depth === 'campaign') describeWritesOfUnseenRows('on PostgreSQL', open);
