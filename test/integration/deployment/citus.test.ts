import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathInRepository } from '../../deploy/repository.ts';
import { freePort } from '../../support/free-port.ts';
import { hasSystemServer } from '../../support/postgres-server.ts';

// The steps that only Citus understands are not run by any test.
describe('deploy/citus/citus.sh', () => {
  it('says "not run" where Citus is not installed', async () => {
    const programs = mkdtempSync(join(tmpdir(), 'citus-'));
    try {
      writeFileSync(join(programs, 'pg_config'), '#!/bin/sh\necho /nowhere\n', { mode: 0o755 });
      expect(await run('citus', { CITUS_POSTGRES: programs })).to.deep.equal({
        exitCode: 77,
        output: `not run: Citus is not installed for the PostgreSQL in ${programs}\n`,
      });
    } finally {
      rmSync(programs, { recursive: true });
    }
  });

  it('carries out the other steps on plain PostgreSQL, up to a write with a key', async function () {
    // Skipped where only the packaged PostgreSQL is there, which has no psql.
    if (!hasSystemServer()) this.skip();
    const { exitCode, output } = await run('plain', { CITUS_PORTS: String(await freePort()) });
    expect(exitCode, output).to.equal(0);
    expect(output)
      .to.match(/^== reference tables: not run$/m)
      .and.match(/^HTTP\/1.1 201 Created\r?$/m)
      .and.match(/^== npm run conformance: not run$/m);
  });
});

interface Outcome {
  readonly exitCode: number;
  readonly output: string;
}

function run(where: string, environment: Readonly<Record<string, string>>): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(
      pathInRepository('deploy/citus/citus.sh'),
      [where],
      { env: { ...process.env, ...environment } },
      (_error, stdout, stderr) => resolve({ exitCode: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}
