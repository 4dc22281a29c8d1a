import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addOpenapiFetch, commandsOf, projectAfter, type Project } from '../../client/install-client.ts';
import { readDocument } from '../../docs/documents.ts';
import { expectedOutput, moduleOf } from '../../docs/typescript-examples.ts';
import { TSC } from '../../support/compiler.ts';
import { atDepth } from '../../support/depth.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

const markdown = readDocument('docs/client.md');
const DOCUMENTED_URL = /http:\/\/127\.0\.0\.1:3000/g;

const [pack = '', link = ''] = commandsOf(markdown, 'Install');

describe('docs/client.md, in a project that has installed the packed client,', () => {
  let service: TestService;
  let project: Project;

  before(async () => {
    service = await startTestService({ DATABASE_URL: 'memory:' });
    project = projectAfter(pack);
    addOpenapiFetch(project);
    writeFileSync(join(project.folder, 'package.json'), JSON.stringify({ type: 'module' }));
    writeFileSync(join(project.folder, 'examples.ts'), moduleOf(markdown).replaceAll(DOCUMENTED_URL, service.url));
    writeFileSync(join(project.folder, 'readme.ts'), moduleOf(readDocument('client/README.md')));
  });
  after(async () => {
    project.remove();
    await service.stop();
  });

  const compilers = [
    ['Node.js, with TypeScript 7', ['node', TSC], 'es2024,dom', 'nodenext'],
    ['a bundler, with TypeScript 6', ['tsc'], 'es2022,dom', 'preserve'],
  ] as const;
  for (const [where, compiler, libraries, resolution] of compilers.slice(0, atDepth({ gate: 1, campaign: 2 })))
    it(`has examples that compile for ${where}`, async () => {
      const options = ['--strict', '--noEmit', '--target', 'es2022', '--lib', libraries];
      const check = [
        '--module',
        resolution,
        '--exactOptionalPropertyTypes',
        '--noUncheckedIndexedAccess',
        'examples.ts',
        'readme.ts',
      ];
      expect(await run(project, [...compiler, ...options, ...check])).to.equal('');
    });

  it('has examples that print what it says', async () => {
    expect((await run(project, ['node', 'examples.ts'])).trim().split('\n')).to.deep.equal(expectedOutput(markdown));
  });
});

describe('The client in an empty folder, beside a clone in which nothing is installed,', () => {
  for (const [way, commands] of atDepth({
    gate: [],
    campaign: Object.entries({ 'packed and installed': pack, linked: link }),
  }))
    it(`can be used when it is ${way}`, async () => {
      const project = projectAfter(commands);
      try {
        const script = `import { createClient } from '@jsonapi-person-computer/client'; console.log(typeof createClient);`;
        expect(await run(project, ['node', '--input-type=module', '--eval', script])).to.equal('function\n');
      } finally {
        project.remove();
      }
    });
});

/** The output of a command in a project, on success or failure. */
function run({ folder }: Project, [command = '', ...parameters]: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, parameters, { cwd: folder }, (_, stdout, stderr) => {
      resolve(stdout + stderr);
    });
  });
}
