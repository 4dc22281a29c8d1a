import { BearerAuthenticator } from '#adapters/authentication/bearer-authenticator';
import { IssuerKeys } from '#adapters/authentication/issuer-keys';
import { JwtAuthenticator } from '#adapters/authentication/jwt-authenticator';
import { KeyAuthenticator } from '#adapters/authentication/key-authenticator';
import type { ListedKey } from '#adapters/authentication/key-list';
import { fixedKey, sharedSecret, type SigningKeys } from '#adapters/authentication/signing-keys';
import type { Authenticator } from '#application/ports/authenticator';
import type { Config } from '../config/config.ts';
import { openKeyFile } from './open-key-file.ts';

/** What an operator should see of authentication, in the log and in metrics. No reason shows a key, a digest or a token. */
export interface AuthenticationEvents {
  /** The file of keys has become invalid or missing; the last good keys stay in use. */
  readonly keysInvalid: (reason: string) => void;
  /** The file of keys has changed and is valid. */
  readonly keysReloaded: (count: number) => void;
  /** The text of the key file, when it is opened and after each valid change. */
  readonly keysRead?: ((text: string) => void) | undefined;
  /** The issuer did not answer with its keys. Without an answer for 10 minutes tokens are 503. */
  readonly issuerFailed: (reason: string) => void;
}

export interface OpenAuthenticator {
  readonly authenticator: Authenticator;
  /** What does not keep the service from being ready, in sentences that name the variable. */
  readonly warnings: () => readonly string[];
  /** Ends the watch of the file. */
  readonly stop: () => void;
}

type AccessConfig = Pick<
  Config,
  'keysFile' | 'jwksUrl' | 'jwtKey' | 'jwtSecret' | 'jwtIssuer' | 'jwtAudience' | 'jwtRoleClaim'
>;

/**
 * Makes what knows actors by their credentials.
 * @param lastGoodKeys to begin with where the file of keys cannot be used
 * @returns undefined if neither keys nor tokens are configured
 * @throws ConfigError if the file of keys cannot be used
 */
export async function openAuthenticator(
  config: AccessConfig,
  events: AuthenticationEvents,
  lastGoodKeys?: string,
): Promise<OpenAuthenticator | undefined> {
  const tokens = tokenAuthenticator(config, events);
  if (config.keysFile === undefined)
    return tokens && { authenticator: new BearerAuthenticator({ tokens }), warnings: () => [], stop: () => undefined };
  const keys = new KeyAuthenticator();
  const watched = {
    onInvalid: events.keysInvalid,
    onReload: (listed: readonly ListedKey[]) => {
      keys.use(listed);
      events.keysReloaded(listed.length);
      events.keysRead?.(file.text);
    },
  };
  const file = await openKeyFile(config.keysFile, watched, lastGoodKeys);
  keys.use(file.keys);
  events.keysRead?.(file.text);
  return {
    authenticator: new BearerAuthenticator({ keys, tokens }),
    warnings: () => (file.warning === undefined ? [] : [`KEYS_FILE ${file.warning}; the last good keys are in use`]),
    stop: () => file.stop(),
  };
}

function tokenAuthenticator(config: AccessConfig, events: AuthenticationEvents): JwtAuthenticator | undefined {
  const { jwtIssuer: issuer, jwtAudience: audience, jwtRoleClaim: roleClaim } = config;
  const keys = signingKeys(config, events);
  // With keys, the configuration has both.
  if (keys === undefined || issuer === undefined || audience === undefined) return undefined;
  return new JwtAuthenticator(keys, { issuer, audience, roleClaim });
}

function signingKeys(
  { jwksUrl, jwtKey, jwtSecret }: AccessConfig,
  events: AuthenticationEvents,
): SigningKeys | undefined {
  if (jwksUrl !== undefined) return new IssuerKeys(jwksUrl, { onFailure: events.issuerFailed });
  if (jwtKey !== undefined) return fixedKey(jwtKey.key, jwtKey.algorithms);
  return jwtSecret === undefined ? undefined : sharedSecret(jwtSecret);
}
