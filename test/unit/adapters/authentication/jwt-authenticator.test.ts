import { createSecretKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect } from 'chai';
import { CompactSign, SignJWT, type CompactJWSHeaderParameters, type JWTHeaderParameters } from 'jose';
import { JwtAuthenticator } from '#adapters/authentication/jwt-authenticator';
import { readPublicKey } from '#adapters/authentication/public-key';
import { fixedKey, sharedSecret } from '#adapters/authentication/signing-keys';
import { InvalidTokenError } from '#application/model/errors';

const NOW = Date.UTC(2026, 0, 1);
const SECONDS = NOW / 1000;
const RULES = { issuer: 'https://issuer.example', audience: 'https://api.example', roleClaim: 'role' };
const CLAIMS = { iss: RULES.issuer, aud: RULES.audience, sub: 'ada', exp: SECONDS + 60, role: 'editor' };

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pemOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();

const signed = (
  claims: Readonly<Record<string, unknown>>,
  header: JWTHeaderParameters = { alg: 'RS256' },
  key = privateKey,
): Promise<string> => new SignJWT({ ...CLAIMS, ...claims }).setProtectedHeader(header).sign(key);

/** Signs what `SignJWT` refuses to. */
const signedText = (payload: string, header: CompactJWSHeaderParameters = { alg: 'RS256' }): Promise<string> =>
  new CompactSign(Buffer.from(payload)).setProtectedHeader(header).sign(privateKey, { crit: { b65: true } });

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('JSON Web Tokens', () => {
  let now = NOW;
  const byPem = (roleClaim = 'role', key = publicKey): JwtAuthenticator => {
    const read = readPublicKey(pemOf(key));
    if ('refusal' in read) throw new Error(read.refusal);
    return new JwtAuthenticator(fixedKey(read.key, read.algorithms), { ...RULES, roleClaim }, () => now);
  };
  const bySecret = (secret: string): JwtAuthenticator => new JwtAuthenticator(sharedSecret(secret), RULES, () => now);
  const faultOf = async (token: string, by = byPem()): Promise<string> => {
    try {
      return (await by.authenticate({ token })).subject;
    } catch (error) {
      return error instanceof InvalidTokenError ? error.fault : String(error);
    }
  };
  beforeEach(() => {
    now = NOW;
  });

  it('say who acts, in which role, and with which claims', async () => {
    expect(await byPem().authenticate({ token: await signed({ email: 'ada@example.org' }) })).to.deep.equal({
      subject: 'jwt:ada',
      role: 'editor',
      claims: { ...CLAIMS, email: 'ada@example.org' },
    });
  });

  it('are signed with any algorithm of the type of the key', async () => {
    const secret = 'a secret of 32 bytes or even more';
    const byHmac = await signed({}, { alg: 'HS256' }, createSecretKey(Buffer.from(secret)));
    expect(await faultOf(byHmac, bySecret(secret))).to.equal('jwt:ada');
    expect(await faultOf(await signed({}, { alg: 'RS256' }))).to.equal('jwt:ada');
    expect(await faultOf(await signed({}, { alg: 'PS256' }))).to.equal('jwt:ada');
    const pairs = {
      ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
      EdDSA: generateKeyPairSync('ed25519'),
    };
    for (const [alg, pair] of Object.entries(pairs))
      expect(await faultOf(await signed({}, { alg }, pair.privateKey), byPem('role', pair.publicKey))).to.equal(
        'jwt:ada',
      );
  });

  const bad: readonly (readonly [what: string, token: () => string | Promise<string>, fault: string])[] = [
    ['no signature', () => `${encoded({ alg: 'none' })}.${encoded(CLAIMS)}.`, 'signature'],
    ['a signature that is left out', async () => (await signed({})).replace(/[^.]*$/, ''), 'signature'],
    [
      'the public key as a secret',
      () => signed({}, { alg: 'HS256' }, createSecretKey(Buffer.from(pemOf(publicKey)))),
      'signature',
    ],
    ['another key', () => signed({}, { alg: 'RS256' }, other.privateKey), 'signature'],
    [
      'a changed payload',
      async () => (await signed({})).replace(/\.[^.]*\./, `.${encoded({ ...CLAIMS, sub: 'eve' })}.`),
      'signature',
    ],
    ['a longer RSA algorithm', () => `${encoded({ alg: 'RS512' })}.${encoded(CLAIMS)}.AAAA`, 'signature'],
    [
      'an unknown critical extension',
      () => signedText(JSON.stringify(CLAIMS), { alg: 'RS256', crit: ['b65'], b65: true }),
      'signature',
    ],
    ['another audience', () => signed({ aud: 'https://other.example' }), 'audience'],
    ['no audience', () => signed({ aud: undefined }), 'audience'],
    ['another issuer', () => signed({ iss: 'https://other.example' }), 'audience'],
    ['no issuer', () => signed({ iss: undefined }), 'audience'],
    ['an end that has come', () => signed({ exp: SECONDS }), 'expired'],
    ['an end long ago', () => signed({ exp: SECONDS - 3600 }), 'expired'],
    ['no end', () => signed({ exp: undefined }), 'claims'],
    ['an end that is no number', () => signedText(JSON.stringify({ ...CLAIMS, exp: 'tomorrow' })), 'claims'],
    ['an end that is null', () => signedText(JSON.stringify({ ...CLAIMS, exp: null })), 'claims'],
    ['a beginning ahead', () => signed({ nbf: SECONDS + 31 }), 'not yet valid'],
    ['an issue ahead', () => signed({ iat: SECONDS + 31 }), 'not yet valid'],
    ['no subject', () => signed({ sub: undefined }), 'claims'],
    ['an empty subject', () => signed({ sub: '' }), 'claims'],
    ['a long subject', () => signed({ sub: 'x'.repeat(256) }), 'claims'],
    ['a subject that is no text', () => signedText(JSON.stringify({ ...CLAIMS, sub: 7 })), 'claims'],
    ['a subject that no database keeps', () => signed({ sub: 'a\0b' }), 'claims'],
    ['a payload that is no object', () => signedText('[]'), 'malformed'],
    ['a payload that is no JSON', () => signedText('{'), 'malformed'],
    ['a header that is no JSON', () => `e30x.${encoded(CLAIMS)}.AAAA`, 'malformed'],
    ['two parts', () => 'a.b', 'malformed'],
    ['five parts, as if encrypted', () => 'a.b.c.d.e', 'malformed'],
  ];
  for (const [what, token, fault] of bad)
    it(`are refused with ${what}`, async () => {
      expect(await faultOf(await token())).to.equal(fault);
    });

  it('tolerate an issuer whose clock is 30 s ahead', async () => {
    expect(await faultOf(await signed({ nbf: SECONDS + 30, iat: SECONDS + 30 }))).to.equal('jwt:ada');
  });

  it('may be for several audiences, and have a subject of 255 characters', async () => {
    const sub = '🜁'.repeat(255);
    expect(await faultOf(await signed({ sub, aud: ['https://other.example', RULES.audience] }))).to.equal(`jwt:${sub}`);
  });

  it('that were verified before are judged by the time again', async () => {
    const by = byPem();
    const token = await signed({ nbf: SECONDS });
    expect(await faultOf(token, by)).to.equal('jwt:ada');
    now = NOW + 59_000;
    expect(await faultOf(token, by)).to.equal('jwt:ada');
    now = NOW + 60_000;
    expect(await faultOf(token, by)).to.equal('expired');
    now = NOW - 31_000;
    expect(await faultOf(token, by)).to.equal('not yet valid');
  });

  const roles: readonly (readonly [what: string, claims: object, claim: string, role: string | undefined])[] = [
    ['a text', { role: 'editor' }, 'role', 'editor'],
    ['a list of one', { role: ['editor'] }, 'role', 'editor'],
    ['a list of two', { role: ['editor', 'reader'] }, 'role', undefined],
    ['an empty list', { role: [] }, 'role', undefined],
    ['a number', { role: 1 }, 'role', undefined],
    ['missing', { role: undefined }, 'role', undefined],
    ['at the end of a path', { realm: { roles: ['editor'] } }, 'realm.roles', 'editor'],
    ['in a name with dots', { 'https://a.example/role': 'editor' }, 'https://a.example/role', 'editor'],
    ['in a name with dots rather than at the end of a path', { 'a.b': 'x', a: { b: 'y' } }, 'a.b', 'x'],
    ['at the end of a path into a list', { a: ['x'] }, 'a.0', undefined],
    ['what every object has', {}, 'constructor.name', undefined],
  ];
  for (const [what, claims, claim, role] of roles)
    it(`have a role that is ${what}: ${role ?? 'none'}`, async () => {
      expect((await byPem(claim).authenticate({ token: await signed({ ...claims }) })).role).to.equal(role);
    });

  it('have no claims that every object has', async () => {
    const text = JSON.stringify(CLAIMS).replace('{', '{"__proto__":{"role":"admin"},"constructor":"x",');
    const { claims, role } = await byPem('__proto__.role').authenticate({ token: await signedText(text) });
    expect({ claims, role }).to.deep.equal({ claims: CLAIMS, role: undefined });
  });
});
