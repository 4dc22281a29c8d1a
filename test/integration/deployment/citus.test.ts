import { expect } from 'chai';
import { execFile, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathInRepository } from '../../deploy/repository.ts';
import { freePort } from '../../support/free-port.ts';
import { hasSystemServer } from '../../support/postgres-server.ts';

// The steps that only Citus understands are not run by any test.
describe('deploy/citus/citus.sh', () => {
  let folder: string;
  let port: number;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'citus-'));
    // If root runs the test, the servers belong to another user.
    chmodSync(folder, 0o755);
    port = await freePort();
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('says "not run" where Citus is not installed', async () => {
    writeFileSync(join(folder, 'pg_config'), '#!/bin/sh\necho /nowhere\n', { mode: 0o755 });
    expect(await start('citus', { CITUS_POSTGRES: folder }).ended).to.deep.equal({
      exitCode: 77,
      output: `not run: Citus is not installed for the PostgreSQL in ${folder}\n`,
    });
  });

  it('creates two tenants on plain PostgreSQL and writes to each with the same key', async function () {
    // Skipped where only the packaged PostgreSQL is there, which has no psql.
    if (!hasSystemServer()) this.skip();
    const { exitCode, output } = await start('plain', { CITUS_PORTS: String(port), TMPDIR: folder }).ended;
    expect(exitCode, output).to.equal(0);
    expect(output)
      .to.match(/^== the existing tenant: not run$/m)
      .and.match(/^ tenant +\n-+\n north\n south\n/m)
      .and.match(/^north: HTTP\/1.1 201 Created\r?$/m)
      .and.match(/^south: HTTP\/1.1 201 Created\r?$/m)
      .and.match(/^== npm run conformance for each tenant: not run$/m);
    await expectNothingLeft(folder, port);
  });

  it('leaves nothing when it is stopped halfway', async function () {
    if (!hasSystemServer()) this.skip();
    const { child, ended } = start('plain', { CITUS_PORTS: String(port), TMPDIR: folder });
    child.stdout?.on('data', (text: string) => {
      if (text.includes('== the service of each tenant')) child.kill('SIGTERM');
    });
    const { exitCode, output } = await ended;
    expect(exitCode, output).to.equal(143);
    expect(output).not.to.include('npm run conformance');
    await expectNothingLeft(folder, port);
  });
});

interface Outcome {
  readonly exitCode: number;
  readonly output: string;
}

function start(
  where: string,
  environment: Readonly<Record<string, string>>,
): { readonly child: ChildProcess; readonly ended: Promise<Outcome> } {
  const { promise: ended, resolve } = Promise.withResolvers<Outcome>();
  const child = execFile(
    pathInRepository('deploy/citus/citus.sh'),
    [where],
    { env: { ...process.env, ...environment } },
    (_error, stdout, stderr) => {
      resolve({ exitCode: child.exitCode ?? -1, output: stdout + stderr });
    },
  );
  return { child, ended };
}

/** Checks that neither files, such as the passwords, nor a server is left. */
async function expectNothingLeft(folder: string, port: number): Promise<void> {
  expect(readdirSync(folder)).to.deep.equal([]);
  const socket = connect(port, '127.0.0.1');
  const outcome = await new Promise((resolve) => {
    socket.on('connect', () => resolve('connected')).on('error', resolve);
  });
  socket.destroy();
  expect(outcome).to.have.property('code', 'ECONNREFUSED');
}
