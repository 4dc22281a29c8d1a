import type { ServerOptions } from '#adapters/persistence/connection/driver/server-options';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { describeStorage } from '../../contract/describe-storage.ts';
import type { StorageUnderTest } from '../../contract/storage-under-test.ts';
import { everySuite, suitesOfTotals } from '../../contract/storage.ts';
import { engines, serverEngine, type DatabaseEngine } from '../../support/database-engines.ts';
import { depth } from '../../support/depth.ts';

for (const engine of engines) describeStorage(`Storage on ${engine.name}`, () => openStorage(engine), everySuite);

if (depth === 'campaign')
  describeStorage(
    'Storage on a server without triggers',
    () => openStorage(serverEngine, { counts: 'scan' }),
    suitesOfTotals,
  );

async function openStorage(engine: DatabaseEngine, options: ServerOptions = {}): Promise<StorageUnderTest> {
  let deadlocks = 0;
  const database = await engine.open({
    ...options,
    observe: (observation) => {
      if (observation.kind === 'database failed' && observation.code === '40P01') deadlocks += 1;
    },
  });
  return {
    unitOfWork: new SqlUnitOfWork(database),
    deadlocks: () => deadlocks,
    close: () => database.close(),
  };
}
