import { resources } from '#test/support/model';
import { readPolicy, type ReadPolicy } from '#adapters/http/policy/read-policy';
import { BearerAuthenticator } from '#adapters/authentication/bearer-authenticator';
import { KeyAuthenticator } from '#adapters/authentication/key-authenticator';
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
 * An app's access options, from a policy and the holders of keys.
 * @param file as in the file
 * @throws Error if the policy is invalid
 */
export function accessFor(file: object, holders: readonly KeyHolder[]): Access & { readonly policy: ReadPolicy } {
  const read = readPolicy({ json: file, duplicates: [] }, resources);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  const { policy } = read;
  const keys = new KeyAuthenticator();
  keys.use(holders.map(({ name, role, claims = {} }) => ({ ...keyEntry(name, role), claims, expiresAt: undefined })));
  return {
    policy,
    authenticator: new BearerAuthenticator({ keys, tokens: undefined }),
    anonymous: policy.anonymous,
    roles: policy.roles,
    permissionsOf: (actor) => policy.permissionsOf(actor),
    permissionsOfRole: (role) => policy.permissionsOfRole(role),
  };
}
