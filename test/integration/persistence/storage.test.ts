import { SqlUnitOfWork } from '../../../src/adapters/persistence/unit-of-work.ts';
import { describeStorage } from '../../contract/storage.ts';
import { engines } from '../../support/database-engines.ts';

for (const engine of engines)
  describeStorage(`Storage on ${engine.name}`, async () => {
    let deadlocks = 0;
    const database = await engine.open({
      onFailure: (code) => {
        if (code === '40P01') deadlocks += 1;
      },
    });
    await database.migrate();
    return {
      unitOfWork: new SqlUnitOfWork(database),
      deadlocks: () => deadlocks,
      close: () => database.close(),
    };
  });
