// Command-line operations on an API key file.
import { readFile, realpath } from 'node:fs/promises';
import { keyDigest, isApiKey, newApiKey } from '#adapters/authentication/api-key';
import { readKeys } from '#adapters/authentication/key-file';
import { describeProblems, readKeyList, type ListedKey } from '#adapters/authentication/key-list';
import type { Claims } from '#application/model/actor';
import { withFileLock } from './file-lock.ts';
import { parseJsonFile } from './json-file.ts';
import { replaceFile } from './replace-file.ts';

export type { ListedKey };

/** An entry of the file, as it is written. */
interface KeyEntry {
  readonly name: string;
  readonly role: string;
  readonly sha256: string;
  readonly claims?: Claims;
  /** RFC 3339. */
  readonly expires?: string;
}

/** Makes a key and its entry for the file. */
export function makeKey(of: Omit<KeyEntry, 'sha256'>): { readonly key: string; readonly entry: KeyEntry } {
  const key = newApiKey();
  const { name, role, ...rest } = of;
  return { key, entry: { name, role, sha256: keyDigest(key), ...rest } };
}

/** The reason why an entry is invalid; undefined if it is valid. */
export async function entryProblem(entry: KeyEntry): Promise<string | undefined> {
  const read = await readKeyList({ json: [entry], duplicates: [] });
  return 'keys' in read ? undefined : describeProblems(read.problems).replace(/^\/0\//, '');
}

/**
 * Reads a key file.
 * @throws KeyFileError with a clause that follows the name of the file
 */
export function listKeys(file: string): Promise<readonly ListedKey[]> {
  return readKeys(file, parseJsonFile);
}

/** The entry of a key; undefined if none is listed. */
export function findKey(keys: readonly ListedKey[], key: string): ListedKey | undefined {
  const digest = isApiKey(key) ? keyDigest(key) : undefined;
  return keys.find(({ sha256 }) => sha256 === digest);
}

/**
 * Adds an entry to a key file, creating the file if it is missing. Processes that add entries at the same time wait for each other.
 * @throws Error if the file is invalid or would become so, or if its owner, group or mode cannot be kept
 */
export async function addKey(file: string, entry: KeyEntry): Promise<void> {
  // If the path is a link, the link stays and its target is replaced.
  const path = (await ifPresent(realpath(file))) ?? file;
  await withFileLock(path, async (confirm) => {
    const entries = [...(await entriesIn(path, file)), entry];
    const next = await readKeyList({ json: entries, duplicates: [] });
    if ('problems' in next) throw new Error(`${file} would be invalid: ${describeProblems(next.problems)}`);
    replaceFile(path, `${JSON.stringify(entries, null, 2)}\n`, { confirm, isDurable: true });
  });
}

/** The entries of a valid file, or none if the file is missing. */
async function entriesIn(path: string, file: string): Promise<readonly unknown[]> {
  const parsed = await parseJsonFile((await ifPresent(readFile(path, 'utf8'))) ?? '[]');
  const read = await readKeyList(parsed);
  if ('problems' in read) throw new Error(`${file} is invalid: ${describeProblems(read.problems)}`);
  // `readKeyList` has checked that it is a list.
  return 'json' in parsed ? (parsed.json as readonly unknown[]) : [];
}

/** Undefined if the file does not exist, and for no other reason. */
async function ifPresent<Result>(result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
