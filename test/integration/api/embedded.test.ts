import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeApi, everySuite } from '../../contract/api/api.ts';
import { describeStatements } from '../../contract/api/statements.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

async function start(): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), 'test-api-'));
  const service = await startTestService({ DATA_DIR: folder });
  return {
    ...service,
    async stop() {
      await service.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

describeApi('The API on embedded PostgreSQL', start, [...everySuite, describeStatements]);
