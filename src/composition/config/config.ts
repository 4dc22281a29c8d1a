// The configuration, read once at the start.
import { readFileSync } from 'node:fs';
import { messageOf } from '#application/model/describe-error';
import type { Environment, Variable } from './parse-setting.ts';
import { settings } from './settings.ts';

type Values<Table> = { readonly [Key in keyof Table]: Table[Key] extends Variable<infer Value> ? Value : never };

export type Config = Values<typeof settings>;

/** The environment is not a valid configuration. */
export class ConfigError extends Error {
  /** One sentence per invalid variable. */
  readonly refusals: readonly string[];

  constructor(refusals: readonly string[]) {
    super(refusals.join('; '));
    this.refusals = refusals;
    this.name = 'ConfigError';
  }
}

/**
 * Reads the configuration.
 * @throws ConfigError naming every invalid variable
 */
export function readConfig(environment: Environment): Config {
  const refusals: string[] = [];
  const values = Object.entries<Variable<unknown>>(settings).map(([key, { name, read }]) => {
    const parsed = read(environment[name] === '' ? undefined : environment[name], environment);
    if ('refusal' in parsed) refusals.push(`${name} ${parsed.refusal}`);
    return [key, 'value' in parsed ? parsed.value : undefined];
  });
  if (refusals.length > 0) throw new ConfigError(refusals);
  return Object.freeze(Object.fromEntries(values)) as Config;
}

/** A variable that can come from a file, which keeps it out of dumps of the environment. */
interface Secret {
  readonly name: string;
  /** True if all processes of a service use the text that the first one read. Otherwise a process that starts later reads the current text. */
  readonly isShared: boolean;
}

/** Tokens and cursors must be valid in all processes or in none, so their keys are shared. Database URLs are not, because passwords can change. */
export const SECRETS: readonly Secret[] = [
  { name: 'DATABASE_URL', isShared: false },
  { name: 'DATABASE_REPLICA_URLS', isShared: false },
  { name: 'MIGRATE_DATABASE_URL', isShared: false },
  { name: 'CURSOR_KEY', isShared: true },
  { name: 'JWKS_URL', isShared: true },
  { name: 'JWT_KEY', isShared: true },
  { name: 'JWT_SECRET', isShared: true },
];

/** The texts of files, keyed by the variable that names the file. */
export type FileTexts = Readonly<Partial<Record<string, string>>>;

/**
 * Sets each secret `NAME` to the contents of the file that `NAME_FILE` names.
 * @param texts used instead of reading the files
 * @throws ConfigError when a file cannot be read or is empty, or both variables are set
 */
export function readSecretFiles(environment: Environment, texts: FileTexts = {}): Environment {
  return Object.fromEntries([
    ...Object.entries(environment),
    ...SECRETS.flatMap(({ name }) => {
      const secret = texts[`${name}_FILE`] ?? readSecretFile(environment, name);
      return secret === undefined ? [] : [[name, secret] as const];
    }),
  ]);
}

/** The shared secrets that the environment takes from files. */
export function sharedSecrets(environment: Environment): FileTexts {
  const fromFiles = SECRETS.filter(({ name, isShared }) => isShared && (environment[`${name}_FILE`] ?? '') !== '');
  return Object.fromEntries(fromFiles.map(({ name }) => [`${name}_FILE`, environment[name]]));
}

/**
 * The contents of the file that `NAME_FILE` names; undefined if that is not set.
 * @throws ConfigError like `readSecretFiles`
 */
export function readSecretFile(environment: Environment, name: string): string | undefined {
  const file = environment[`${name}_FILE`];
  if (file === undefined || file === '') return undefined;
  if ((environment[name] ?? '') !== '') throw new ConfigError([`${name} and ${name}_FILE are both set`]);
  const secret = read(name, file);
  // Unlike an empty variable, an empty file is never meant as unset.
  if (secret === '') throw new ConfigError([`${name}_FILE names an empty file`]);
  return secret;
}

function read(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    // Leave out the path: it may be the secret itself, set in the wrong variable.
    const reason = messageOf(error).replace(/, \w+ '.*'$/, '');
    throw new ConfigError([`${name}_FILE cannot be read: ${reason}`]);
  }
}
