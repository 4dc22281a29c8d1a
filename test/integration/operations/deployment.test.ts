import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { alertFaults } from '../../deploy/alerts.ts';
import { readDeploymentFiles } from '../../deploy/check.ts';
import { readCatalog } from '../../deploy/metric-catalog.ts';
import { sampleMetrics } from '../../deploy/sample-metrics.ts';
import { systemdFaults } from '../../deploy/systemd.ts';
import { sendRaw } from '../../support/api-client.ts';
import { startObserved } from '../../support/observed-service.ts';
import { testServer } from '../../support/postgres-server.ts';
import { startTestService } from '../../support/test-service.ts';

const files = readDeploymentFiles();

describe('The alerts', () => {
  it('use metrics and labels that a running service shows', async () => {
    const server = await testServer();
    const service = await startObserved({ DATABASE_URL: await server.createDatabase() });
    try {
      await service.client.get('/persons');
      await sendRaw(service.client.url, 'BREW / HTTP/1.1\r\n\r\n');
      const { text } = await service.admin.get('/metrics');
      // An error of the database shows its label only once it has happened.
      const shown = readCatalog(`${text}\ndb_errors_total{class="connection"} 0`);
      expect(alertFaults(files.alerts, shown)).to.deep.equal([]);
      const labels = (catalog: typeof shown): unknown =>
        Object.fromEntries([...catalog].map(([name, metric]) => [name, [...metric.labels.keys()].sort()]));
      expect(labels(await sampleMetrics())).to.deep.equal(labels(shown));
    } finally {
      await service.stop();
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
