import { validate } from 'dockerfile-utils';
import { isInRepository, nodeVersion, readBesideSource, readUsedWorkspaces, startArguments } from './repository.ts';
import { settingFaults, type Settings } from './settings.ts';

interface Instruction {
  /** In capitals. */
  readonly keyword: string;
  readonly text: string;
}

/**
 * The faults of a Dockerfile: what Docker would refuse, and what the service needs.
 * @param ignored the text of `.dockerignore`, which lets only named files into the build
 */
export function dockerfileFaults(dockerfile: string, ignored: string): readonly string[] {
  const invalid = validate(dockerfile).map(
    ({ message, range }) => `line ${range.start.line + 1}: ${typeof message === 'string' ? message : message.value}`,
  );
  const all = instructionsOf(dockerfile);
  const last = lastStage(all);
  const settings = environmentOf(last);
  return [
    ...invalid,
    ...baseFaults(all),
    ...copyFaults(all, ignored),
    ...contentFaults(last),
    ...processFaults(last),
    ...dataFaults(last, settings),
    ...settingFaults(settings),
  ];
}

/** The variables that the image sets. */
export function imageSettings(dockerfile: string): Settings {
  return environmentOf(lastStage(instructionsOf(dockerfile)));
}

function lastStage(all: readonly Instruction[]): readonly Instruction[] {
  return all.slice(all.findLastIndex(({ keyword }) => keyword === 'FROM'));
}

function instructionsOf(dockerfile: string): readonly Instruction[] {
  return dockerfile
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, keyword = '', text = ''] = /^\s*(\w+)\s*(.*?)\s*$/.exec(line) ?? [];
      return { keyword: keyword.toUpperCase(), text };
    });
}

function textsOf(instructions: readonly Instruction[], keyword: string): readonly string[] {
  return instructions.filter((instruction) => instruction.keyword === keyword).map(({ text }) => text);
}

function baseFaults(all: readonly Instruction[]): readonly string[] {
  const bases = textsOf(all, 'FROM').map((text) => text.split(' ')[0] ?? '');
  const expected = `node:${nodeVersion}-slim`;
  return [
    ...bases.filter((base) => base !== expected).map((base) => `the base is ${base}, not ${expected}`),
    ...textsOf(all, 'RUN')
      .filter((text) => text.includes('npm ') && !/^npm ci .*--omit=dev/.test(text))
      .map((text) => `not an exact installation without development dependencies: ${text}`),
  ];
}

/** Whatever is copied must exist and get into the build. */
function copyFaults(all: readonly Instruction[], ignored: string): readonly string[] {
  const rules = ignored.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const sources = [...textsOf(all, 'COPY'), ...textsOf(all, 'ADD')]
    .filter((text) => !text.startsWith('--from='))
    .flatMap((text) => text.split(/\s+/).slice(0, -1));
  return [
    ...(rules[0] === '*' ? [] : ['.dockerignore must leave out everything first']),
    ...sources.filter((source) => !isInRepository(source)).map((source) => `there is no ${source} to copy`),
    ...sources
      .filter((source) => !rules.some((rule) => rule === `!${source}` || source.startsWith(`${rule.slice(1)}/`)))
      .map((source) => `.dockerignore leaves out ${source}`),
  ];
}

/** Whatever the service reads must be in the image. */
function contentFaults(last: readonly Instruction[]): readonly string[] {
  const copied = textsOf(last, 'COPY').flatMap((text) => text.split(/\s+/).slice(0, -1));
  const missing = ['src', ...readBesideSource(), ...readUsedWorkspaces()].filter((path) => !copied.includes(path));
  return missing.map((path) => `the image lacks ${path}`);
}

function processFaults(last: readonly Instruction[]): readonly string[] {
  const user = textsOf(last, 'USER').at(-1) ?? 'root';
  const signal = textsOf(last, 'STOPSIGNAL').at(-1) ?? 'SIGTERM';
  const command = textsOf(last, 'CMD').at(-1) ?? '';
  const probe = textsOf(last, 'HEALTHCHECK').at(-1) ?? '';
  const expected = JSON.stringify(['node', ...startArguments()]);
  return [
    user === 'node' ? undefined : `the user is ${user}, not node`,
    signal === 'SIGTERM' ? undefined : `the signal to stop is ${signal}, not SIGTERM`,
    isSame(command, expected) ? undefined : `the command is ${command}, not ${expected}`,
    textsOf(last, 'ENTRYPOINT').length === 0 ? undefined : 'an entry point would stand between the signal and Node',
    ...probeFaults(probe, textsOf(last, 'COPY')),
  ].filter((fault) => fault !== undefined);
}

/** The probe is Node with a file that the image has. */
function probeFaults(probe: string, copies: readonly string[]): readonly string[] {
  const words = execForm(/\bCMD\s+(.*)$/.exec(probe)?.[1] ?? '');
  const [program, file = '', page = ''] = words ?? [];
  if (program !== 'node') return ['there is no health check in exec form that runs node'];
  return [
    ...(copies.some((text) => text.split(/\s+/).includes(file))
      ? []
      : [`the health check runs ${file}, not in the image`]),
    ...(page === '/live' ? [] : [`the health check asks for ${page}, not /live`]),
  ];
}

function isSame(text: string, expected: string): boolean {
  return JSON.stringify(execForm(text)) === expected;
}

/** The words of an instruction in exec form; undefined for shell form. */
function execForm(text: string): readonly string[] | undefined {
  try {
    const words: unknown = JSON.parse(text);
    return Array.isArray(words) ? words.map(String) : undefined;
  } catch {
    return undefined;
  }
}

function environmentOf(instructions: readonly Instruction[]): Settings {
  const pairs = textsOf(instructions, 'ENV').flatMap((text) => text.split(/\s+/).map((pair) => pair.split('=')));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]));
}

function dataFaults(last: readonly Instruction[], settings: Settings): readonly string[] {
  const folder = settings['DATA_DIR'] ?? '';
  return [
    settings['HOST'] === '0.0.0.0' ? undefined : 'HOST must be 0.0.0.0: nothing outside reaches the loopback interface',
    (settings['ADMIN_PORT'] ?? '') === '' ? 'the health check needs ADMIN_PORT' : undefined,
    textsOf(last, 'VOLUME').includes(folder) ? undefined : `DATA_DIR ${folder} is no volume`,
    textsOf(last, 'RUN').some((text) => text.includes('--owner=node') && text.endsWith(` ${folder}`))
      ? undefined
      : `nothing gives ${folder} to node`,
    textsOf(last, 'EXPOSE').includes(settings['PORT'] ?? '') ? undefined : 'PORT is not exposed',
  ].filter((fault) => fault !== undefined);
}
