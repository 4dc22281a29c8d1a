import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import type { OpenStorage } from '../../contract/rows/guarded-rows.ts';
import { describeRowsSeen } from '../../contract/access-rows-seen.ts';
import { describeWritesOfUnseenRows } from '../../contract/access-rows-unseen.ts';
import { describeWritesOfRows } from '../../contract/access-rows.ts';
import { atDepth } from '../../support/depth.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';

const open: OpenStorage = async () => {
  const database = openServer(await (await testServer()).createDatabase());
  return { unitOfWork: new SqlUnitOfWork(database), close: () => database.close() };
};

describeRowsSeen('on PostgreSQL', open);
describeWritesOfRows('on PostgreSQL', open, atDepth({ gate: 'in turn', campaign: 'both' }));
describeWritesOfUnseenRows('on PostgreSQL', open, atDepth({ gate: 4, campaign: 1 }));
