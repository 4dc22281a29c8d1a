import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { commands } from '../../../src/cli/program.ts';
import { readDocument } from '../../docs/documents.ts';
import { fencesOf, tablesOf } from '../../docs/markdown.ts';
import { CLI_ENTRY } from '../../support/cli-process.ts';
import { temporaryFolder } from '../../support/service-process.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

/** Stands in for npm, which would run the command in the folder of the project. */
const NPM = `npm() {
  [ "$2" = "-s" ] && set -- run "\${@:3}"
  [ "$1 $2 $3" = "run cli --" ] && shift 3 && "$NODE" "$CLI" "$@"
}`;

describe('docs/command-line.md', () => {
  const markdown = readDocument('docs/command-line.md');
  const fences = fencesOf(markdown);
  const folder = temporaryFolder();
  let service: TestService;

  before(async () => {
    service = await startTestService({ DATABASE_URL: 'memory:' });
    for (const { language, start, lines } of fences) {
      const name = /^`([^`]+)`:$/.exec(markdown.split('\n')[start - 2] ?? '')?.[1];
      if (language === 'csv' && name !== undefined) writeFileSync(`${folder.path}/${name}`, `${lines.join('\n')}\n`);
    }
  });
  after(async () => {
    await service.stop();
    folder.remove();
  });

  for (const [index, { language, lines, start }] of fences.entries())
    if (language === 'sh')
      it(`shows the actual output of line ${start + 2}`, async () => {
        const answer = fences[index + 1];
        expect(answer?.language).to.equal('text');
        expect(await outputOf(lines.join('\n'))).to.equal(`${answer?.lines.join('\n')}\n`);
      });

  async function outputOf(script: string): Promise<string> {
    const env = { ...process.env, NODE: process.execPath, CLI: CLI_ENTRY, PORT: new URL(service.url).port };
    const child = spawn('bash', ['-c', `${NPM}\n${script}`], {
      cwd: folder.path,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return `${stdout}${stderr}`.replaceAll('\r\n', '\n');
  }

  it('lists every command', () => {
    const [rows = []] = tablesOf(markdown);
    const listed = rows.slice(1).map(([name = '']) => name.replaceAll('`', '').split(' ')[0]);
    expect(listed).to.deep.equal(commands.map(({ name }) => name));
  });
});
