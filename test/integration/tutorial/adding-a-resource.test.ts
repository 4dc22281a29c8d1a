import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { pathOf, readDocument } from '../../docs/documents.ts';
import { apply, linesChanged, stepsOf } from '../../docs/tutorial.ts';

const steps = stepsOf(readDocument('docs/adding-a-resource.md'));
const newFiles = steps.filter(({ change }) => change.kind === 'create').map(({ path }) => path);

const integration = ['mocha', '--config', '.mocharc.integration.json'];

const LONGEST_COMMAND_MILLIS = 20 * 60_000;

/** Must succeed once the steps are applied. Two run at a time. */
const commands: Readonly<Record<string, readonly string[]>> = {
  'type-checks': ['tsc', '--noEmit'],
  'is linted and formatted': ['sh', '-c', 'eslint src && prettier --check src'],
  'keeps the layers': ['depcruise', '--config', '.dependency-cruiser.mjs', 'src', 'test', 'bench'],
  'passes the unit tests, including those of the new routes': ['mocha', 'test/unit/**/*.test.ts'],
  'serves the API of every resource in memory': [...integration, 'test/integration/api/memory.test.ts'],
  'describes every resource as it is served': [
    'sh',
    '-c',
    'node test/openapi/lint.ts && node test/openapi/run.ts --storage memory --runs 300',
  ],
  'answers random queries alike in memory and on PostgreSQL': [
    ...integration,
    'test/integration/suites/agreement.test.ts',
  ],
  'stores every type, with its tables, indexes and counts': [
    ...integration,
    'test/integration/persistence/catalogue.test.ts',
    'test/integration/persistence/migrations.test.ts',
    'test/integration/persistence/storage.test.ts',
  ],
  'is described, and shown in the explorer': [...integration, 'test/integration/browser/explorer-resources.test.ts'],
  'serves the API of every resource on PostgreSQL, with the documented grants': [
    ...integration,
    'test/integration/api/postgres.test.ts',
    'test/integration/operations/privileges.test.ts',
  ],
};

describe('docs/adding-a-resource.md', function () {
  // A command is a whole suite, with time limits of its own.
  this.timeout(LONGEST_COMMAND_MILLIS);
  let folder: string;
  let outputs: ReadonlyMap<string, Promise<string>>;

  before(() => {
    folder = copyOfProject();
    for (const step of steps) apply(step, folder);
    outputs = startAll(folder);
  });
  after(async () => {
    await Promise.allSettled(outputs.values());
    rmSync(folder, { recursive: true });
  });

  it('takes at most 14 new files and 400 lines', () => {
    const inSource = steps.filter(({ path }) => path.startsWith('src/'));
    expect(newFiles.length).to.be.within(1, 14);
    expect(inSource.map(linesChanged).reduce((sum, lines) => sum + lines)).to.be.within(1, 400);
  });

  for (const [what, command] of Object.entries(commands))
    it(what, async () => {
      const output = (await outputs.get(what)) ?? '';
      if (command.some((word) => word.startsWith('test/unit')))
        for (const route of ['printers.create', 'printers.owner.replace', 'persons.printers.link'])
          expect(output).to.include(`stores nothing: ${route}`);
      if (command.some((word) => word.includes('explorer-resources')))
        expect(stripVTControlCharacters(output)).to.include('✔ to list and create printers');
    });
});

function startAll(folder: string): ReadonlyMap<string, Promise<string>> {
  let [last, beforeLast]: Promise<unknown>[] = [];
  return new Map(
    Object.entries(commands).map(([what, command]) => {
      const output = Promise.resolve(beforeLast).then(() => run(folder, command));
      [last, beforeLast] = [output.catch(() => undefined), last];
      return [what, output];
    }),
  );
}

/** Copies the project to a new folder, with the installed packages. */
function copyOfProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'adding-a-resource-'));
  const leftOut = new Set(['.git', 'node_modules', '.data', 'coverage', 'dist']);
  for (const name of readdirSync(pathOf('.')))
    if (!leftOut.has(name)) cpSync(pathOf(name), join(folder, name), { recursive: true });
  symlinkSync(pathOf('node_modules'), join(folder, 'node_modules'));
  return folder;
}

/**
 * Runs one of the project's tools.
 * @returns its output
 * @throws Error with the end of its output if it fails
 */
async function run(folder: string, [name = '', ...parameters]: readonly string[]): Promise<string> {
  const child = spawn(name, parameters, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (status !== 0) throw new Error(`${[name, ...parameters].join(' ')} failed:\n${output.slice(-4000)}`);
  return output;
}
