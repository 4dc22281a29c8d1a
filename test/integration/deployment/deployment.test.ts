import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { identificationOutcomes } from '#application/ports/observation';
import { alertFaults } from '../../deploy/alerts.ts';
import { readCatalog } from '../../deploy/metric-catalog.ts';
import { readDeploymentFiles } from '../../deploy/repository.ts';
import { sampleMetrics } from '../../deploy/sample-metrics.ts';
import { systemdFaults } from '../../deploy/systemd.ts';
import { startOperated } from '../../support/admin-pages.ts';
import { ApiClient, sendRaw } from '../../support/api-client.ts';
import { killedAfterEach } from '../../support/service-process.ts';
import { testServer } from '../../support/postgres-server.ts';
import { startTestService } from '../../support/test-service.ts';

const files = readDeploymentFiles();

/** Metrics that appear once the database has failed, has replicas, or with a policy. */
const OCCASIONAL = `db_errors_total{class="connection"} 0
db_reads_total{server="replica"} 0
db_replica_up{replica="db2.example:5432"} 1
db_replica_behind_bytes{replica="db2.example:5432"} 0
db_replica_connections{replica="db2.example:5432",state="open"} 1
policy_info{digest="0123456789ab"} 1
${identificationOutcomes.map((outcome) => `http_authentications_total{outcome="${outcome}"} 0`).join('\n')}
`;

describe('The alerts', () => {
  const killedLater = killedAfterEach();

  it('use metrics and labels that a running service shows', async () => {
    const server = await testServer();
    const service = await startOperated({ DATABASE_URL: await server.createDatabase(), WORKERS: '2' });
    killedLater(service);
    try {
      expect((await new ApiClient(service.url).get('/persons')).status).to.equal(200);
      await sendRaw(service.url, 'BREW / HTTP/1.1\r\n\r\n');
      const { text } = await service.admin.get('/metrics');
      const shown = readCatalog(`${text}\n${OCCASIONAL}`);
      expect(alertFaults(files.alerts, shown)).to.deep.equal([]);
      const labels = (catalog: typeof shown): unknown =>
        // There may have been no garbage collection yet.
        Object.fromEntries(
          [...catalog].map(([name, { labels }]) => [
            name,
            name.startsWith('nodejs_gc_') ? [] : [...labels.keys()].sort(),
          ]),
        );
      expect(labels(await sampleMetrics())).to.deep.equal(labels(shown));
    } finally {
      service.process.kill('SIGTERM');
      await service.ended;
    }
  });
});

describe('The health check of the image', () => {
  const probe = async (page: string, environment: NodeJS.ProcessEnv): Promise<unknown> => {
    const child = spawn(process.execPath, ['deploy/health.js', page], { env: environment, stdio: 'ignore' });
    return (await once(child, 'close'))[0];
  };

  it('succeeds exactly while the admin port answers 200', async () => {
    const service = await startTestService({ DATABASE_URL: 'memory:', ADMIN_PORT: '0', ADMIN_HOST: '0.0.0.0' });
    const ADMIN_PORT = new URL(service.adminUrl ?? '').port;
    try {
      expect(await probe('/live', { ADMIN_PORT })).to.equal(0);
      expect(await probe('/ready', { ADMIN_PORT, ADMIN_HOST: '0.0.0.0' })).to.equal(0);
      expect(await probe('/nope', { ADMIN_PORT })).to.equal(1);
      expect(await probe('/live', { ADMIN_PORT: '' })).to.equal(1);
    } finally {
      await service.stop();
    }
    expect(await probe('/live', { ADMIN_PORT })).to.equal(1);
  });
});

describe('systemd', () => {
  it('has nothing against the unit, and finds planted errors', function () {
    const faults = systemdFaults(files.unit);
    // Skipped where systemd is not installed: nothing else knows its keys.
    if (faults === undefined) this.skip();
    expect(faults).to.deep.equal([]);
    const planted: readonly (readonly [from: string, to: string, fault: RegExp])[] = [
      ['TimeoutStopSec=40', 'TimeoutStop=40', /Unknown key .*TimeoutStop/],
      ['Restart=on-failure', 'Restart=sometimes', /Failed to parse .*sometimes/],
      ['UMask=0077', 'UMask=private', /private/],
      ['SystemCallFilter=@system-service', 'SystemCallFilter=@service', /@service/],
      [
        files.unit.slice(files.unit.indexOf('DynamicUser'), files.unit.indexOf('[Install]')),
        '',
        /too little protection/,
      ],
    ];
    for (const [from, to, fault] of planted)
      expect(systemdFaults(files.unit.replace(from, to))?.join('\n'), to).to.match(fault);
  });
});
