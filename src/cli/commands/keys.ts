import { text as readAll } from 'node:stream/consumers';
import { nearestTo, suggestion, unknownName } from '#adapters/http/api/error-wording';
import { messageOf } from '#application/model/describe-error';
import type { ListedKey } from '#composition/access/api-keys';
import type { ReadPolicy } from '#composition/access/read-policy-file';
import type { Environment } from '#composition/config/parse-setting';
import type { CommandIo } from '../terminal/command-io.ts';
import { enterUserFolder, unwritable } from '../terminal/files.ts';
import {
  defineCommand,
  textOf,
  textsOf,
  UsageError,
  type CommandArguments,
  type ExitCode,
  type Option,
} from './command.ts';

const options = {
  name: { value: 'NAME', meaning: 'new: the user of the key; the subject is key:NAME' },
  role: { value: 'ROLE', meaning: 'new: the role, as defined in the policy' },
  claim: { value: 'NAME=TEXT', repeatable: true, meaning: 'new: a claim for the policy; can be repeated' },
  expires: { value: 'WHEN', meaning: 'new: 90d, 12h, or a date or time per RFC 3339 (default: never)' },
  file: { value: 'FILE', meaning: 'the key file (default for list and check: KEYS_FILE)' },
} satisfies Readonly<Record<string, Option>>;

type Given = CommandArguments<keyof typeof options>;

export const keys = defineCommand({
  name: 'keys',
  summary: 'Create, list and check API keys',
  operands: [{ name: 'ACTION', required: true }],
  options,
  notes: [
    'new prints the key, which is not shown again, and its entry for KEYS_FILE on standard error; with --file it adds the entry there.',
    'list never shows a digest. check validates the key file. If standard input has a key, it shows the entry of that key, and exits with 1 if there is none or it has expired.',
    'If POLICY_FILE is set, new refuses a role that the policy does not define; check lists such roles in the file and exits with 1.',
  ],
  run: async (given, io) => {
    const [action = ''] = given.operands;
    if (!Object.hasOwn(actions, action))
      throw new UsageError(`unknown action "${action}"${suggestion(action, Object.keys(actions))}`);
    return actions[action as keyof typeof actions](given, io);
  },
});

const actions = { new: makeKey, list: listKeys, check: checkKeys } as const;

async function makeKey(given: Given, io: CommandIo): Promise<ExitCode> {
  const { addKey, entryProblem, makeKey } = await import('#composition/access/api-keys');
  const role = required(given, 'role');
  const claims = claimsOf(textsOf(given, 'claim'));
  await requireInPolicy(role, Object.keys(claims ?? {}), io.process.env);
  const expires = expiryOf(textOf(given, 'expires'));
  const { key, entry } = makeKey({
    name: required(given, 'name'),
    role,
    ...(claims === undefined ? {} : { claims }),
    ...(expires === undefined ? {} : { expires }),
  });
  const problem = await entryProblem(entry);
  if (problem !== undefined) throw new UsageError(`--${problem.replace(/^claims/, 'claim')}`);
  const file = textOf(given, 'file');
  if (file === undefined) io.tell(JSON.stringify(entry));
  else {
    enterUserFolder(io.process.env);
    await addKey(file, entry).catch((error: unknown) => {
      throw unwritable(error, file);
    });
  }
  await io.print(`${key}\n`);
  return 0;
}

/** @throws UsageError if the configured policy lacks the role or spells a claim differently */
async function requireInPolicy(role: string, claims: readonly string[], environment: Environment): Promise<void> {
  const policy = await readConfiguredPolicy(environment);
  if (policy === undefined) return;
  const names = [...policy.roles.keys()];
  if (!names.includes(role))
    throw new UsageError(`--role: ${unknownName('role', role, ' in POLICY_FILE', { heading: 'Roles', names })}`);
  const used = [...policy.roles.values()].flatMap((rules) => rules.claims);
  const misspelt = claims.find((claim) => !used.includes(claim) && nearestTo(claim, used) !== undefined);
  if (misspelt !== undefined)
    throw new UsageError(`--claim: POLICY_FILE does not use the claim "${misspelt}"${suggestion(misspelt, used)}`);
}

/** @returns undefined if no policy is configured. The path is relative to the project folder. */
async function readConfiguredPolicy({ POLICY_FILE: file = '' }: Environment): Promise<ReadPolicy | undefined> {
  if (file === '') return undefined;
  const { policyOf, readPolicyText } = await import('#composition/access/read-policy-file');
  return policyOf(readPolicyText(file));
}

