// The credentials that the commands send to the service.
import { resolve } from 'node:path';
import type { Token } from '#client';
import { ConfigError, readSecretFile } from '#composition/config/config';
import type { Environment } from '#composition/config/parse-setting';

const VARIABLE = 'SERVICE_TOKEN';
const FILE_VARIABLE = `${VARIABLE}_FILE`;

export interface ServiceToken {
  /** The setting that it comes from. */
  readonly variable: typeof VARIABLE | typeof FILE_VARIABLE;
  readonly token: Token;
}

/**
 * Reads the token for the service from the environment. If it is in a file, the file is read now, and again whenever the service refuses the token,
 * because it may have been replaced.
 * @returns undefined if there is none
 * @throws ConfigError if it cannot be read or is not a token; the function that reads the file again may throw it as well. The message never contains
 *     the token
 */
export function readServiceToken(environment: Environment): ServiceToken | undefined {
  const file = environment[FILE_VARIABLE] ?? '';
  const text = environment[VARIABLE] ?? '';
  if (file === '') return text === '' ? undefined : { variable: VARIABLE, token: checked(text.trim(), VARIABLE) };
  // A command may enter another folder before it reads the file again.
  const found = { ...environment, [FILE_VARIABLE]: resolve(file) };
  const read = (): string => checked(readSecretFile(found, VARIABLE) ?? '', FILE_VARIABLE);
  let current = read();
  const token = async (refused?: string): Promise<string> => {
    if (refused === current) current = read();
    return current;
  };
  return { variable: FILE_VARIABLE, token };
}

function checked(token: string, variable: ServiceToken['variable']): string {
  // RFC 6750, 2.1
  if (/^[\w.~+/-]+=*$/.test(token)) return token;
  throw new ConfigError([`${variable} is not a valid token: only letters, digits and -._~+/ are allowed`]);
}
