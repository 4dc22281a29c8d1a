import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { describeRowsSeen } from '../../contract/access-rows-seen.ts';
import { describeWritesOfUnseenRows } from '../../contract/access-rows-unseen.ts';
import { describeWritesOfRows } from '../../contract/access-rows.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';

for (const describeIt of [describeRowsSeen, describeWritesOfRows, describeWritesOfUnseenRows])
  describeIt('on PostgreSQL', async () => {
    const database = openServer(await (await testServer()).createDatabase());
    return { unitOfWork: new SqlUnitOfWork(database), close: () => database.close() };
  });
