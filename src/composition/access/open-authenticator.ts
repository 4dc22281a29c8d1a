import { BearerAuthenticator } from '#adapters/authentication/bearer-authenticator';
import { IssuerKeys } from '#adapters/authentication/issuer-keys';
import { JwtAuthenticator } from '#adapters/authentication/jwt-authenticator';
import { KeyAuthenticator } from '#adapters/authentication/key-authenticator';
import type { ListedKey } from '#adapters/authentication/key-list';
import { fixedKey, sharedSecret, type SigningKeys } from '#adapters/authentication/signing-keys';
import type { Authenticator } from '#application/ports/authenticator';
import type { Observe } from '#application/ports/observation';
import type { Config } from '../config/config.ts';
import { openKeyFile } from './open-key-file.ts';

export interface AuthenticatorOptions {
  readonly observe: Observe;
  /** Called with the text of the key file when it is opened and after each valid change. */
  readonly onKeysRead?: ((text: string) => void) | undefined;
}

export interface OpenAuthenticator {
  readonly authenticator: Authenticator;
  /** Problems that do not affect readiness, in sentences that name the variable. */
  readonly warnings: () => readonly string[];
  /** Stops watching the file. */
  readonly stop: () => void;
}

type AccessConfig = Pick<
  Config,
  'keysFile' | 'jwksUrl' | 'jwtKey' | 'jwtSecret' | 'jwtIssuer' | 'jwtAudience' | 'jwtRoleClaim'
>;

/**
 * Makes the authenticator for API keys and JWTs.
 * @param lastGoodKeys used at first if the key file cannot be used
 * @returns undefined if neither API keys nor JWTs are configured
 * @throws ConfigError if the key file cannot be used
 */
export async function openAuthenticator(
  config: AccessConfig,
  { observe, onKeysRead }: AuthenticatorOptions,
  lastGoodKeys?: string,
): Promise<OpenAuthenticator | undefined> {
  const tokens = tokenAuthenticator(config, observe);
  if (config.keysFile === undefined)
    return tokens && { authenticator: new BearerAuthenticator({ tokens }), warnings: () => [], stop: () => undefined };
  const keys = new KeyAuthenticator();
  const watched = {
    onInvalid: (reason: string) => observe({ kind: 'keys invalid', reason }),
    onReload: (listed: readonly ListedKey[]) => {
      keys.use(listed);
      observe({ kind: 'keys reloaded', count: listed.length });
      onKeysRead?.(file.text);
    },
  };
  const file = await openKeyFile(config.keysFile, watched, lastGoodKeys);
  keys.use(file.keys);
  onKeysRead?.(file.text);
  return {
    authenticator: new BearerAuthenticator({ keys, tokens }),
    warnings: () => (file.warning === undefined ? [] : [`KEYS_FILE ${file.warning}; the last good keys are in use`]),
    stop: () => file.stop(),
  };
}

function tokenAuthenticator(config: AccessConfig, observe: Observe): JwtAuthenticator | undefined {
  const { jwtIssuer: issuer, jwtAudience: audience, jwtRoleClaim: roleClaim } = config;
  const keys = signingKeys(config, observe);
  // If there are keys, the configuration has an issuer and an audience.
  if (keys === undefined || issuer === undefined || audience === undefined) return undefined;
  return new JwtAuthenticator(keys, { issuer, audience, roleClaim });
}

function signingKeys({ jwksUrl, jwtKey, jwtSecret }: AccessConfig, observe: Observe): SigningKeys | undefined {
  if (jwksUrl !== undefined) return new IssuerKeys(jwksUrl, { observe });
  if (jwtKey !== undefined) return fixedKey(jwtKey.key, jwtKey.algorithms);
  return jwtSecret === undefined ? undefined : sharedSecret(jwtSecret);
}
