import type { Environment } from '#composition/config/parse-setting';
import { failure, ok, warning, type Finding } from '#composition/maintenance/doctor/finding';
import { defineCommand } from './command.ts';
import { readEnvironment } from './settings.ts';

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Check whether the service can run here, and suggest fixes; changes nothing',
  operands: [],
  options: {},
  notes: [
    'Checks Node, the configuration, access, the port, and the storage with its role, tables, extension and clock.',
  ],
  run: async (_, io) => {
    let failures = 0;
    for await (const finding of findings(io.process.env)) {
      await io.print(lineOf(finding));
      if (finding.level === 'failure') failures += 1;
    }
    if (failures > 0) io.tell(failures === 1 ? '1 check failed' : `${failures} checks failed`);
    return failures === 0 ? 0 : 1;
  },
});

/** One after the other, since a check may take seconds. */
async function* findings(environment: Environment): AsyncGenerator<Finding> {
  yield ok('node', `${process.version} on ${process.platform} ${process.arch}`);
  yield* await examineNames(environment);
  const config = await readConfiguration(environment);
  if (Array.isArray(config)) {
    yield* config;
    return;
  }
  yield ok('configuration', 'every variable is valid');
  const { examineAccess } = await import('#composition/maintenance/doctor/examine-access');
  yield* await examineAccess(config);
  const { examinePort, examineAdminPort } = await import('./examine-port.ts');
  const { finding, isServing } = await examinePort(config);
  yield finding;
  if (config.adminPort !== undefined) yield examineAdminPort(config.adminHost, config.adminPort, isServing);
  const { examineStorage } = await import('#composition/maintenance/doctor/doctor');
  yield* await examineStorage(config, isServing);
}

async function examineNames(environment: Environment): Promise<readonly Finding[]> {
  const { misspeltNames } = await import('#composition/config/misspelt-names');
  return misspeltNames(environment).map(({ name, meant }) =>
    warning('configuration', `${name} is set but is not a setting`, `did you mean ${meant}?`),
  );
}

/** A failure for each invalid variable. */
async function readConfiguration(environment: Environment) {
  const { ConfigError } = await import('#composition/config/config');
  try {
    return await readEnvironment(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.refusals.map((refusal) => failure('configuration', refusal, 'see docs/configuration.md'));
  }
}

const LEVEL_WIDTH = 'warning'.length;
const SUBJECT_WIDTH = 'migration role'.length;

function lineOf({ level, subject, text, advice }: Finding): string {
  const rest = advice === undefined ? text : `${text} -> ${advice}`;
  return `${level.padEnd(LEVEL_WIDTH)}  ${subject.padEnd(SUBJECT_WIDTH)}  ${rest}\n`;
}
