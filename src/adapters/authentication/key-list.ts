// The list of API keys: JSON that the operator writes by hand or with the command line.
import { setImmediate as turn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Claims } from '#application/model/actor';
import { accept, refuse, type Checked } from '#domain/checked';
import { calendarDate, canonicalTimestamp } from '#domain/dates';
import { hasCredential } from './api-key.ts';
import { isPlainName, isRecord, isSubjectName } from './claim-names.ts';

/** An API key as it is listed: its user and a digest, but not the key itself. */
export interface ListedKey {
  readonly name: string;
  readonly role: string;
  /** See `keyDigest`. */
  readonly sha256: string;
  readonly claims: Claims;
  /** Milliseconds since 1970 from which the key is refused; undefined: never. */
  readonly expiresAt: number | undefined;
}

/** A problem in a list of keys. */
export interface KeyProblem {
  /** A JSON pointer (RFC 6901); empty for the list itself. See `shownPointer`. */
  readonly pointer: string;
  /** A clause that completes "POINTER …". It quotes nothing from the list, since keys may be pasted into the wrong place. */
  readonly refusal: string;
}

export type ParsedKeys = { readonly keys: readonly ListedKey[] } | { readonly problems: readonly KeyProblem[] };

type Path = readonly (string | number)[];

/** The value of a file and the paths of duplicate members, or the fault that makes it unusable. */
export type ParsedKeyFile =
  | { readonly json: unknown; readonly duplicates: readonly Path[] }
  | { readonly fault: { readonly path: Path; readonly detail: string } };

/** A few milliseconds of work. */
const ENTRIES_IN_A_TURN = 1000;

/**
 * Reads a list of keys: an array of `{ name, role, sha256, claims?, expires? }`. Entries with the same name, such as while a key is replaced,
 * describe the same actor. Yields to other work regularly, since there may be many keys.
 */
export async function readKeyList(file: ParsedKeyFile): Promise<ParsedKeys> {
  if ('fault' in file) return { problems: [{ pointer: shownPointer(file.fault.path), refusal: file.fault.detail }] };
  const { json, duplicates } = file;
  if (!Array.isArray(json)) return { problems: [{ pointer: '', refusal: 'must be a list of keys' }] };
  const entries: ReadEntry[] = [];
  for (const [index, entry] of json.entries()) {
    if (index % ENTRIES_IN_A_TURN === 0) await turn();
    entries.push(readEntry(entry, `/${index}`));
  }
  const problems = [
    ...duplicates.map(duplicateProblem),
    ...entries.flatMap((entry) => ('problems' in entry ? entry.problems : [])),
  ];
  if (problems.length > 0) return { problems };
  const keys = entries.flatMap((entry) => ('key' in entry ? entry.key : []));
  const conflicts = conflictsIn(keys);
  return conflicts.length > 0 ? { problems: conflicts } : { keys };
}

/** A JSON pointer (RFC 6901) that ends before the first unknown member, because its name may be a pasted key. */
function shownPointer(path: Path): string {
  return shownSteps(path)
    .map((step) => `/${step}`)
    .join('');
}

function shownSteps(path: Path): Path {
  const hidden = path.findIndex((step) => typeof step === 'string' && !isMember(step));
  return hidden < 0 ? path : path.slice(0, hidden);
}

function duplicateProblem(path: Path): KeyProblem {
  const verb = shownSteps(path) === path ? 'is' : 'has';
  return { pointer: shownPointer(path), refusal: `${verb} a duplicate member` };
}

/** Problems in one line. */
export function describeProblems(problems: readonly KeyProblem[]): string {
  const sentences = problems.map(({ pointer, refusal }) => (pointer === '' ? refusal : `${pointer} ${refusal}`));
  const [first = '', ...others] = sentences;
  return others.length === 0 ? first : `${first} (and ${others.length} more)`;
}

