// A policy where the service runs as a process, and as several.
import { writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { startOperated } from '../../support/admin-pages.ts';
import { all, bearer, reading, writeAccessFiles } from '../../support/access.ts';
import { eventually } from '../../support/eventually.ts';
import { testServer } from '../../support/postgres-server.ts';
import { killedAfterEach, startProcess } from '../../support/service-process.ts';

describe('A policy', () => {
  const killedLater = killedAfterEach();
  const files = writeAccessFiles({ roles: { all, reader: reading } });
  after(() => files.remove());

  const { POLICY_FILE, KEYS_FILE } = files.environment;
  const write = (policy: unknown): void => writeFileSync(POLICY_FILE, JSON.stringify(policy));

  const refusals: Readonly<Record<string, readonly [Readonly<Record<string, string>>, line: string]>> = {
    'a policy that is not there': [{ POLICY_FILE: '/nowhere.json' }, 'POLICY_FILE cannot be read: ENOENT'],
    'an empty POLICY_FILE': [{ POLICY_FILE: '' }, 'POLICY_FILE must not be empty'],
    'keys without a policy': [{ KEYS_FILE }, 'KEYS_FILE must be unset without a POLICY_FILE'],
    'a policy and no way in': [{ POLICY_FILE }, 'POLICY_FILE has no role for requests without credentials'],
    'keys that are not there': [{ POLICY_FILE, KEYS_FILE: '/nowhere.json' }, 'KEYS_FILE cannot be read: ENOENT'],
    'tokens without an issuer': [
      { POLICY_FILE, JWT_SECRET: 'x'.repeat(32), JWT_AUDIENCE: 'x' },
      'JWT_ISSUER must be set with JWT_SECRET',
    ],
  };
  for (const [what, [environment, line]] of Object.entries(refusals))
    it(`ends the start in one line with ${what}`, async () => {
      const service = startProcess({ DATABASE_URL: 'memory:', ...environment });
      expect(await service.ended).to.equal(1);
      const { stdout, stderr } = service.output();
      expect(stdout).to.equal('');
      expect(stderr)
        .to.match(/^[^\n]*\n$/)
        .and.include(line);
    });

  it('ends the start with each of its mistakes', async () => {
    write({ anonymous: 'nobody', roles: { r: { person: { update: {} } } } });
    const service = startProcess({ DATABASE_URL: 'memory:', ...files.environment });
    expect(await service.ended).to.equal(1);
    expect(service.output().stderr).to.include('/anonymous').and.include('/roles/r/person/update');
  });

  it('is handed to all workers with the keys, and a roll with a bad one is refused', async () => {
    write({ roles: { all, reader: reading } });
    const DATABASE_URL = await (await testServer()).createDatabase();
    const service = await startOperated({ DATABASE_URL, WORKERS: '2', LOG_LEVEL: 'info', ...files.environment });
    killedLater(service);
    const ask = async (role: string): Promise<number> => {
      const headers = { ...bearer(role), Connection: 'close' };
      return (await fetch(`${service.url}/persons`, { headers })).status;
    };
    const statuses = async (role: string): Promise<readonly number[]> =>
      [...new Set(await Promise.all(Array.from({ length: 12 }, () => ask(role))))].toSorted();
    const said = (message: string): boolean => service.logged().some(({ msg }) => msg === message);

    expect(await statuses('reader')).to.deep.equal([200]);
    write({ roles: { reader: 7 } });
    service.process.kill('SIGUSR2');
    await eventually('the roll is refused', () => said('the restart is refused, as the policy is invalid'));
    expect(await statuses('reader')).to.deep.equal([200]);
    write({ roles: { all, reader: {} } });
    service.process.kill('SIGUSR2');
    await eventually('all are new', () => said('all workers are new'));
    expect(await statuses('reader')).to.deep.equal([403]);
    expect(await statuses('all')).to.deep.equal([200]);

    // The last good keys outlive the workers that have read them.
    writeFileSync(KEYS_FILE, '7');
    service.process.kill('SIGUSR2');
    await eventually(
      'all are new again',
      () => service.logged().filter(({ msg }) => msg === 'all workers are new').length === 2,
    );
    expect(await statuses('all')).to.deep.equal([200]);
    const ready = await service.admin.get('/ready');
    expect(ready.status).to.equal(200);
    expect(ready.text).to.include('KEYS_FILE is invalid');
  });
});