function required(given: Given, name: keyof typeof options): string {
  const text = textOf(given, name);
  if (text === undefined) throw new UsageError(`--${name} is missing`);
  return text;
}

function claimsOf(pairs: readonly string[]): Readonly<Record<string, string>> | undefined {
  const claims = pairs.map((pair): readonly [string, string] => {
    const end = pair.indexOf('=');
    if (end < 1) throw new UsageError('--claim must be NAME=TEXT, such as email=ci@example.org');
    return [pair.slice(0, end), pair.slice(end + 1)];
  });
  const names = claims.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new UsageError(`--claim has ${twice} twice`);
  return claims.length === 0 ? undefined : Object.fromEntries(claims);
}

const MILLIS = { d: 86_400_000, h: 3_600_000 } as const;

/** A date is validated later, with the entry. */
function expiryOf(text: string | undefined): string | undefined {
  const { count, unit } = /^(?<count>[1-9]\d{0,4})(?<unit>[dh])$/.exec(text ?? '')?.groups ?? {};
  if (count === undefined) return text;
  const moment = new Date(Date.now() + Number(count) * MILLIS[unit === 'd' ? 'd' : 'h']);
  return `${moment.toISOString().slice(0, 19)}Z`;
}

async function listKeys(given: Given, io: CommandIo): Promise<ExitCode> {
  const listed = await readFileOfKeys(given, io.process.env);
  await io.print(listed.map((key) => `${describeKey(key)}\n`).join(''));
  io.tell(listed.length === 1 ? '1 key' : `${listed.length} keys`);
  return 0;
}

async function checkKeys(given: Given, io: CommandIo): Promise<ExitCode> {
  const policy = await readConfiguredPolicy(io.process.env);
  const listed = await readFileOfKeys(given, io.process.env);
  io.tell(`the file is valid: ${listed.length === 1 ? '1 key' : `${listed.length} keys`}`);
  const strangers = policy === undefined ? [] : strangersIn(listed, [...policy.roles.keys()]);
  for (const stranger of strangers) io.tell(stranger);
  const { stdin } = io.process;
  const key = stdin.isTTY ? '' : (await readAll(stdin)).trim();
  if (key === '') return strangers.length === 0 ? 0 : 1;
  const { findKey } = await import('#composition/access/api-keys');
  const found = findKey(listed, key);
  if (found === undefined) {
    io.tell('the key on standard input is not listed');
    return 1;
  }
  await io.print(`${describeKey(found)}\n`);
  return isExpired(found) || strangers.length > 0 ? 1 : 0;
}

/** A line for each listed role that the policy lacks. A key with such a role may do nothing. */
function strangersIn(listed: readonly ListedKey[], roles: readonly string[]): readonly string[] {
  const unknown = [...new Set(listed.map(({ role }) => role))].filter((role) => !roles.includes(role));
  return unknown.map((role) => {
    const known = { heading: 'Roles', names: roles };
    const first = listed.findIndex((key) => key.role === role);
    return `/${first}/role: ${unknownName('role', role, ' in POLICY_FILE', known)}`;
  });
}

async function readFileOfKeys(given: Given, environment: Environment): Promise<readonly ListedKey[]> {
  const { listKeys: list } = await import('#composition/access/api-keys');
  const named = textOf(given, 'file');
  const file = named ?? environment['KEYS_FILE'] ?? '';
  if (file === '') throw new UsageError('--file is missing, and KEYS_FILE is unset');
  if (named !== undefined) enterUserFolder(environment);
  try {
    return await list(file);
  } catch (error) {
    throw new Error(`${file} ${messageOf(error)}`, { cause: error });
  }
}

/** A line of name, role, claims and expiry, without the digest. */
function describeKey(key: ListedKey): string {
  const { name, role, claims, expiresAt } = key;
  const expiry =
    expiresAt === undefined
      ? 'never expires'
      : `${isExpired(key) ? 'expired' : 'expires'} ${new Date(expiresAt).toISOString()}`;
  return [name, role, JSON.stringify(claims), expiry].join('\t');
}

function isExpired({ expiresAt }: ListedKey): boolean {
  return expiresAt !== undefined && expiresAt <= Date.now();
}
