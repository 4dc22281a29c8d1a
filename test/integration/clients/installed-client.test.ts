import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectWithClient } from '../../client/install-client.ts';
import { readDocument } from '../../docs/documents.ts';
import { expectedOutput, moduleOf } from '../../docs/typescript-examples.ts';
import { TSC } from '../../support/compiler.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

const markdown = readDocument('docs/client.md');
const DOCUMENTED_URL = /http:\/\/127\.0\.0\.1:3000/g;

describe('docs/client.md, in a project that has installed the packed client,', () => {
  let service: TestService;
  let folder: string;

  before(async () => {
    service = await startTestService({ DATABASE_URL: 'memory:' });
    folder = projectWithClient();
    writeFileSync(join(folder, 'examples.ts'), moduleOf(markdown).replaceAll(DOCUMENTED_URL, service.url));
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await service.stop();
  });

  for (const [where, compiler, libraries, resolution] of [
    ['Node.js, with TypeScript 7', ['node', TSC], 'es2024,dom', 'nodenext'],
    ['a bundler, with TypeScript 6', ['tsc'], 'es2022,dom', 'preserve'],
  ] as const)
    it(`has examples that compile for ${where}`, async () => {
      const options = ['--strict', '--noEmit', '--target', 'es2022', '--lib', libraries];
      const check = [
        '--module',
        resolution,
        '--exactOptionalPropertyTypes',
        '--noUncheckedIndexedAccess',
        'examples.ts',
      ];
      expect(await run([...compiler, ...options, ...check])).to.equal('');
    });

  it('has examples that print what it says', async () => {
    expect((await run(['node', 'examples.ts'])).trim().split('\n')).to.deep.equal(expectedOutput(markdown));
  });

  /** What a command prints, whether it succeeds or not. */
  function run([command = '', ...parameters]: readonly string[]): Promise<string> {
    return new Promise((resolve) => {
      execFile(command, parameters, { cwd: folder }, (_, stdout, stderr) => {
        resolve(stdout + stderr);
      });
    });
  }
});
