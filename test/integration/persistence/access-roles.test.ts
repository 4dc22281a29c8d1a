import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { describeRoles } from '../../contract/access-roles.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';

describeRoles(
  'on PostgreSQL',
  async () => {
    const database = openServer(await (await testServer()).createDatabase());
    return { unitOfWork: new SqlUnitOfWork(database), close: () => database.close() };
  },
  11,
);
