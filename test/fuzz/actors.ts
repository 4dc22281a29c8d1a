// The senders of hostile requests to a service with a policy, and the planted values that each must never see.
import { SignJWT } from 'jose';
import { all, bearer, keyOf, reading } from '../support/access.ts';
import type { Header } from './input.ts';

/** Planted in every row, and in no request. Names are shown in upper case. */
export const markers = {
  name: 'zqmarkedname',
  email: 'zqmarkedmail',
  birthDate: '3141-05-09',
  serial: 'zqmarkedserial',
} as const;
type Marker = keyof typeof markers;

export interface Sender {
  readonly name: string;
  /** Undefined: without any. */
  readonly authorization: string | undefined;
  /** True if the service can identify the sender. */
  readonly isKnown: boolean;
  readonly mayWrite: boolean;
  readonly hidden: readonly Marker[];
}

const EVERY_MARKER = Object.keys(markers) as readonly Marker[];
const everything = { read: {}, create: {}, update: {}, delete: {} };

interface FuzzedRole {
  readonly rules: object;
  readonly mayWrite: boolean;
  readonly hidden: readonly Marker[];
}

const fuzzedRoles: Readonly<Record<string, FuzzedRole>> = {
  all: { rules: all, mayWrite: true, hidden: [] },
  reading: { rules: reading, mayWrite: false, hidden: [] },
  nothing: { rules: {}, mayWrite: false, hidden: EVERY_MARKER },
  'no names': {
    rules: { person: { read: { fields: ['birth_date', 'computers'] } }, computer: everything },
    mayWrite: true,
    hidden: ['name', 'email'],
  },
  'no dates': {
    rules: { person: { ...everything, read: { fields: ['name', 'email', 'display_name'] }, create: {}, update: {} } },
    mayWrite: true,
    hidden: ['birthDate', 'serial'],
  },
  'names as shown': {
    rules: { person: { read: { fields: ['display_name', 'computers'] } }, computer: { read: { fields: ['owner'] } } },
    mayWrite: false,
    hidden: ['birthDate', 'serial'],
  },
  'no persons': { rules: { computer: everything }, mayWrite: true, hidden: ['name', 'email', 'birthDate'] },
  blind: {
    rules: { person: { read: { fields: [] }, create: {}, update: {}, delete: {} } },
    mayWrite: true,
    hidden: EVERY_MARKER,
  },
};

export const fuzzedPolicy = {
  roles: Object.fromEntries(Object.entries(fuzzedRoles).map(([name, { rules }]) => [name, rules])),
};

export const JWT = {
  JWT_SECRET: 'a secret for the tests, 32 bytes and more',
  JWT_ISSUER: 'https://issuer.example.org',
  JWT_AUDIENCE: 'https://api.example.org',
} as const;

/** Everybody: each role by key and by token, broken credentials, and none. */
export async function senders(): Promise<readonly Sender[]> {
  const known = Object.entries(fuzzedRoles).flatMap(([role, { mayWrite, hidden }]) =>
    [bearer(role).Authorization, undefined].map((authorization) => ({ role, authorization, mayWrite, hidden })),
  );
  const valid = await Promise.all(
    known.map(async ({ role, authorization, mayWrite, hidden }) => ({
      name: `${role} by ${authorization === undefined ? 'token' : 'key'}`,
      authorization: authorization ?? `Bearer ${await token(role)}`,
      isKnown: true,
      mayWrite,
      hidden,
    })),
  );
  const strangers = [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Basic YWRhOmFkYQ==',
    `Bearer ${keyOf('stranger')}`,
    `Bearer ${keyOf('all')}x`,
    `bearer  ${keyOf('all').slice(0, -1)}`,
    `Bearer ${await token('all', 'another audience')}`,
    `Bearer ${(await token('all')).slice(0, -3)}`,
    `Bearer ${'Zq8'.repeat(3000)}`,
    `Bearer ${keyOf('all')} ${keyOf('all')}`,
  ].map((authorization) => ({
    name: `${authorization?.slice(0, 20) ?? 'nobody'}…`,
    authorization,
    isKnown: false,
    mayWrite: false,
    hidden: EVERY_MARKER,
  }));
  return [...valid, ...strangers];
}

function token(role: string, audience: string = JWT.JWT_AUDIENCE): Promise<string> {
  return new SignJWT({ role })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(JWT.JWT_ISSUER)
    .setAudience(audience)
    .setSubject(`somebody who may ${role}`)
    .setExpirationTime('12h')
    .sign(new TextEncoder().encode(JWT.JWT_SECRET));
}

export function authorizationOf({ authorization }: Sender): readonly Header[] {
  return authorization === undefined ? [] : [['Authorization', authorization]];
}
