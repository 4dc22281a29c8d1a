import { readFileSync } from 'node:fs';
import type { readPolicy, ReadPolicy } from '#adapters/http/policy/read-policy';
import { withoutCredentials } from '#adapters/authentication/api-key';
import { messageOf } from '#application/model/describe-error';
import { ConfigError } from '../config/config.ts';
import { served } from '../product/served.ts';

export type { ReadPolicy };

/** @throws ConfigError if the file cannot be read */
export function readPolicyText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError([`POLICY_FILE cannot be read: ${withoutCredentials(messageOf(error))}`]);
  }
}

/**
 * Parses the text of a policy file.
 * @throws ConfigError with all its problems
 */
export async function policyOf(text: string): Promise<ReadPolicy> {
  const read = await checkPolicy(text);
  if ('policy' in read) return read.policy;
  const all = read.problems.map(({ pointer, detail }) => `${pointer === '' ? 'the file' : pointer} ${detail}`);
  throw new ConfigError([`POLICY_FILE is invalid: ${all.join('; ')}`]);
}

/** Parses a policy. Imported lazily, because most services have none. */
export async function checkPolicy(text: string): Promise<ReturnType<typeof readPolicy>> {
  const { readPolicy: read } = await import('#adapters/http/policy/read-policy');
  const { parseJsonFile } = await import('./json-file.ts');
  const result = read(await parseJsonFile(text), served.resources);
  if ('policy' in result) return result;
  const problems = result.problems.map(({ pointer, detail }) => ({
    pointer: withoutCredentials(pointer),
    detail: withoutCredentials(detail),
  }));
  return { problems };
}
