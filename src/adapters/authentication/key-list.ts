// The list of API keys: JSON in a file that the operator writes, by hand or by the command line.
import { isDeepStrictEqual } from 'node:util';
import type { Claims } from '#application/model/actor';
import { calendarDate, canonicalTimestamp } from '#domain/dates';
import { isPlainName, isRecord, isSubjectName } from './claim-names.ts';

/** An API key as it is listed: who uses it, but not the key itself. */
export interface ListedKey {
  readonly name: string;
  readonly role: string;
  /** See `keyDigest`. */
  readonly sha256: string;
  readonly claims: Claims;
  /** Milliseconds since 1970 from which the key is refused; undefined: never. */
  readonly expiresAt: number | undefined;
}

/** What is wrong with a list of keys. */
export interface KeyProblem {
  /** A JSON pointer; empty for the list itself. */
  readonly pointer: string;
  /** A clause that completes "POINTER …". It quotes no value, since keys may be pasted into the wrong place. */
  readonly refusal: string;
}

export type ParsedKeys = { readonly keys: readonly ListedKey[] } | { readonly problems: readonly KeyProblem[] };

/**
 * Reads a list of keys: an array of `{ name, role, sha256, claims?, expires? }`. Several entries of one name, as while a key is replaced, describe one
 * actor.
 */
export function parseKeys(text: string): ParsedKeys {
  const list = parseJson(text);
  if (!('value' in list)) return { problems: [{ pointer: '', refusal: list.refusal }] };
  if (!Array.isArray(list.value)) return { problems: [{ pointer: '', refusal: 'must be a list of keys' }] };
  const entries: readonly unknown[] = list.value;
  const problems = entries.flatMap((entry, index) => entryProblems(entry, `/${index}`));
  if (problems.length > 0) return { problems };
  const keys = entries.filter(isRecord).map(restore);
  const conflicts = keys.flatMap((key, index) => conflictsOf(key, index, keys));
  return conflicts.length > 0 ? { problems: conflicts } : { keys };
}

/** Problems in one line. */
export function describeProblems(problems: readonly KeyProblem[]): string {
  const sentences = problems.map(({ pointer, refusal }) => (pointer === '' ? refusal : `${pointer} ${refusal}`));
  const [first = '', ...others] = sentences;
  return others.length === 0 ? first : `${first} (and ${others.length} more)`;
}

/** V8 quotes the text in its messages, which may be a secret, so only the position is kept. */
function parseJson(text: string): { readonly value: unknown } | { readonly refusal: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const place = /\(line \d+ column \d+\)$/.exec(error instanceof Error ? error.message : '')?.[0];
    return { refusal: place === undefined ? 'must be JSON' : `must be JSON, and is not at ${place.slice(1, -1)}` };
  }
}

type Member = 'name' | 'role' | 'sha256' | 'claims' | 'expires';

/** For each member, what is wrong with its value. */
const checks: Readonly<Record<Member, (value: unknown) => string | undefined>> = {
  name: (value) => (isSubjectName(value) ? undefined : 'must be a text of 1 to 255 characters, none of them control'),
  role: (value) => (typeof value === 'string' && isPlainName(value) ? undefined : 'must be the name of a role'),
  sha256: (value) =>
    typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
      ? undefined
      : 'must be a SHA-256 in 64 lower-case hexadecimal digits',
  claims: (value) => (value === undefined || isRecord(value) ? undefined : 'must be an object'),
  expires: (value) =>
    value === undefined || momentOf(value) !== undefined
      ? undefined
      : 'must be a date, or a date and time with offset as of RFC 3339',
};

function isMember(name: string): name is Member {
  return Object.hasOwn(checks, name);
}

function entryProblems(entry: unknown, pointer: string): readonly KeyProblem[] {
  if (!isRecord(entry)) return [{ pointer, refusal: 'must be an object' }];
  const unknown = Object.keys(entry).filter((name) => !isMember(name));
  const known = Object.entries(checks).flatMap(([name, check]) => {
    const refusal = check(Object.hasOwn(entry, name) ? entry[name] : undefined);
    return refusal === undefined ? [] : [{ pointer: `${pointer}/${name}`, refusal }];
  });
  return [
    ...unknown.map((name) => ({ pointer: `${pointer}/${escapePointer(name)}`, refusal: 'is not a member of a key' })),
    ...known,
    ...claimProblems(entry['claims'], `${pointer}/claims`),
  ];
}

function claimProblems(claims: unknown, pointer: string): readonly KeyProblem[] {
  if (!isRecord(claims)) return [];
  return Object.keys(claims)
    .filter((name) => !isPlainName(name))
    .map((name) => ({ pointer: `${pointer}/${escapePointer(name)}`, refusal: 'cannot be the name of a claim' }));
}

/** RFC 6901. */
function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** @param entry one without problems */
function restore(entry: Readonly<Record<string, unknown>>): ListedKey {
  const { name, role, sha256, claims, expires } = entry;
  return {
    name: String(name),
    role: String(role),
    sha256: String(sha256),
    claims: isRecord(claims) ? claims : {},
    expiresAt: momentOf(expires),
  };
}

/** A date is its first moment in UTC. */
function momentOf(value: unknown): number | undefined {
  const checked = [calendarDate(value), canonicalTimestamp(value)].find(({ valid }) => valid);
  return checked?.valid === true ? Date.parse(checked.value) : undefined;
}

function conflictsOf(key: ListedKey, index: number, keys: readonly ListedKey[]): readonly KeyProblem[] {
  const sooner = keys.slice(0, index);
  const first = sooner.find(({ name }) => name === key.name);
  const conflict = (member: Member, refusal: string): KeyProblem => ({ pointer: `/${index}/${member}`, refusal });
  return [
    ...(sooner.some(({ sha256 }) => sha256 === key.sha256) ? [conflict('sha256', 'is listed before')] : []),
    ...(first !== undefined && first.role !== key.role
      ? [conflict('role', 'must be that of the other keys with this name')]
      : []),
    ...(first !== undefined && !isDeepStrictEqual(first.claims, key.claims)
      ? [conflict('claims', 'must be those of the other keys with this name')]
      : []),
  ];
}
