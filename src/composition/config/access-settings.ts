import { isPlainName } from '#adapters/authentication/claim-names';
import { readPublicKey, type PublicKey } from '#adapters/authentication/public-key';
import type { Environment, ParsedSetting, Variable } from './parse-setting.ts';

/**
 * The access settings. They fail closed: the service does not start if one of them would have no effect because another is missing.
 */
export const accessSettings = {
  policyFile: {
    name: 'POLICY_FILE',
    meaning: 'JSON file with the [policy](access.md), which turns authentication on',
    defaultText: 'unset: open to all',
    // Other settings treat an empty variable as unset. Here that would open the service to everyone.
    read: (text, environment) =>
      text === undefined && environment['POLICY_FILE'] === ''
        ? { refusal: 'must not be empty: unset it to serve without authentication' }
        : { value: text },
  } satisfies Variable<string | undefined>,
  keysFile: whereAuthenticating('KEYS_FILE', 'JSON file of API keys, reread when it changes', asText),
  jwksUrl: whereAuthenticating('JWKS_URL', 'https URL of the public keys of your identity provider', readIssuerUrl),
  jwtKey: whereAuthenticating('JWT_KEY', 'instead of `JWKS_URL`: public key in PEM that verifies JWTs', readKey),
  jwtSecret: whereAuthenticating(
    'JWT_SECRET',
    'instead of `JWKS_URL`: secret that verifies JWTs signed with HS256',
    readSecret,
  ),
  jwtIssuer: expectedOfTokens('JWT_ISSUER', 'expected `iss` of JWTs; required if the service accepts JWTs'),
  jwtAudience: expectedOfTokens('JWT_AUDIENCE', 'expected `aud` of JWTs; required if the service accepts JWTs'),
  jwtRoleClaim: {
    name: 'JWT_ROLE_CLAIM',
    meaning: 'JWT claim that holds the role, or the path to it, such as `realm_access.role`',
    defaultText: 'role',
    read: readRoleClaim,
  } satisfies Variable<string>,
};

/** The sources of keys that verify tokens. At most one may be set. */
const SOURCES = ['JWKS_URL', 'JWT_KEY', 'JWT_SECRET'] as const;
type Source = (typeof SOURCES)[number];

const WITHOUT_POLICY = 'must be unset without a POLICY_FILE, which turns authentication on';

function isSet(environment: Environment, name: string): boolean {
  return (environment[name] ?? '') !== '';
}

function whereAuthenticating<Value>(
  name: 'KEYS_FILE' | Source,
  meaning: string,
  read: (text: string) => ParsedSetting<Value>,
): Variable<Value | undefined> {
  return {
    name,
    meaning,
    defaultText: 'unset',
    read: (text, environment) => {
      if (text === undefined) return { value: undefined };
      if (!isSet(environment, 'POLICY_FILE')) return { refusal: WITHOUT_POLICY };
      const other =
        name === 'KEYS_FILE' ? undefined : SOURCES.find((each) => each !== name && isSet(environment, each));
      return other === undefined
        ? read(text)
        : { refusal: `must be unset with ${other}, because tokens are verified in one way only` };
    },
  };
}

function expectedOfTokens(name: 'JWT_ISSUER' | 'JWT_AUDIENCE', meaning: string): Variable<string | undefined> {
  return {
    name,
    meaning,
    defaultText: 'unset',
    read: (text, environment) => {
      const source = SOURCES.find((each) => isSet(environment, each));
      if (text === undefined)
        return source === undefined ? { value: undefined } : { refusal: `must be set with ${source}` };
      return requireTokens(environment) ?? { value: text };
    },
  };
}

function readRoleClaim(text: string | undefined, environment: Environment): ParsedSetting<string> {
  if (text === undefined) return { value: 'role' };
  if (!isPlainName(text)) return { refusal: 'must be the name of a claim' };
  return requireTokens(environment) ?? { value: text };
}

function requireTokens(environment: Environment): { readonly refusal: string } | undefined {
  if (!isSet(environment, 'POLICY_FILE')) return { refusal: WITHOUT_POLICY };
  return SOURCES.some((each) => isSet(environment, each))
    ? undefined
    : { refusal: `must be unset without ${SOURCES.join(', ')}, because no tokens are verified` };
}

function asText(text: string): ParsedSetting<string> {
  return { value: text };
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The response decides who is let in, so nobody may change it in transit. Messages do not quote the URL, because it may contain a password. */
function readIssuerUrl(text: string): ParsedSetting<URL> {
  const url = /^https?:\/\/[^/\s]+\S*$/i.test(text) ? URL.parse(text) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  return url !== null && isSafe && url.username === '' && url.password === ''
    ? { value: url }
    : { refusal: 'must be an https URL without user and password; http only on a loopback address' };
}

function readKey(text: string): ParsedSetting<PublicKey> {
  const read = readPublicKey(text);
  return 'refusal' in read ? read : { value: read };
}

const LEAST_SECRET_BYTES = 32;

function readSecret(text: string): ParsedSetting<string> {
  if (text.includes('-----BEGIN')) return { refusal: 'must be a secret, not a key in PEM: use JWT_KEY' };
  return Buffer.byteLength(text) >= LEAST_SECRET_BYTES
    ? { value: text }
    : { refusal: `must have at least ${LEAST_SECRET_BYTES} bytes` };
}
