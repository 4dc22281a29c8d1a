import { validate } from 'dockerfile-utils';
import { faultsOf, type Demand } from './faults.ts';
import { isInRepository, nodeVersion, readBesideSource, readUsedWorkspaces, startArguments } from './repository.ts';
import { settingFaults, type Settings } from './settings.ts';

type Instruction = readonly [keyword: string, text: string];

/**
 * The faults of a Dockerfile: what Docker would refuse, and what the service needs.
 * @param ignored the text of `.dockerignore`, which lets only named files into the build
 */
export function dockerfileFaults(dockerfile: string, ignored: string): readonly string[] {
  const invalid = validate(dockerfile).map(
    ({ message, range }) => `line ${range.start.line + 1}: ${typeof message === 'string' ? message : message.value}`,
  );
  const all = instructionsOf(dockerfile);
  return [
    ...invalid,
    ...faultsOf([...buildDemands(all, ignored), ...imageDemands(lastStage(all))]),
    ...settingFaults(imageSettings(dockerfile)),
  ];
}

/** The variables that the image sets. */
export function imageSettings(dockerfile: string): Settings {
  return settingsOf(lastStage(instructionsOf(dockerfile)));
}

function instructionsOf(dockerfile: string): readonly Instruction[] {
  const lines = dockerfile.replaceAll(/^\s*#.*\n/gm, '').replaceAll('\\\n', ' ');
  return [...lines.matchAll(/^\s*(\w+)[^\S\n]+(.*?)\s*$/gm)].map(([, keyword = '', text = '']) => [keyword, text]);
}

function lastStage(all: readonly Instruction[]): readonly Instruction[] {
  return all.slice(all.findLastIndex(([keyword]) => keyword === 'FROM'));
}

function textsOf(instructions: readonly Instruction[], keyword: string): readonly string[] {
  return instructions.filter(([each]) => each === keyword).map(([, text]) => text);
}

function settingsOf(instructions: readonly Instruction[]): Settings {
  const pairs = textsOf(instructions, 'ENV').flatMap((text) => text.split(/\s+/).map((pair) => pair.split('=')));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]));
}

/** The sources that `COPY` and `ADD` name. */
function sourcesOf(instructions: readonly Instruction[]): readonly string[] {
  return [...textsOf(instructions, 'COPY'), ...textsOf(instructions, 'ADD')]
    .filter((text) => !text.startsWith('--from='))
    .flatMap((text) => text.split(/\s+/).slice(0, -1));
}

function buildDemands(all: readonly Instruction[], ignored: string): readonly Demand[] {
  const base = `node:${nodeVersion}-slim`;
  const rules = ignored.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const isLetIn = (source: string): boolean =>
    rules.some((rule) => rule === `!${source}` || source.startsWith(`${rule.slice(1)}/`));
  const installs = textsOf(all, 'RUN').filter((text) => text.includes('npm '));
  return [
    ...textsOf(all, 'FROM').map((text): Demand => {
      return [text.split(' ')[0] === base, `the base is ${text}, not ${base}`];
    }),
    ...installs.map((text): Demand => {
      const isExact = /^npm ci .*--omit=dev/.test(text);
      return [isExact, `not an exact installation without development dependencies: ${text}`];
    }),
    [rules[0] === '*', '.dockerignore must leave out everything first'],
    ...sourcesOf(all).flatMap((source): readonly Demand[] => [
      [isInRepository(source), `there is no ${source} to copy`],
      [isLetIn(source), `.dockerignore leaves out ${source}`],
    ]),
  ];
}

function imageDemands(last: readonly Instruction[]): readonly Demand[] {
  const one = (keyword: string): string => textsOf(last, keyword).at(-1) ?? '';
  const copied = sourcesOf(last);
  const read = ['src', ...readBesideSource(), ...readUsedWorkspaces()];
  const command = JSON.stringify(['node', ...startArguments()]).replaceAll(',', ', ');
  const [probe, script = '', page] = /\bCMD \["node", "([^"]+)", "([^"]+)"\]$/.exec(one('HEALTHCHECK')) ?? [];
  const { HOST, PORT = '', ADMIN_PORT = '', DATA_DIR: folder = '' } = settingsOf(last);
  const isGiven = (text: string): boolean => text.includes('--owner=node') && text.endsWith(` ${folder}`);
  return [
    ...read.map((path): Demand => [copied.includes(path), `the image lacks ${path}`]),
    [one('USER') === 'node', `the user is ${one('USER') || 'root'}, not node`],
    [one('STOPSIGNAL') === 'SIGTERM', `the signal to stop is ${one('STOPSIGNAL')}, not SIGTERM`],
    [one('CMD') === command, `the command is ${one('CMD')}, not ${command}`],
    [one('ENTRYPOINT') === '', 'an entry point would stand between the signal and Node'],
    [probe !== undefined, 'there is no health check in exec form that runs node'],
    [probe === undefined || copied.includes(script), `the health check runs ${script}, not in the image`],
    [probe === undefined || page === '/live', `the health check asks for ${page}, not /live`],
    [HOST === '0.0.0.0', 'HOST must be 0.0.0.0: nothing outside reaches the loopback interface'],
    [ADMIN_PORT !== '', 'the health check needs ADMIN_PORT'],
    [textsOf(last, 'VOLUME').includes(folder), `DATA_DIR ${folder} is not a volume`],
    [textsOf(last, 'RUN').some(isGiven), `nothing gives ${folder} to node`],
    [textsOf(last, 'EXPOSE').includes(PORT), 'PORT is not exposed'],
  ];
}
