import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import { ConfigError, readConfig, readSecretFiles, sharedSecrets } from '#composition/config/config';
import { misspeltNames } from '#composition/config/misspelt-names';

const POLICY = { POLICY_FILE: 'policy.json' };
const EXPECTED = { JWT_ISSUER: 'https://issuer.example', JWT_AUDIENCE: 'https://api.example' };
const JWKS = { ...POLICY, ...EXPECTED, JWKS_URL: 'https://issuer.example/jwks' };
const SECRET = 'a secret of at least 32 bytes, at least';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const PEM = publicKey.export({ type: 'spki', format: 'pem' }).toString();

describe('The settings of access', () => {
  it('are unset by default: nobody is asked who they are', () => {
    const { policyFile, keysFile, jwksUrl, jwtKey, jwtSecret, jwtRoleClaim } = readConfig({ KEYS_FILE: '' });
    expect([policyFile, keysFile, jwksUrl, jwtKey, jwtSecret]).to.deep.equal(Array(5).fill(undefined));
    expect(jwtRoleClaim).to.equal('role');
  });

  it('name the policy, the keys, and what tokens are verified by', () => {
    expect(readConfig({ ...POLICY, KEYS_FILE: 'keys.json' })).to.include({
      policyFile: 'policy.json',
      keysFile: 'keys.json',
    });
    const config = readConfig({ ...JWKS, JWT_ROLE_CLAIM: 'realm_access.role' });
    expect(config.jwksUrl?.href).to.equal('https://issuer.example/jwks');
    expect(config).to.include({
      jwtIssuer: 'https://issuer.example',
      jwtAudience: 'https://api.example',
      jwtRoleClaim: 'realm_access.role',
    });
    expect(readConfig({ ...POLICY, ...EXPECTED, JWT_KEY: PEM }).jwtKey?.algorithms).to.deep.equal(['EdDSA']);
    expect(readConfig({ ...POLICY, ...EXPECTED, JWT_SECRET: SECRET }).jwtSecret).to.equal(SECRET);
  });

  for (const url of [
    'http://127.0.0.1:8080/jwks',
    'http://localhost/jwks',
    'http://[::1]:1/jwks',
    'https://a.example/?v=1',
  ])
    it(`take JWKS_URL=${url}`, () => {
      expect(readConfig({ ...JWKS, JWKS_URL: url }).jwksUrl?.href).to.equal(url);
    });

  const refused: readonly (readonly [what: string, environment: Record<string, string>, message: RegExp])[] = [
    ['an empty policy', { POLICY_FILE: '' }, /^POLICY_FILE must not be empty/],
    [
      'an empty policy beside keys',
      { POLICY_FILE: '', KEYS_FILE: 'a' },
      /^POLICY_FILE must not be empty.*; KEYS_FILE /,
    ],
    ['keys without a policy', { KEYS_FILE: 'a' }, /^KEYS_FILE must be unset without a POLICY_FILE/],
    ['an issuer without a policy', { JWKS_URL: 'https://a.example' }, /^JWKS_URL must be unset without a POLICY_FILE/],
    ['a key without a policy', { JWT_KEY: PEM }, /^JWT_KEY must be unset without a POLICY_FILE/],
    ['a secret without a policy', { JWT_SECRET: SECRET }, /^JWT_SECRET must be unset without a POLICY_FILE/],
    ['JWT_ISSUER without a policy', { JWT_ISSUER: 'a' }, /^JWT_ISSUER must be unset without a POLICY_FILE/],
    ['JWT_AUDIENCE without a policy', { JWT_AUDIENCE: 'a' }, /^JWT_AUDIENCE must be unset without a POLICY_FILE/],
    ['JWT_ROLE_CLAIM without a policy', { JWT_ROLE_CLAIM: 'a' }, /^JWT_ROLE_CLAIM must be unset without a POLICY_FILE/],
    ['JWT_ISSUER without tokens', { ...POLICY, JWT_ISSUER: 'a' }, /^JWT_ISSUER must be unset without JWKS_URL/],
    [
      'JWT_ROLE_CLAIM without tokens',
      { ...POLICY, JWT_ROLE_CLAIM: 'a' },
      /^JWT_ROLE_CLAIM must be unset without JWKS_URL/,
    ],
    ['tokens of any issuer', { ...JWKS, JWT_ISSUER: '' }, /^JWT_ISSUER must be set with JWKS_URL$/],
    ['tokens for any audience', { ...JWKS, JWT_AUDIENCE: '' }, /^JWT_AUDIENCE must be set with JWKS_URL$/],
    [
      'two kinds of key',
      { ...JWKS, JWT_SECRET: SECRET },
      /^JWKS_URL must be unset with JWT_SECRET.*; JWT_SECRET must be/,
    ],
    ['a role that every object has', { ...JWKS, JWT_ROLE_CLAIM: '__proto__' }, /^JWT_ROLE_CLAIM must be the name/],
    ['an issuer by http', { ...JWKS, JWKS_URL: 'http://issuer.example/jwks' }, /^JWKS_URL must be an https URL/],
    ['what looks like loopback', { ...JWKS, JWKS_URL: 'http://127.0.0.1.example/' }, /^JWKS_URL must be an https URL/],
    ['a file of keys of an issuer', { ...JWKS, JWKS_URL: 'file:///etc/jwks' }, /^JWKS_URL must be an https URL/],
    ['a password in JWKS_URL', { ...JWKS, JWKS_URL: 'https://a:b@issuer.example/' }, /^JWKS_URL must be an https URL/],
    [
      'a short secret',
      { ...POLICY, ...EXPECTED, JWT_SECRET: 'x'.repeat(31) },
      /^JWT_SECRET must have at least 32 bytes$/,
    ],
    [
      'a public key as the secret',
      { ...POLICY, ...EXPECTED, JWT_SECRET: PEM },
      /^JWT_SECRET must be a secret, not a key/,
    ],
    [
      'a private key',
      { ...POLICY, ...EXPECTED, JWT_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
      /^JWT_KEY must be a public key, not a private one$/,
    ],
    [
      'a key that is a secret',
      { ...POLICY, ...EXPECTED, JWT_KEY: SECRET },
      /^JWT_KEY must be a single public key in PEM/,
    ],
  ];
  for (const [what, environment, message] of refused)
    it(`refuse ${what}, in one line that shows no secret`, () => {
      const read = (): unknown => readConfig(environment);
      expect(read).to.throw(ConfigError, message);
      expect(read).not.to.throw(/\n|a secret of|a:b@|BEGIN/);
    });

  it('count secrets in bytes', () => {
    expect(readConfig({ ...POLICY, ...EXPECTED, JWT_SECRET: 'ä'.repeat(16) }).jwtSecret).to.have.length(16);
  });

  for (const name of ['JWKS_URL', 'JWT_KEY', 'JWT_SECRET'])
    it(`take ${name} from a file without showing its name, which may be the secret`, () => {
      expect(() => readSecretFiles({ [`${name}_FILE`]: 'a secret of mine' })).to.throw(
        ConfigError,
        new RegExp(`^${name}_FILE cannot be read: ENOENT: no such file or directory$`),
      );
    });

  it('use the texts that another process has read instead of the files', () => {
    const texts = { JWT_SECRET_FILE: 's' };
    expect(readSecretFiles({ JWT_SECRET_FILE: '/nowhere' }, texts)['JWT_SECRET']).to.equal('s');
  });

  it('are shared by all processes if they come from a file and decide which tokens and cursors are valid', () => {
    const environment = {
      JWT_SECRET: 's',
      JWT_SECRET_FILE: 'f',
      CURSOR_KEY: 'c',
      DATABASE_URL: 'd',
      DATABASE_URL_FILE: 'g',
    };
    expect(sharedSecrets(environment)).to.deep.equal({ JWT_SECRET_FILE: 's' });
  });

  it('are suggested for misspelt names', () => {
    expect(misspeltNames({ POLCY_FILE: 'x', JWT_SECERT_FILE: 'x' })).to.deep.equal([
      { name: 'POLCY_FILE', meant: 'POLICY_FILE' },
      { name: 'JWT_SECERT_FILE', meant: 'JWT_SECRET_FILE' },
    ]);
  });
});
