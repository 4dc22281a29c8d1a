import { readFileSync } from 'node:fs';
import type { readPolicy, ReadPolicy } from '#adapters/http/policy/read-policy';
import { messageOf } from '#application/model/describe-error';
import { ConfigError } from '../config/config.ts';

/** @throws ConfigError if the file cannot be read */
export function readPolicyText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError([`POLICY_FILE cannot be read: ${messageOf(error)}`]);
  }
}

/**
 * Makes the policy of the text of its file.
 * @throws ConfigError with everything that is wrong with it
 */
export async function policyOf(text: string): Promise<ReadPolicy> {
  const read = await checkPolicy(text);
  if ('policy' in read) return read.policy;
  const all = read.problems.map(({ pointer, detail }) => `${pointer === '' ? 'the file' : pointer} ${detail}`);
  throw new ConfigError([`POLICY_FILE is invalid: ${all.join('; ')}`]);
}

/** What a text makes: a policy, or problems. What checks it is loaded only where there is a policy. */
export async function checkPolicy(text: string): Promise<ReturnType<typeof readPolicy>> {
  const { readPolicy: read } = await import('#adapters/http/policy/read-policy');
  return read(text);
}
