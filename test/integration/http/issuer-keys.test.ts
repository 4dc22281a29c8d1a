import { expect } from 'chai';
import { importJWK, SignJWT, type JWK } from 'jose';
import { IssuerKeys } from '#adapters/authentication/issuer-keys';
import { JwtAuthenticator } from '#adapters/authentication/jwt-authenticator';
import { AuthenticationUnavailableError, InvalidTokenError } from '#application/model/errors';
import type { Observe } from '#application/ports/observation';
import { eventually } from '../../support/eventually.ts';
import { AUDIENCE, signingKey, startIssuer, type Issuer } from '../../support/issuer.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

describe('The keys of an issuer', () => {
  let first: JWK;
  let second: JWK;
  let issuer: Issuer;
  let ahead: number;
  let failures: string[];
  let authenticator: JwtAuthenticator;

  before(async () => {
    [first, second] = await Promise.all([signingKey('first'), signingKey('second')]);
  });
  beforeEach(async () => {
    issuer = await startIssuer([first]);
    ahead = 0;
    failures = [];
    authenticator = authenticatorOf(issuer.jwksUrl);
  });
  afterEach(() => issuer.stop());

  function authenticatorOf(jwksUrl: string, timeoutMillis?: number): JwtAuthenticator {
    const now = (): number => Date.now() + ahead;
    const observe: Observe = (observation) => {
      if (observation.kind === 'issuer failed') failures.push(observation.reason);
    };
    const waiting = timeoutMillis === undefined ? {} : { timeoutMillis };
    const keys = new IssuerKeys(new URL(jwksUrl), { now, observe, ...waiting });
    return new JwtAuthenticator(keys, { issuer: issuer.url, audience: AUDIENCE, roleClaim: 'role' }, now);
  }

  /** The subject, or why there is none. */
  async function outcomeOf(token: string): Promise<string> {
    try {
      return (await authenticator.authenticate({ token })).subject;
    } catch (error) {
      if (error instanceof AuthenticationUnavailableError) return 'unavailable';
      return error instanceof InvalidTokenError ? error.fault : String(error);
    }
  }

  /** A token of the issuer, by a key that it does not publish. */
  async function foreignToken(kid: string): Promise<string> {
    const key = await importJWK(await signingKey(kid));
    return new SignJWT({ sub: 'eve' })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setIssuer(issuer.url)
      .setAudience(AUDIENCE)
      .setExpirationTime('1h')
      .sign(key);
  }

  it('are asked for once, whatever tokens come', async () => {
    const tokens = await Promise.all([issuer.token({ sub: 'ada', role: 'editor' }), issuer.token({ sub: 'bob' })]);
    expect(await Promise.all([...tokens, ...tokens].map(outcomeOf))).to.deep.equal([
      'jwt:ada',
      'jwt:bob',
      'jwt:ada',
      'jwt:bob',
    ]);
    expect(issuer.questions()).to.equal(1);
  });

  for (const algorithm of ['RS256', 'PS256', 'ES256', 'EdDSA'] as const)
    it(`verify ${algorithm}`, async () => {
      await issuer.restart([await signingKey('other', algorithm)]);
      expect(await outcomeOf(await issuer.token({ sub: 'ada' }))).to.equal('jwt:ada');
    });

  it('are not asked for by tokens that no key could make valid', async () => {
    const token = await issuer.token();
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1] ?? ''}.`;
    expect(await Promise.all([outcomeOf('a.b'), outcomeOf(unsigned)])).to.deep.equal(['malformed', 'signature']);
    expect(issuer.questions()).to.equal(0);
  });

  it('are asked for again at most every 30 s for names that they do not have', async () => {
    const unknown = await Promise.all(['x', 'y', 'z'].map(foreignToken));
    await outcomeOf(await issuer.token());
    const refused = ['unknown key', 'unknown key', 'unknown key'];
    expect(await Promise.all(unknown.map(outcomeOf))).to.deep.equal(refused);
    expect(issuer.questions()).to.equal(1);
    ahead += 30 * SECOND;
    expect(await Promise.all(unknown.map(outcomeOf))).to.deep.equal(refused);
    expect(await Promise.all(unknown.map(outcomeOf))).to.deep.equal(refused);
    expect(issuer.questions()).to.equal(2);
  });

  it('are asked for again, so that a new key counts at once', async () => {
    expect(await outcomeOf(await issuer.token({ sub: 'ada' }))).to.equal('jwt:ada');
    await issuer.restart([second, first]);
    ahead += 30 * SECOND;
    expect(await outcomeOf(await issuer.token({ sub: 'ada' }))).to.equal('jwt:ada');
    expect(issuer.questions()).to.equal(2);
  });

  it('count for at most 10 minutes after the issuer has withdrawn them, also for tokens verified before', async () => {
    const token = await issuer.token({ sub: 'ada' });
    expect(await outcomeOf(token)).to.equal('jwt:ada');
    await issuer.restart([second]);
    ahead += 5 * MINUTE;
    expect(await outcomeOf(token)).to.equal('jwt:ada');
    ahead += 5 * MINUTE;
    expect(await outcomeOf(token)).to.equal('unknown key');
    expect(await outcomeOf(await issuer.token({ sub: 'bob' }))).to.equal('jwt:bob');
  });

  it('end the worth of tokens that were verified by others, as soon as they are known', async () => {
    const token = await issuer.token({ sub: 'ada' });
    expect(await outcomeOf(token)).to.equal('jwt:ada');
    const impostor = { ...(await signingKey('first')), kid: 'first' };
    await issuer.restart([impostor, second]);
    ahead += 30 * SECOND;
    expect(await outcomeOf(await foreignToken('x'))).to.equal('unknown key');
    expect(await outcomeOf(token)).to.equal('signature');
  });

  it('are renewed beside the requests before they are too old', async () => {
    const token = await issuer.token({ sub: 'ada' });
    await outcomeOf(token);
    ahead += 9 * MINUTE;
    expect(await outcomeOf(token)).to.equal('jwt:ada');
    await eventually('the issuer is asked', () => issuer.questions() === 2);
    ahead += 9 * MINUTE;
    expect(await outcomeOf(token)).to.equal('jwt:ada');
  });

  it('outlive the issuer by 10 minutes; after that nobody can be known until it is back', async () => {
    const token = await issuer.token({ sub: 'ada' });
    const unseen = await issuer.token({ sub: 'bob' });
    const unknown = await foreignToken('x');
    expect(await outcomeOf(token)).to.equal('jwt:ada');
    await issuer.stop();
    ahead += MINUTE;
    expect(await outcomeOf(unknown)).to.equal('unavailable');
    expect(await outcomeOf(unknown)).to.equal('unavailable');
    expect(failures).to.have.length(1);
    expect(await outcomeOf(token)).to.equal('jwt:ada');
    expect(await outcomeOf(unseen)).to.equal('jwt:bob');
    ahead += 9 * MINUTE;
    expect(await Promise.all([token, unseen, unknown].map(outcomeOf))).to.deep.equal(Array(3).fill('unavailable'));
    expect(await outcomeOf('a.b')).to.equal('malformed');
    expect(failures.length).to.be.within(2, 3);
    await issuer.restart([first]);
    ahead += 2 * SECOND;
    expect(await Promise.all([token, unseen].map(outcomeOf))).to.deep.equal(['jwt:ada', 'jwt:bob']);
    ahead += 30 * SECOND;
    expect(await outcomeOf(unknown)).to.equal('unknown key');
  });

  it('cannot be had from an issuer that is away at the start', async () => {
    const token = await issuer.token({ sub: 'ada' });
    await issuer.stop();
    expect(await Promise.all([token, token].map(outcomeOf))).to.deep.equal(['unavailable', 'unavailable']);
    expect(failures).to.have.length(1);
    expect(failures[0]).to.include('ECONNREFUSED');
  });

  it('cannot be had from an issuer that hangs', async () => {
    const token = await issuer.token({ sub: 'ada' });
    authenticator = authenticatorOf(issuer.jwksUrl, 200);
    issuer.hang(true);
    expect(await Promise.all([token, token].map(outcomeOf))).to.deep.equal(['unavailable', 'unavailable']);
    expect(issuer.questions()).to.equal(1);
    issuer.hang(false);
    ahead += 2 * SECOND;
    expect(await outcomeOf(token)).to.equal('jwt:ada');
  });

  it('cannot be had from what is no set of keys', async () => {
    const token = await issuer.token();
    for (const path of ['/.well-known/openid-configuration', '/nowhere']) {
      authenticator = authenticatorOf(issuer.url + path);
      expect(await outcomeOf(token)).to.equal('unavailable');
    }
  });

  it('are asked for again when the clock was set back', async () => {
    const token = await issuer.token({ sub: 'ada' });
    await outcomeOf(token);
    ahead -= 20 * SECOND;
    expect(await outcomeOf(token)).to.equal('jwt:ada');
    expect(issuer.questions()).to.equal(2);
  });
});
