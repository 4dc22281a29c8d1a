// A policy and API keys for services under test.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { perType } from '#domain/schema';

/** The API key of that name. */
export function keyOf(name: string): string {
  return `pc_${createHash('sha256').update(`the key ${name}`).digest('base64url')}`;
}

export const READER_KEY = keyOf('reader');

export interface AccessFiles {
  /** For the environment of a service. */
  readonly environment: Readonly<Record<'POLICY_FILE' | 'KEYS_FILE', string>>;
  /** Replaces the entries of the file of keys. */
  readonly writeKeys: (entries: readonly object[]) => void;
  readonly remove: () => void;
}

/**
 * Writes a policy, and a file with an API key for each of its roles, of the role's name (`keyOf`).
 * @param policy as in the file
 */
export function writeAccessFiles(policy: { readonly anonymous?: string; readonly roles: object }): AccessFiles {
  const folder = mkdtempSync(join(tmpdir(), 'access-'));
  const [policyFile, keysFile] = [join(folder, 'policy.json'), join(folder, 'keys.json')];
  const writeKeys = (entries: readonly object[]): void => writeFileSync(keysFile, JSON.stringify(entries));
  writeFileSync(policyFile, JSON.stringify(policy));
  writeKeys(Object.keys(policy.roles).map((role) => keyEntry(role, role)));
  return {
    environment: { POLICY_FILE: policyFile, KEYS_FILE: keysFile },
    writeKeys,
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** The entry of `keyOf(name)`. */
export function keyEntry(name: string, role: string): Readonly<Record<'name' | 'role' | 'sha256', string>> {
  return { name, role, sha256: createHash('sha256').update(keyOf(name)).digest('hex') };
}

export function bearer(name: string): { readonly Authorization: string } {
  return { Authorization: `Bearer ${keyOf(name)}` };
}

const everything = { read: {}, create: {}, update: {}, delete: {} };
/** May do everything. */
export const all = perType(() => everything);
/** May read everything. */
export const reading = perType(() => ({ read: {} }));
