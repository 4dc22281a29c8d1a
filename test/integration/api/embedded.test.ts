import { rmSync } from 'node:fs';
import { storageSuites } from '../../contract/api/api.ts';
import { describeApi } from '../../contract/api/describe-api.ts';
import { describeStatements } from '../../contract/api/statements.ts';
import { newDataFolder } from '../../support/data-folder.ts';
import { depth } from '../../support/depth.ts';
import { onlyTypes } from '../../support/scope.ts';
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

// The gate does not run the contract on this storage. A run for one type (`TEST_TYPE`) does.
if (depth === 'campaign' || onlyTypes !== undefined)
  describeApi('The API on embedded PostgreSQL', start, [...storageSuites, describeStatements]);
