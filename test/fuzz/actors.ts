// The senders of hostile requests to a service with a policy, and the planted values that each must never see.
import { SignJWT } from 'jose';
import type { Resource } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { perType, relationshipOf, resourceTypes, type ResourceType } from '#domain/schema';
import { all, bearer, keyOf } from '../support/access.ts';
import type { Header } from './input.ts';
import { hiddenFrom, markers, type Marker, type Permissions, type Rules } from './markers.ts';
import { toOneOf } from './rows.ts';

export interface Sender {
  readonly name: string;
  /** Undefined: without any. */
  readonly authorization: string | undefined;
  /** True if the service can identify the sender. */
  readonly isKnown: boolean;
  readonly mayWrite: boolean;
  readonly hidden: readonly Marker[];
}

const everything = { read: {}, create: {}, update: {}, delete: {} };

const fuzzedRoles: Readonly<Record<string, Rules>> = {
  all,
  reading: perType(() => ({ read: {} })),
  nothing: {},
  ...Object.fromEntries(
    [0, 1, 2].map((third) => [`third ${third} of the fields`, perType((type) => seeing(type, third))]),
  ),
  ...Object.fromEntries(
    resourceTypes.flatMap((type): [string, Rules][] => [
      [`no ${type}`, { ...creatingWithout(type), [type]: {} }],
      [`blind to ${type}`, { ...all, [type]: { ...everything, read: { fields: [] } } }],
    ]),
  ),
};

/** Presets for the required relationships to a hidden type. Without them, no policy lets a role create resources. */
function creatingWithout(hidden: ResourceType): Rules {
  const creating = Object.values<Resource>(resources).map((resource): [string, Permissions] => {
    const needed = toOneOf(resource).filter(
      ([, { to, stored }]) => to === hidden && relationshipOf(resource.type, stored).isRequired,
    );
    const set = Object.fromEntries(needed.map(([name]) => [name, '1']));
    return [resource.type, { ...everything, create: needed.length === 0 ? {} : { set } }];
  });
  return Object.fromEntries(creating);
}

/** Every third field can be seen. Only those who see the last ones read alone. */
function seeing(type: ResourceType, third: number): Rules[ResourceType] {
  const names = Object.keys(resources[type].fields).filter((name) => name !== 'id');
  const read = { fields: names.filter((_, index) => index % 3 === third) };
  return third === 2 ? { read } : { ...everything, read };
}

export const fuzzedPolicy = { roles: fuzzedRoles };

export const JWT = {
  JWT_SECRET: 'a secret for the tests, 32 bytes and more',
  JWT_ISSUER: 'https://issuer.example.org',
  JWT_AUDIENCE: 'https://api.example.org',
} as const;

/** Everybody: each role by key and by token, broken credentials, and none. */
export async function senders(): Promise<readonly Sender[]> {
  const known = Object.entries(fuzzedRoles).flatMap(([role, rules]) =>
    [bearer(role).Authorization, undefined].map((authorization) => ({
      role,
      authorization,
      mayWrite: Object.values(rules).some(({ update }) => update !== undefined),
      hidden: hiddenFrom(rules),
    })),
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
    hidden: markers,
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
