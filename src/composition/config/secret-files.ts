import { readFileSync } from 'node:fs';
import { messageOf } from '#application/model/describe-error';
import { ConfigError } from './config.ts';
import type { Environment } from './variables.ts';

/** Variables that can come from a file, so that no dump of the environment shows them. */
export const SECRETS = ['DATABASE_URL', 'DATABASE_REPLICA_URLS', 'MIGRATE_DATABASE_URL', 'CURSOR_KEY'] as const;

/**
 * Sets each secret `NAME` to the contents of the file that `NAME_FILE` names.
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
  // Unlike an empty variable, an empty file is never meant as unset.
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
