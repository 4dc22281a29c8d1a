import { expect } from 'chai';
import { keyDigest, isApiKey, newApiKey } from '#adapters/authentication/api-key';
import { BearerAuthenticator } from '#adapters/authentication/bearer-authenticator';
import { KeyAuthenticator } from '#adapters/authentication/key-authenticator';
import { InvalidTokenError } from '#application/model/errors';
import type { Authenticator } from '#application/ports/authenticator';

describe('Bearer tokens', () => {
  const key = newApiKey();
  let now = Date.UTC(2026, 0, 1);
  const keys = new KeyAuthenticator(() => now);
  const listed = { name: 'ci', role: 'editor', claims: { email: 'ci@example.org' }, expiresAt: undefined };
  const tokens: Authenticator = {
    authenticate: ({ token }) => Promise.resolve({ subject: `jwt:${token}`, role: undefined, claims: {} }),
  };
  const both = new BearerAuthenticator({ keys, tokens });
  beforeEach(() => {
    now = Date.UTC(2026, 0, 1);
    keys.use([{ ...listed, sha256: keyDigest(key) }]);
  });

  const faultOf = async (token: string, by: Authenticator = both): Promise<string> => {
    try {
      return (await by.authenticate({ token })).subject;
    } catch (error) {
      return error instanceof InvalidTokenError ? error.fault : String(error);
    }
  };

  it('are API keys by their form', async () => {
    expect(key).to.match(/^pc_[\w-]{43}$/);
    expect(await both.authenticate({ token: key })).to.deep.equal({
      subject: 'key:ci',
      role: 'editor',
      claims: { email: 'ci@example.org' },
    });
    expect(await faultOf('a.b.c')).to.equal('jwt:a.b.c');
  });

  it('are unknown when one character has changed, wherever', async () => {
    for (let index = 3; index < key.length; index += 1) {
      const changed = key.slice(0, index) + (key[index] === 'A' ? 'Q' : 'A') + key.slice(index + 1);
      expect(await faultOf(changed)).to.equal('unknown key');
    }
  });

  it('have one spelling: unused bits of an API key are zero', async () => {
    const zeros = `pc_${'A'.repeat(43)}`;
    expect(isApiKey(zeros)).to.equal(true);
    for (const last of 'BCD') expect(await faultOf(zeros.slice(0, -1) + last)).to.equal('malformed');
  });

  it('are unknown once the key is not listed any more', async () => {
    keys.use([]);
    expect(await faultOf(key)).to.equal('unknown key');
  });

  it('expire at the moment that the list says', async () => {
    keys.use([{ ...listed, sha256: keyDigest(key), expiresAt: now + 1 }]);
    expect(await faultOf(key)).to.equal('key:ci');
    now += 1;
    expect(await faultOf(key)).to.equal('expired');
  });

  it('may both be keys of one actor, while one replaces the other', async () => {
    const next = newApiKey();
    keys.use([key, next].map((each) => ({ ...listed, sha256: keyDigest(each) })));
    expect(await Promise.all([faultOf(key), faultOf(next)])).to.deep.equal(['key:ci', 'key:ci']);
  });

  const malformed: readonly (readonly [what: string, token: string])[] = [
    ['nothing', ''],
    ['a space inside', 'a.b .c'],
    ['a key with a space', `pc_${'A'.repeat(20)} ${'A'.repeat(22)}`],
    ['a comma', 'a.b.c,d'],
    ['a character beyond ASCII', 'a.b.ä'],
    ['a line break', 'a.b.c\n'],
    ['more than 8 KiB', 'a'.repeat(8193)],
    ['a short key', key.slice(0, -1)],
    ['a long key', `${key}A`],
    ['the prefix alone', 'pc_'],
  ];
  for (const [what, token] of malformed)
    it(`are malformed with ${what}`, async () => {
      expect(await faultOf(token)).to.equal('malformed');
    });

  it('are unknown where their kind is not configured', async () => {
    expect(await faultOf('a.b.c', new BearerAuthenticator({ keys }))).to.equal('unknown key');
    expect(await faultOf(key, new BearerAuthenticator({ keys: undefined, tokens }))).to.equal(`jwt:${key}`);
  });
});
