import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { generateKeyPair, SignJWT } from 'jose';
import { InvalidTokenError } from '#application/model/errors';
import { makeKey } from '#composition/access/api-keys';
import { openAuthenticator, type OpenAuthenticator } from '#composition/access/open-authenticator';
import { readConfig } from '#composition/config/config';
import { eventually } from '../../../support/eventually.ts';

const SECRET = 'a secret of at least 32 bytes, at least';
const TOKENS = { JWT_SECRET: SECRET, JWT_ISSUER: 'issuer', JWT_AUDIENCE: 'audience' };
const { key, entry } = makeKey({ name: 'ci', role: 'editor' });

describe('Opening the authenticator', () => {
  const folder = mkdtempSync(join(tmpdir(), 'access-'));
  const path = join(folder, 'keys.json');
  let events: string[];
  let texts: string[];
  let opened: OpenAuthenticator | undefined;

  beforeEach(() => {
    events = [];
    texts = [];
    writeFileSync(path, JSON.stringify([entry]));
  });
  afterEach(() => opened?.stop());
  after(() => rmSync(folder, { recursive: true }));

  const open = async (environment: Readonly<Record<string, string>>): Promise<OpenAuthenticator | undefined> =>
    (opened = await openAuthenticator(readConfig({ POLICY_FILE: 'policy.json', ...environment }), {
      observe: (observation) => {
        if (observation.kind === 'keys invalid') events.push(observation.reason);
        if (observation.kind === 'keys reloaded') events.push(`${observation.count} keys`);
        if (observation.kind === 'issuer failed') events.push(observation.reason);
      },
      onKeysRead: (text) => texts.push(text),
    }));
  const outcomeOf = async (token: string): Promise<string | undefined> => {
    try {
      return (await opened?.authenticator.authenticate({ token }))?.subject;
    } catch (error) {
      return error instanceof InvalidTokenError ? error.fault : String(error);
    }
  };
  const token = (): Promise<string> =>
    new SignJWT({ iss: 'issuer', aud: 'audience', sub: 'ada' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(Buffer.from(SECRET));

  it('returns none if neither keys nor tokens are configured', async () => {
    expect(await open({})).to.equal(undefined);
  });

  it('knows keys, tokens or both', async () => {
    await open({ KEYS_FILE: path, ...TOKENS });
    expect(await Promise.all([outcomeOf(key), outcomeOf(await token())])).to.deep.equal(['key:ci', 'jwt:ada']);
    opened?.stop();
    await open({ KEYS_FILE: path });
    expect(await Promise.all([outcomeOf(key), outcomeOf(await token())])).to.deep.equal(['key:ci', 'unknown key']);
    opened?.stop();
    await open(TOKENS);
    expect(await Promise.all([outcomeOf(key), outcomeOf(await token())])).to.deep.equal(['malformed', 'jwt:ada']);
    expect(opened?.warnings()).to.deep.equal([]);
  });

  it('follows the file of keys, and warns while it is invalid', async () => {
    await open({ KEYS_FILE: path });
    writeFileSync(path, '[');
    await eventually('it warns', () => opened?.warnings().length === 1);
    expect(opened?.warnings()[0]).to.match(/^KEYS_FILE is invalid: must be JSON.*; the last good keys are in use$/);
    expect(await outcomeOf(key)).to.equal('key:ci');
    writeFileSync(path, '[]');
    await eventually('the key is revoked', async () => (await outcomeOf(key)) === 'unknown key');
    expect(opened?.warnings()).to.deep.equal([]);
    expect(events.at(-1)).to.equal('0 keys');
    expect(texts).to.deep.equal([JSON.stringify([entry]), '[]']);
  });

  it('reports an issuer that cannot be reached', async () => {
    await open({ JWKS_URL: 'http://127.0.0.1:1/', JWT_ISSUER: 'issuer', JWT_AUDIENCE: 'audience' });
    const signed = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256' })
      .sign((await generateKeyPair('ES256')).privateKey);
    expect(await outcomeOf(signed)).to.match(/^AuthenticationUnavailableError: /);
    expect(events).to.have.length(1);
  });

  it('fails with one line that names the variable if the file cannot be used at the start', async () => {
    const failureOf = (file: string): Promise<unknown> => open({ KEYS_FILE: file }).catch((error: unknown) => error);
    expect(await failureOf(join(folder, 'none'))).to.match(/^ConfigError: KEYS_FILE cannot be read: ENOENT/);
    writeFileSync(path, '[{}]');
    expect(await failureOf(path)).to.match(/^ConfigError: KEYS_FILE is invalid: \/0\/name must .*$/);
  });
});
