import { rmSync } from 'node:fs';
import { describeApi, storageSuites } from '../../contract/api/api.ts';
import { describeStatements } from '../../contract/api/statements.ts';
import { newDataFolder } from '../../support/data-folder.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

async function start(): Promise<TestService> {
  const folder = await newDataFolder();
  const service = await startTestService({ DATA_DIR: folder });
  return {
    ...service,
    async stop() {
      await service.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

describeApi('The API on embedded PostgreSQL', start, [...storageSuites, describeStatements]);
