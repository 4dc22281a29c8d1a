import { SqlUnitOfWork } from '../../../src/adapters/persistence/unit-of-work.ts';
import { describeStorage } from '../../contract/storage.ts';
import { engines } from '../../support/database-engines.ts';

for (const engine of engines)
  describeStorage(`Storage on ${engine.name}`, async () => {
    const database = await engine.open();
    await database.migrate();
    return { unitOfWork: new SqlUnitOfWork(database), close: () => database.close() };
  });
