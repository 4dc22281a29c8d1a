import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { rows, type Row } from './rows.ts';

export type Mode =
  | 'compare'
  | 'profile'
  | 'stream'
  | 'growth'
  | 'start'
  | 'first-run'
  | 'capacity'
  | 'statements'
  | 'access'
  | 'links'
  | 'changes'
  | 'streams'
  | 'peers';

export interface Options {
  readonly mode: Mode;
  readonly rows: readonly Row[];
  /** Folder of another version of the service to compare with. */
  readonly against: string | undefined;
  /** Per round. */
  readonly seconds: number;
  readonly rounds: number;
  /** 1 is 100,000 persons and 300,000 computers, or 100,000 authors and a million books for `--links`; for growth, the size of the large database. */
  readonly scale: number;
  /** True if the output is JSON instead of the table. */
  readonly json: boolean;
  /** True if a missed target is a failure. */
  readonly check: boolean;
}

/**
 * Reads the command line.
 * @throws Error when a row is unknown, a number is invalid, two modes are given, or `--against` has no service
 */
export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      profile: { type: 'boolean', default: false },
      stream: { type: 'boolean', default: false },
      growth: { type: 'boolean', default: false },
      start: { type: 'boolean', default: false },
      'first-run': { type: 'boolean', default: false },
      capacity: { type: 'boolean', default: false },
      statements: { type: 'boolean', default: false },
      access: { type: 'boolean', default: false },
      links: { type: 'boolean', default: false },
      changes: { type: 'boolean', default: false },
      streams: { type: 'boolean', default: false },
      peers: { type: 'boolean', default: false },
      rows: { type: 'string' },
      against: { type: 'string' },
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '9' },
      scale: { type: 'string' },
      json: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
  });
  const mode = chooseMode(values);
  return {
    mode,
    rows: chooseRows(values.rows),
    against: chooseVersion(values.against, mode),
    seconds: atLeast(1, 'seconds', values.seconds),
    rounds: atLeast(1, 'rounds', values.rounds),
    scale: atLeast(0.1, 'scale', values.scale ?? (mode === 'growth' ? '10' : '1')),
    json: values.json,
    check: values.check,
  };
}

const MODES: readonly Exclude<Mode, 'compare'>[] = [
  'profile',
  'stream',
  'growth',
  'start',
  'first-run',
  'capacity',
  'statements',
  'access',
  'links',
  'changes',
  'streams',
  'peers',
];

function chooseMode(values: Readonly<Record<Exclude<Mode, 'compare'>, boolean>>): Mode {
  const [mode = 'compare', second] = MODES.filter((each) => values[each]);
  if (second !== undefined) throw new Error(`--${mode} and --${second} cannot be combined`);
  return mode;
}

function chooseRows(names: string | undefined): readonly Row[] {
  if (names === undefined) return rows;
  return names.split(',').map((name) => {
    const row = rows.find((each) => each.name === name);
    if (row === undefined) throw new Error(`unknown row ${name}; rows: ${rows.map((each) => each.name).join(', ')}`);
    return row;
  });
}

function chooseVersion(folder: string | undefined, mode: Mode): string | undefined {
  if (folder === undefined) return undefined;
  if (mode !== 'compare' && mode !== 'changes') throw new Error(`--${mode} and --against cannot be combined`);
  if (!existsSync(join(folder, 'src/start.js'))) throw new Error(`--against ${folder}: there is no src/start.js`);
  return resolve(folder);
}

function atLeast(min: number, name: string, text: string): number {
  const value = Number(text);
  if (!(value >= min && Number.isFinite(value))) throw new Error(`--${name} must be a number of at least ${min}`);
  return value;
}
