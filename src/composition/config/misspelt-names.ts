import { typosIn } from '#adapters/http/api/error-wording';
import { SECRETS } from './config.ts';
import type { Environment } from './parse-setting.ts';
import { settings } from './settings.ts';

/** A variable that is set but has no effect, and whose name resembles that of a setting. */
export interface MisspeltName {
  readonly name: string;
  readonly meant: string;
}

/** Variables of other programs that resemble ours. */
const FOREIGN: ReadonlySet<string> = new Set(['PAGER', 'COUNT', 'HOSTS', 'WORKER']);
/** Shorter names resemble too many others to be two mistakes away. */
const LONG_NAME = 8;
/** Names this short resemble too many words, as PORT does SORT and POST, so only swapped letters or another case count as a mistake. */
const SHORT_NAME = 4;

/** Not settings of the service; read by the commands that call one. */
const OF_COMMANDS = ['SERVICE_TOKEN', 'SERVICE_TOKEN_FILE'] as const;

const known: readonly string[] = [
  ...Object.values(settings).map(({ name }) => name),
  ...SECRETS.map(({ name }) => `${name}_FILE`),
  ...OF_COMMANDS,
];

/** Finds unused variables that were probably meant to be settings. */
export function misspeltNames(environment: Environment): readonly MisspeltName[] {
  const others = Object.keys(environment).filter((name) => !known.includes(name) && !FOREIGN.has(name));
  return others.flatMap((name) => {
    const meant = known.find((each) => isMisspelt(name.toUpperCase(), each));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

function isMisspelt(name: string, meant: string): boolean {
  if (Math.min(name.length, meant.length) <= SHORT_NAME)
    return lettersOf(name) === lettersOf(meant) && typosIn(name, meant) <= 1;
  const most = meant.length < LONG_NAME ? 1 : 2;
  // Most names differ in length, which is quick to see.
  return Math.abs(meant.length - name.length) <= most && typosIn(name, meant) <= most;
}

function lettersOf(name: string): string {
  return [...name].sort().join('');
}
