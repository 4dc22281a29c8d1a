import { expect } from 'chai';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';

describe('A probe', () => {
  it('opens no connection once it is closed', async () => {
    const url = await (await testServer()).createDatabase();
    const database = openServer(url);
    const probe = database.probe({ query: 'select 1 as one', onLost: () => undefined });
    expect(await probe.ask()).to.deep.equal({ one: 1 });
    probe.close();
    const failure = await probe.ask().catch((error: unknown) => error);
    await database.close();
    expect(failure).to.be.an('error').with.property('message', 'the probe is closed');
  });
});
