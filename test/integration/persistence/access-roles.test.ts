import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { describeRoles } from '../../contract/access-roles.ts';
import { atDepth } from '../../support/depth.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';

describeRoles(
  'on PostgreSQL',
  async () => {
    const database = openServer(await (await testServer()).createDatabase());
    return { unitOfWork: new SqlUnitOfWork(database), close: () => database.close() };
  },
  atDepth({ gate: 31, campaign: 11 }),
);
