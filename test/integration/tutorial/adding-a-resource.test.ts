import { expect } from 'chai';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { readDocument } from '../../docs/documents.ts';
import { TSC } from '../../support/compiler.ts';
import { atDepth, depth, type Depth } from '../../support/depth.ts';
import { copyOfProject, runTool } from '../../support/project-copy.ts';
import { apply, linesChanged, stepsOf } from '../../docs/tutorial.ts';

const steps = stepsOf(readDocument('docs/adding-a-resource.md'));

const TYPE = 'room';

const LONGEST_COMMAND_MILLIS = 20 * 60_000;

const mocha = (...parameters: readonly string[]): readonly string[] => [
  'mocha',
  '--config',
  '.mocharc.integration.json',
  ...parameters,
];
const sources = steps.map(({ path }) => path).filter((path) => path.endsWith('.ts'));

/** Selects only the tests of the type. */
const ofType = ['--grep', TYPE];
const unitTests = atDepth({
  gate: ['test/unit/application/*.test.ts', 'test/unit/adapters/http/handlers/writes.test.ts', ...ofType],
  campaign: ['test/unit/**/*.test.ts'],
});

/** Each command must succeed after the steps, and print these texts. The gate runs only the commands of its depth. */
const commands: Readonly<Record<string, readonly [depth: Depth, command: readonly string[], said: readonly string[]]>> =
  {
    'type-checks': ['gate', ['node', TSC], []],
    'is linted and formatted': [
      'gate',
      ['sh', '-c', 'oxlint "$@" && prettier --check "$@"', 'sh', ...sources],
      ['All matched'],
    ],
    'keeps the layers': [
      'gate',
      ['depcruise', '--config', '.dependency-cruiser.mjs', 'src'],
      ['no dependency violations found'],
    ],
    'passes the unit tests, and stores nothing that it refuses, by any of the new routes': [
      'gate',
      ['mocha', ...unitTests],
      [
        'writes of room.computers and computer.room',
        ...['rooms.create', 'computers.room.replace', 'rooms.computers.link'].map(
          (route) => `stores nothing: ${route}`,
        ),
      ],
    ],
    'serves the API in memory': [
      'gate',
      mocha('test/integration/memory/api.test.ts', ...atDepth({ gate: ofType, campaign: [] })),
      [
        'The integer capacity of a room',
        'What is sent of computer.room and room.computers',
        'The rule of room: unique name',
        'The rule of room: at most computers',
      ],
    ],
    'is described as it is served': [
      'campaign',
      ['sh', '-c', 'node test/openapi/lint.ts && node test/openapi/run.ts --storage memory --runs 300'],
      [],
    ],
    'has examples that hold': [
      'campaign',
      mocha(
        'test/integration/suites/openapi-examples.test.ts',
        'test/integration/suites/openapi-error-examples.test.ts',
      ),
      ['✔ hold for POST /rooms', '✔ hold for DELETE /computers/:id/relationships/room'],
    ],
    'serves the API on a server with the documented grants, and agrees on random queries': [
      'campaign',
      mocha(
        'test/integration/api/postgres.test.ts',
        'test/integration/operations/privileges.test.ts',
        'test/integration/suites/agreement.test.ts',
      ),
      ['The rule of room: at most computers', 'may create, read, change, link and delete a room', 'on a server'],
    ],
    'keeps its rules on embedded PostgreSQL, too': [
      'campaign',
      mocha('test/integration/api/embedded.test.ts', '--grep', 'The rule of'),
      ['lets one of many concurrent writers have a value', 'lets one of many concurrent writers in'],
    ],
    'is stored, with its table, indexes and count': [
      'campaign',
      mocha('test/integration/persistence/catalogue.test.ts', 'test/integration/persistence/migrations.test.ts'),
      ['have the indexes to find and sort room by', 'create the tables that the entities describe'],
    ],
    'is shown in the explorer': [
      'campaign',
      mocha('test/integration/browser/explorer-resources.test.ts'),
      ['✔ to list and create rooms'],
    ],
  };

describe('docs/adding-a-resource.md', function () {
  // A command is a whole suite, with time limits of its own.
  this.timeout(LONGEST_COMMAND_MILLIS);
  let folder: string;

  before(() => {
    folder = copyOfProject('adding-a-resource');
    for (const step of steps) apply(step, folder);
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it('takes five files of src and fewer than a hundred lines', () => {
    const inSource = steps.filter(({ path }) => path.startsWith('src/'));
    expect(new Set(inSource.map(({ path }) => path))).to.have.lengthOf.at.most(5);
    expect(inSource.map(linesChanged).reduce((sum, lines) => sum + lines)).to.be.at.most(100);
  });

  it('has the migration that the command line drafts', async () => {
    const migration = steps.find(({ path }) => path.includes('/migrations/'));
    if (migration?.change.kind !== 'create') throw new Error('no step creates a migration');
    const file = join(folder, migration.path);
    rmSync(file);
    const draft = (name: string) => runTool(folder, TYPE, ['node', 'src/cli/start.js', 'migrate', '--new', name]);
    expect(await draft('add-rooms')).to.include(migration.path);
    expect(readFileSync(file, 'utf8')).to.equal(migration.change.text);
    expect(await draft('add-more')).to.include('the tables are as the entities describe them');
  });

  for (const [what, [least, command, said]] of Object.entries(commands))
    if (least === 'gate' || depth === 'campaign')
      it(what, async () => {
        const output = stripVTControlCharacters(await runTool(folder, TYPE, command));
        for (const text of said) expect(output).to.include(text);
      });
});
