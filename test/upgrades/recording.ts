// A recording: the database of an earlier version, its responses, and an API key that it created.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedRequest } from './requests.ts';

export interface Answers {
  /** The commit, its date and its subject. */
  readonly version: string;
  /** In the order in which its database ran them. */
  readonly migrations: readonly string[];
  /** Absent if the version is older than policies, entity tags and idempotency keys. */
  readonly apiKey?: string;
  readonly reads: readonly { readonly path: string; readonly tag?: string; readonly document: object }[];
  /** The writes with an idempotency key. */
  readonly keyed: readonly (RecordedRequest & { readonly status: number; readonly document: object })[];
  /** The entity tag of `/persons/1` before the last write. */
  readonly outdatedTag?: string;
  /** The end of the feed of changes; absent if the version is older than the feed. */
  readonly position?: string;
}

export interface Recording extends Answers {
  readonly name: string;
  readonly folder: string;
  /** True for an SQL dump, false for the folder of an embedded database. */
  readonly isDump: boolean;
}

const FIXTURES = join(import.meta.dirname, 'fixtures');

export const POLICY = join(import.meta.dirname, 'policy.json');
export const ROLE = 'keeper';
export const FILES = { answers: 'answers.json', dump: 'database.sql', data: 'data.tar.gz', keys: 'keys.json' } as const;

/** The folder of a recording. */
export function folderOf(name: string): string {
  return join(FIXTURES, name);
}

export function readRecordings(): readonly Recording[] {
  return readdirSync(FIXTURES)
    .sort()
    .map((name) => {
      const folder = folderOf(name);
      const answers = JSON.parse(readFileSync(join(folder, FILES.answers), 'utf8')) as Answers;
      return { ...answers, name, folder, isDump: existsSync(join(folder, FILES.dump)) };
    });
}
