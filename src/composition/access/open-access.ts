import { createHash } from 'node:crypto';
import type { Access } from '#adapters/http/koa/app';
import { ConfigError, type Config } from '../config/config.ts';
import { openAuthenticator, type AuthenticationEvents } from './open-authenticator.ts';
import { policyOf, readPolicyText } from './read-policy-file.ts';

/** The policy and keys as another process has read them. */
export interface HeldAccess {
  /** The text of the policy. */
  readonly policy: string | undefined;
  /** The text of the last good keys, used if the file is invalid or missing. */
  readonly keys: string | undefined;
}

const DIGEST_LENGTH = 12;

export interface AccessEvents extends AuthenticationEvents, Pick<Access, 'onIdentified'> {
  /** The policy with this digest is now in use. */
  readonly policyServed: (digest: string) => void;
}

export interface OpenAccess {
  readonly access: Access;
  /** The first digits of the SHA-256 of the policy's text. They identify its version. */
  readonly policyDigest: string;
  /** What does not keep the service from being ready. */
  readonly warnings: () => readonly string[];
  readonly stop: () => void;
}

/**
 * Opens what decides who may come in, and what they may do.
 * @param held used instead of reading the files
 * @returns undefined without a policy: everybody may do everything
 * @throws Error if the policy or the file of keys is invalid, or nobody could come in
 */
export async function openAccess(
  config: Config,
  events: AccessEvents,
  held?: HeldAccess,
): Promise<OpenAccess | undefined> {
  const { policyFile } = config;
  if (policyFile === undefined) return undefined;
  const policyText = held?.policy ?? readPolicyText(policyFile);
  const policy = await policyOf(policyText);
  const opened = await openAuthenticator(config, events, held?.keys);
  if (opened === undefined && policy.anonymous === undefined)
    throw new ConfigError([
      'POLICY_FILE has no role for requests without credentials, and there is no other way in: set KEYS_FILE, JWKS_URL, JWT_KEY or JWT_SECRET, or name a role in "anonymous"',
    ]);
  const { anonymous, roles } = policy;
  const policyDigest = createHash('sha256').update(policyText).digest('hex').slice(0, DIGEST_LENGTH);
  events.policyServed(policyDigest);
  return {
    access: {
      authenticator: opened?.authenticator,
      anonymous,
      roles,
      permissionsOf: (actor) => policy.permissionsOf(actor),
      onIdentified: events.onIdentified,
    },
    policyDigest,
    warnings: () => opened?.warnings() ?? [],
    stop: () => opened?.stop(),
  };
}
