import type { Access } from '#adapters/http/koa/app';
import { ConfigError, type Config } from '../config/config.ts';
import { openAuthenticator, type AuthenticationEvents } from './open-authenticator.ts';
import { policyOf, readPolicyText } from './read-policy-file.ts';

/** The texts of the files that say who may come in. */
export interface AccessTexts {
  readonly policy: string;
  /** The last good keys, for where the file cannot be used; undefined: there is no such file. */
  readonly keys: string | undefined;
}

export interface OpenAccess {
  readonly access: Access;
  /** What does not keep the service from being ready. */
  readonly warnings: () => readonly string[];
  readonly stop: () => void;
}

/**
 * Opens what decides who may come in, and what they may do.
 * @param held if another process has read the files
 * @returns undefined without a policy: everybody may do everything
 * @throws Error if the policy or the file of keys is invalid, or nobody could come in
 */
export async function openAccess(
  config: Config,
  events: AuthenticationEvents & Pick<Access, 'onIdentified'>,
  held?: AccessTexts,
): Promise<OpenAccess | undefined> {
  const { policyFile } = config;
  if (policyFile === undefined) return undefined;
  const policy = await policyOf(held?.policy ?? readPolicyText(policyFile));
  const opened = openAuthenticator(config, events, held?.keys);
  if (opened === undefined && policy.anonymous === undefined)
    throw new ConfigError([
      'POLICY_FILE has no role for requests without credentials, and there is no other way in: set KEYS_FILE, JWKS_URL, JWT_KEY or JWT_SECRET, or name a role in "anonymous"',
    ]);
  const { anonymous, roles } = policy;
  return {
    access: {
      authenticator: opened?.authenticator,
      anonymous,
      roles,
      permissionsOf: (actor) => policy.permissionsOf(actor),
      onIdentified: events.onIdentified,
    },
    warnings: () => opened?.warnings() ?? [],
    stop: () => opened?.stop(),
  };
}
