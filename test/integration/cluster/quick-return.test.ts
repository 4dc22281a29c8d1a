// A primary that is replaced and back before all hosts are asked again: only the broken connection tells.
import { expect } from 'chai';
import { driverOptions, endpointOptions } from '#adapters/persistence/connection/driver/server-options';
import { PrimaryFinder } from '#adapters/persistence/connection/hosts/primary-finder';
import { readDatabaseUrl } from '#composition/config/database-url';
import type { PrivateServer } from '../../support/private-server.ts';
import { promote, startReplicated, type ReplicatedServers } from '../../support/replicated-servers.ts';

const NEVER_MILLIS = 600_000;

describe('A primary that comes back at once, but has been replaced', function () {
  let servers: ReplicatedServers;
  let hosts: PrimaryFinder;

  before(async () => {
    servers = await startReplicated({ replicas: 1 });
    hosts = hostsOf([servers.primary, ...servers.replicas]);
  });
  after(async () => {
    hosts.close();
    await servers.remove();
  });

  it('is no longer the one that connections lead to', async () => {
    const [replica] = servers.replicas;
    if (replica === undefined) throw new Error('there is no replica');
    await hosts.ensureChosen();
    expect(hosts.chosen.port).to.equal(servers.primary.port);
    await servers.primary.stop('SIGKILL');
    await promote(replica);
    await servers.primary.start();
    await hosts.ensureChosen();
    expect(hosts.chosen.port).to.equal(replica.port);
  });
});

function hostsOf(servers: readonly PrivateServer[]): PrimaryFinder {
  const list = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const address = readDatabaseUrl(`postgres://postgres@${list}/postgres`, {});
  if ('refusal' in address) throw new Error(address.refusal);
  const options = driverOptions(address.value, {});
  return new PrimaryFinder(address.value, {
    driver: (endpoint) => ({ ...options, ...endpointOptions(endpoint, undefined) }),
    watchMillis: NEVER_MILLIS,
  });
}