/** Reads the value of each member. */
const members = {
  name: (value: unknown) =>
    isSubjectName(value) ? ownText(value) : refuse('must be 1 to 255 characters without control characters'),
  role: (value: unknown) =>
    typeof value === 'string' && isPlainName(value) ? ownText(value) : refuse('must be the name of a role'),
  sha256: (value: unknown) =>
    typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
      ? accept(value)
      : refuse('must be a SHA-256 digest in 64 lower-case hexadecimal digits'),
  claims: (value: unknown = {}) => (isRecord(value) ? readClaims(value) : refuse('must be an object')),
  expires: (value: unknown) => (value === undefined ? accept(undefined) : readMoment(value)),
};
type Member = keyof typeof members;

function isMember(name: string): name is Member {
  return Object.hasOwn(members, name);
}

/** A member that the log and the command line show, so it must not contain a credential. */
function ownText(value: string): Checked<string> {
  return hasCredential(value) ? refuse(PASTED) : accept(value);
}

const PASTED = 'must not contain a key or token';

function readClaims(claims: Claims): Checked<Claims> {
  const unusable = Object.keys(claims).find((name) => !isPlainName(name));
  // Every object inherits this name, so it is not a secret.
  if (unusable !== undefined) return refuse(`cannot have a claim called "${unusable}"`);
  if (Object.values(claims).includes(null)) return refuse('must not have a null claim: leave it out');
  return hasCredential(JSON.stringify(claims)) ? refuse(PASTED) : accept(claims);
}

/** A date means its first moment in UTC. */
function readMoment(value: unknown): Checked<number> {
  const date = calendarDate(value);
  const moment = date.valid ? date : canonicalTimestamp(value);
  return moment.valid
    ? accept(Date.parse(moment.value))
    : refuse('must be a date, or a date and time with offset per RFC 3339');
}

type ReadEntry = { readonly key: ListedKey } | { readonly problems: readonly KeyProblem[] };

function readEntry(entry: unknown, pointer: string): ReadEntry {
  if (!isRecord(entry)) return { problems: [{ pointer, refusal: 'must be an object' }] };
  const read = {
    name: members.name(entry['name']),
    role: members.role(entry['role']),
    sha256: members.sha256(entry['sha256']),
    claims: members.claims(entry['claims']),
    expires: members.expires(entry['expires']),
  } satisfies Record<Member, Checked<unknown>>;
  const isClosed = Object.keys(entry).every(isMember);
  const refused = Object.entries<Checked<unknown>>(read).flatMap(([member, value]) =>
    value.valid ? [] : [{ pointer: `${pointer}/${member}`, refusal: value.reason }],
  );
  const { name, role, sha256, claims, expires } = read;
  const areValid = isClosed && refused.length === 0;
  if (areValid && name.valid && role.valid && sha256.valid && claims.valid && expires.valid)
    return {
      key: {
        name: name.value,
        role: role.value,
        sha256: sha256.value,
        claims: claims.value,
        expiresAt: expires.value,
      },
    };
  const unknown = { pointer, refusal: `has an unknown member; a key has ${Object.keys(members).join(', ')}` };
  return { problems: [...(isClosed ? [] : [unknown]), ...refused] };
}

/** One pass, since there may be many keys. */
function conflictsIn(keys: readonly ListedKey[]): readonly KeyProblem[] {
  const digests = new Set<string>();
  const firsts = new Map<string, ListedKey>();
  return keys.flatMap((key, index) => {
    const first = firsts.get(key.name);
    const isRepeated = digests.has(key.sha256);
    digests.add(key.sha256);
    if (first === undefined) firsts.set(key.name, key);
    const conflict = (member: Member, refusal: string): KeyProblem => ({ pointer: `/${index}/${member}`, refusal });
    return [
      ...(isRepeated ? [conflict('sha256', 'is already listed')] : []),
      ...(first !== undefined && first.role !== key.role
        ? [conflict('role', 'must match the other keys with this name')]
        : []),
      ...(first !== undefined && !isDeepStrictEqual(first.claims, key.claims)
        ? [conflict('claims', 'must match the other keys with this name')]
        : []),
    ];
  });
}
