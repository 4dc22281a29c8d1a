import { readPolicy, type ReadPolicy } from '#adapters/http/policy/read-policy';
import { BearerAuthenticator } from '#adapters/authentication/bearer-authenticator';
import { KeyAuthenticator } from '#adapters/authentication/key-authenticator';
import { parseKeys } from '#adapters/authentication/key-list';
import type { AppOptions } from '#adapters/http/koa/app';
import { keyEntry } from './access.ts';

/** Somebody with an API key, that of `keyOf(name)`. */
export interface KeyHolder {
  readonly name: string;
  readonly role: string;
  readonly claims?: Readonly<Record<string, unknown>>;
}

type Access = NonNullable<AppOptions['access']>;

/**
 * What an app needs to know of a policy and of those who have keys.
 * @param file as in the file
 * @throws Error if the policy or a key is wrong
 */
export function accessFor(file: object, holders: readonly KeyHolder[]): Access & { readonly policy: ReadPolicy } {
  const read = readPolicy(JSON.stringify(file));
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  const { policy } = read;
  const entries = holders.map(({ name, role, claims = {} }) => ({ ...keyEntry(name, role), claims }));
  const parsed = parseKeys(JSON.stringify(entries));
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  const keys = new KeyAuthenticator();
  keys.use(parsed.keys);
  return {
    policy,
    authenticator: new BearerAuthenticator({ keys, tokens: undefined }),
    anonymous: policy.anonymous,
    roles: policy.roles,
    permissionsOf: (actor) => policy.permissionsOf(actor),
    onIdentified: () => undefined,
  };
}
