import { readFileSync } from 'node:fs';
import { ConfigError } from './config.ts';
import { messageOf } from '../logging/describe-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What may stand in a file instead, so that no list of processes and no dump of the environment shows it. */
const SECRETS = ['DATABASE_URL', 'MIGRATE_DATABASE_URL'] as const;

/**
 * The environment with the contents of the files that `NAME_FILE` variables name in place of `NAME`.
 * @throws ConfigError when a file cannot be read or is empty, or both variables are set
 */
export function readSecretFiles(environment: Environment): Environment {
  return Object.fromEntries([
    ...Object.entries(environment),
    ...SECRETS.flatMap((name) => readSecret(environment, name)),
  ]);
}

function readSecret(environment: Environment, name: string): readonly (readonly [string, string])[] {
  const file = environment[`${name}_FILE`];
  if (file === undefined || file === '') return [];
  if ((environment[name] ?? '') !== '') throw new ConfigError([`${name} and ${name}_FILE are both set`]);
  const secret = read(name, file);
  // Not like a variable that is not set: whoever names a file means what should be in it.
  if (secret === '') throw new ConfigError([`${name}_FILE names an empty file`]);
  return [[name, secret]];
}

function read(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigError([`${name}_FILE cannot be read: ${messageOf(error)}`]);
  }
}
