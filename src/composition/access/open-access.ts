import { createHash } from 'node:crypto';
import type { Access } from '#adapters/http/koa/app';
import { ConfigError, type Config } from '../config/config.ts';
import { openAuthenticator, type AuthenticatorOptions } from './open-authenticator.ts';
import { policyOf, readPolicyText } from './read-policy-file.ts';

/** The policy and keys as read by another process. */
export interface AccessTexts {
  /** The text of the policy. */
  readonly policy: string | undefined;
  /** The text of the last good keys, used if the file is invalid or missing. */
  readonly keys: string | undefined;
}

const DIGEST_LENGTH = 12;

export interface OpenAccess {
  readonly access: Access;
  /** The first digits of the SHA-256 of the policy's text. They identify its version. */
  readonly policyDigest: string;
  /** Problems that do not affect readiness. */
  readonly warnings: () => readonly string[];
  readonly stop: () => void;
}

/**
 * Loads the policy and the authenticators.
 * @param texts used instead of reading the files
 * @returns undefined without a policy, in which case every request is allowed
 * @throws Error if the policy or the key file is invalid, or no request could be accepted
 */
export async function openAccess(
  config: Config,
  options: AuthenticatorOptions,
  texts?: AccessTexts,
): Promise<OpenAccess | undefined> {
  const { policyFile } = config;
  if (policyFile === undefined) return undefined;
  const policyText = texts?.policy ?? readPolicyText(policyFile);
  const policy = await policyOf(policyText);
  const opened = await openAuthenticator(config, options, texts?.keys);
  if (opened === undefined && policy.anonymous === undefined)
    throw new ConfigError([
      'POLICY_FILE has no role for requests without credentials, and nothing accepts credentials: set KEYS_FILE, JWKS_URL, JWT_KEY or JWT_SECRET, or name a role in "anonymous"',
    ]);
  const { anonymous, roles } = policy;
  const policyDigest = createHash('sha256').update(policyText).digest('hex').slice(0, DIGEST_LENGTH);
  options.observe({ kind: 'policy served', digest: policyDigest });
  return {
    access: {
      authenticator: opened?.authenticator,
      anonymous,
      roles,
      permissionsOf: (actor) => policy.permissionsOf(actor),
      permissionsOfRole: (role) => policy.permissionsOfRole(role),
    },
    policyDigest,
    warnings: () => opened?.warnings() ?? [],
    stop: () => opened?.stop(),
  };
}
