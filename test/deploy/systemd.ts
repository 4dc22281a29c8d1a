import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shellWords } from '../docs/shell-words.ts';
import { faultsOf, outputOf, type Demand } from './faults.ts';
import { startArguments } from './repository.ts';
import { keepAliveDemand, settingFaults, stopMillis, type Settings } from './settings.ts';

/** The exposure that `systemd-analyze security` computes, from 0 to 100, must not be greater. */
const MAX_EXPOSURE = 20;

/** The faults of a unit that systemd need not be installed for: how the service is run. */
export function unitFaults(unit: string): readonly string[] {
  const values = (name: string): readonly string[] =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  const pairs = values('Environment').flatMap(shellWords);
  const settings: Settings = Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/)));
  const [program = '', ...words] = shellWords(values('ExecStart').at(-1) ?? '');
  const expected = startArguments().join(' ');
  // `%d` is the folder of the credentials.
  const credentials = values('LoadCredential').map((value) => `%d/${value.split(':')[0]}`);
  const files = Object.entries(settings).filter(([name]) => name.endsWith('_FILE'));
  return [
    ...settingFaults(settings),
    ...faultsOf([
      ...files.map(([name, path]): Demand => {
        return [credentials.includes(path), `${name} names ${path}, which is not a credential`];
      }),
      [program.endsWith('/node'), `runs ${program}, not Node itself, which gets the signals`],
      [words.join(' ') === expected, `does not run ${expected}`],
      [Number(values('TimeoutStopSec').at(-1)) * 1000 >= stopMillis(settings), 'has too little time to stop'],
      keepAliveDemand(settings),
      [!values('MemoryDenyWriteExecute').includes('yes'), 'forbids V8 to compile'],
    ]),
  ];
}

/**
 * The complaints of systemd about a unit: unknown names and values, and too little protection.
 * @returns undefined where systemd is not installed
 */
export function systemdFaults(unit: string): readonly string[] | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'unit-'));
  try {
    const file = join(folder, 'jsonapi.service');
    // The program of the unit is not installed here; systemd asks for an executable file.
    writeFileSync(file, unit.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/sh'));
    const verified = outputOf('systemd-analyze', ['verify', file]);
    if (verified === undefined) return undefined;
    const options = ['--offline=yes', `--threshold=${MAX_EXPOSURE}`, '--no-pager'];
    const secured = outputOf('systemd-analyze', ['security', ...options, file]);
    // systemd-analyze exits with 0 even if it finds unknown names.
    return [
      ...verified.lines,
      ...faultsOf([[secured?.status === 0, `too little protection: ${secured?.lines.at(-1)}`]]),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
