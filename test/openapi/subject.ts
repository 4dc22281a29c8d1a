// The service under test on each storage, which every batch of requests finds empty.
import { sql } from 'kysely';
import { openServer } from '../support/open-server.ts';
import { testServer } from '../support/postgres-server.ts';
import { startTestService } from '../support/test-service.ts';

export interface Subject {
  url(): string;
  /** Empties the storage; identifiers count from 1 again. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

export type StorageName = 'memory' | 'server';

export type Environment = Readonly<Record<string, string>>;

export const openSubject: Readonly<Record<StorageName, (environment?: Environment) => Promise<Subject>>> = {
  async memory(environment = {}) {
    const start = (): ReturnType<typeof startTestService> =>
      startTestService({ ...environment, DATABASE_URL: 'memory:' });
    let service = await start();
    const stopping: Promise<void>[] = [];
    return {
      url: () => service.url,
      async reset() {
        // It takes a moment to close its connections.
        stopping.push(service.stop());
        service = await start();
      },
      async stop() {
        await Promise.all([...stopping, service.stop()]);
      },
    };
  },
  async server(environment = {}) {
    const url = await (await testServer()).createDatabase();
    const service = await startTestService({ ...environment, DATABASE_URL: url });
    const database = openServer(url, { poolSize: 2 });
    return {
      url: () => service.url,
      async reset() {
        const tables = Object.values(database.tables).map(({ name }) => sql.table(name));
        await sql`truncate ${sql.join(tables)} restart identity cascade`.execute(database.kysely);
      },
      async stop() {
        await database.close();
        await service.stop();
      },
    };
  },
};
