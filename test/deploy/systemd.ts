import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shellWords } from '../docs/shell-words.ts';
import { startArguments } from './repository.ts';
import { settingFaults, stopMillis, type Settings } from './settings.ts';

type Directives = readonly (readonly [name: string, value: string])[];

/** The exposure that `systemd-analyze security` computes, from 0 to 100, must not be greater. */
const MAX_EXPOSURE = 20;

/** The faults of a unit that systemd need not be installed for: how the service is run. */
export function unitFaults(unit: string): readonly string[] {
  const directives = directivesOf(unit);
  const settings = settingsOf(directives);
  const [program = '', ...words] = shellWords(valueOf(directives, 'ExecStart'));
  const stopSeconds = Number(valueOf(directives, 'TimeoutStopSec'));
  return [
    ...settingFaults(settings),
    ...credentialFaults(directives, settings),
    program.endsWith('/node') ? undefined : `runs ${program}, not Node itself, which gets the signals`,
    words.join(' ') === startArguments().join(' ') ? undefined : `does not run ${startArguments().join(' ')}`,
    stopSeconds * 1000 >= stopMillis(settings) ? undefined : 'has too little time to stop',
    valueOf(directives, 'MemoryDenyWriteExecute') === 'yes' ? 'forbids V8 to compile' : undefined,
  ].filter((fault) => fault !== undefined);
}

/**
 * What systemd says about a unit: unknown names and values, and too little protection.
 * @returns undefined where systemd is not installed
 */
export function systemdFaults(unit: string): readonly string[] | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'unit-'));
  try {
    const file = join(folder, 'jsonapi.service');
    // The program of the unit is not installed here; systemd asks for an executable file.
    writeFileSync(file, unit.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/sh'));
    const verified = analyze('verify', file);
    if (verified === undefined) return undefined;
    const secured = analyze('security', '--offline=yes', `--threshold=${MAX_EXPOSURE}`, '--no-pager', file);
    const exposure = /^→ .*$/m.exec(secured?.stdout ?? '')?.[0] ?? secured?.stderr ?? '';
    return [
      // It exits with 0 on unknown names.
      ...verified.stderr.split('\n').filter((line) => line !== ''),
      ...(secured?.status === 0 ? [] : [`too little protection: ${exposure}`]),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Analysis {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** @returns undefined when there is no systemd-analyze */
function analyze(...words: readonly string[]): Analysis | undefined {
  const { error, ...analysis } = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
  if (error === undefined) return analysis;
  if ('code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}

function directivesOf(unit: string): Directives {
  return unit.split('\n').flatMap((line) => {
    const [, name, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value]];
  });
}

/** The last value of a directive. */
function valueOf(directives: Directives, name: string): string {
  return directives.findLast(([each]) => each === name)?.[1] ?? '';
}

function settingsOf(directives: Directives): Settings {
  const pairs = directives.filter(([name]) => name === 'Environment').flatMap(([, value]) => shellWords(value));
  return Object.fromEntries(pairs.map((pair) => [pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1)]));
}

/** `%d` is the folder of the credentials. */
function credentialFaults(directives: Directives, settings: Settings): readonly string[] {
  const credentials = directives.filter(([name]) => name === 'LoadCredential').map(([, value]) => value.split(':')[0]);
  return Object.entries(settings)
    .filter(([name, value]) => name.endsWith('_FILE') && !credentials.some((each) => value === `%d/${each ?? ''}`))
    .map(([name, value]) => `${name} names ${value}, which is no credential`);
}
