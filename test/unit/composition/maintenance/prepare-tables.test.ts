import { expect } from 'chai';
import type { DatabaseAdministration } from '#adapters/persistence/storage/database';
import { StorageUnavailableError } from '#application/model/errors';
import type { Observation } from '#application/ports/observation';
import { readConfig } from '#composition/config/config';
import { openMigrationServer, prepareTables } from '#composition/maintenance/prepare-tables';
import { eventually } from '../../../support/eventually.ts';

describe('The preparation of the tables', () => {
  let seen: Observation[];
  const observe = (observation: Observation): void => void seen.push(observation);

  beforeEach(() => {
    seen = [];
  });

  it('reports why it has to wait, once for each reason', async () => {
    const waits = ['away', 'away', 'starting', 'starting'];
    const pendingMigrations: DatabaseAdministration['pendingMigrations'] = async () => {
      const reason = waits.shift();
      if (reason !== undefined) throw new StorageUnavailableError(reason);
      return [];
    };
    const missingGrants: DatabaseAdministration['missingGrants'] = async () => [];
    const known = { pendingMigrations, missingGrants, refuseUnitsOfWork: () => undefined };
    const database = known as unknown as DatabaseAdministration;
    const preparation = await prepareTables(database, readConfig({ MIGRATE: 'off' }), observe);
    await eventually('the tables are ready', () => preparation.pendingReason === undefined);
    await preparation.stop();
    expect(seen).to.deep.equal(['away', 'starting'].map((reason) => ({ kind: 'storage delayed', reason })));
  });

  it('reports only advice during migrations, not statements or errors', async () => {
    const config = readConfig({ DATABASE_URL: 'postgres://postgres@127.0.0.1:1/postgres' });
    if (config.storage.kind !== 'server') throw new Error('it is not a server');
    const server = openMigrationServer(config.storage.address, config, observe);
    try {
      expect(await server.migrate().catch((error: unknown) => error)).to.be.instanceOf(StorageUnavailableError);
      server.events.observe?.({ kind: 'statement done', millis: 1 });
      server.events.observe?.({ kind: 'database advice', advice: 'more' });
      expect(seen).to.deep.equal([{ kind: 'database advice', advice: 'more' }]);
    } finally {
      await server.close();
    }
  });
});
