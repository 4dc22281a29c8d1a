import { describeApi, everySuite } from '../../contract/api/api.ts';
import { describeStatements } from '../../contract/api/statements.ts';
import { testServer } from '../../support/postgres-server.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

async function start(): Promise<TestService> {
  return startTestService({ DATABASE_URL: await (await testServer()).createDatabase() });
}

describeApi('The API on a PostgreSQL server', start, [...everySuite, describeStatements]);
