// Credentials over HTTP. The faults of tokens are tested with the adapters.
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { SignJWT } from 'jose';
import { all, keyEntry, keyOf, reading, writeAccessFiles } from '../../support/access.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

const ISSUER = 'https://issuer.example.org';
const AUDIENCE = 'https://api.example.org';

describe('A service with a policy', () => {
  const files = writeAccessFiles({ roles: { reader: reading, all } });
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let service: TestService;

  before(async () => {
    service = await startTestService({
      DATABASE_URL: 'memory:',
      ADMIN_PORT: '0',
      ...files.environment,
      JWT_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      JWT_ISSUER: ISSUER,
      JWT_AUDIENCE: AUDIENCE,
    });
  });
  after(async () => {
    await service.stop();
    files.remove();
  });

  const token = (claims: Readonly<Record<string, unknown>> = { role: 'reader' }): Promise<string> =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject('ada')
      .setExpirationTime('1h')
      .sign(privateKey);

  it('asks for credentials, on every path', async () => {
    for (const path of ['/persons', '/persons/1', '/export/persons.csv', '/nothing']) {
      const answer = await ask(path);
      expect([answer.status, answer.code], path).to.deep.equal([401, 'unauthenticated']);
      expect(answer.headers['www-authenticate']).to.equal('Bearer');
      expect(answer.headers['vary']).to.equal('Accept, Authorization');
    }
    expect(await ask('/persons', {}, 'PUT')).to.include({ status: 401 });
  });

  it('is open where it describes itself', async () => {
    for (const path of ['/', '/openapi.json', '/docs/', '/explorer/'])
      expect((await ask(path)).status, path).to.equal(200);
    expect(await ask('/persons', {}, 'OPTIONS')).to.include({ status: 204 });
    expect((await ask('/')).document).to.have.nested.property('meta.actor', null);
  });

  it('refuses bad credentials at its entry point, and ignores them on pages', async () => {
    expect(await ask('/', { Authorization: 'Bearer nobody' })).to.include({ status: 401, code: 'invalid-token' });
    expect(await ask('/docs/', { Authorization: 'Bearer nobody' })).to.include({ status: 200 });
    expect(await ask('/openapi.json', { Authorization: 'Bearer nobody' })).to.include({ status: 200 });
  });

  const good = keyOf('reader');
  const changed = good.slice(0, -2) + (good.at(-2) === 'A' ? 'B' : 'A') + (good.at(-1) ?? '');
  const bad: Readonly<Record<string, string | string[]>> = {
    'an empty value': '',
    'another scheme': 'Basic YWRhOmFkYQ==',
    'no token': 'Bearer ',
    'a space inside': `Bearer ${good.slice(0, 9)} ${good.slice(9)}`,
    'two headers': [`Bearer ${good}`, `Bearer ${good}`],
    'two tokens in one': `Bearer ${good}, Bearer ${good}`,
    'a character changed': `Bearer ${changed}`,
    'a control character behind it': `Bearer ${good}\t`.concat('x'),
    'a token of 9 KiB': `Bearer ${'a'.repeat(9 * 1024)}`,
    'a token without a signature': 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.',
  };
  for (const [what, authorization] of Object.entries(bad))
    it(`refuses credentials with ${what}, without repeating them`, async () => {
      const answer = await ask('/persons', { Authorization: authorization });
      expect([answer.status, answer.code]).to.deep.equal([401, 'invalid-token']);
      expect(answer.headers['www-authenticate']).to.match(
        /^Bearer error="invalid_token", error_description="[a-z ]+"$/,
      );
      const sent = [authorization]
        .flat()
        .join(' ')
        .split(' ')
        .filter((part) => part.length > 12);
      for (const part of sent) expect(answer.text + JSON.stringify(answer.headers)).not.to.include(part.slice(0, 12));
    });

  it('distinguishes a header without a credential from a malformed credential', async () => {
    const textOf = async (authorization: string): Promise<string> =>
      (await ask('/persons', { Authorization: authorization })).text;
    expect(await textOf('Basic YWRhOmFkYQ==')).to.include('Send exactly one Authorization header');
    for (const token of [`${good}x`, 'nobody', 'a.b'])
      expect(await textOf(`Bearer ${token}`), token).to.include('neither an API key nor a token');
  });

  it('knows keys and tokens, with the scheme in any case', async () => {
    expect(await ask('/persons', { Authorization: `bEARER ${good}` })).to.include({ status: 200 });
    const answer = await ask('/', { Authorization: `Bearer ${await token()}` });
    expect(answer.document).to.have.deep.nested.property('meta.actor', {
      subject: 'jwt:ada',
      role: 'reader',
      may: { person: { read: {} }, computer: { read: {} } },
    });
  });

  it('lets a token without a role, or with an unknown one, do nothing', async () => {
    for (const claims of [{}, { role: 'ghost' }, { role: '__proto__' }, { role: ['reader', 'all'] }, { role: 7 }])
      for (const path of ['/persons', '/'])
        expect(await ask(path, { Authorization: `Bearer ${await token(claims)}` }), path).to.include({
          status: 403,
          code: 'forbidden',
        });
  });

  it('takes no credentials from anywhere else', async () => {
    for (const path of [`/persons?access_token=${good}`, `/persons?token=${good}`])
      expect(await ask(path), path).to.include({ status: 401 });
    expect(await ask('/persons', { Cookie: `token=${good}` })).to.include({ status: 401 });
  });

  it('lets pages of allowed origins send them, where it asks for them', async () => {
    const origin = 'https://app.example.org';
    const environments = [files.environment, {}];
    const services = await Promise.all(
      environments.map((each) => startTestService({ DATABASE_URL: 'memory:', CORS_ORIGINS: origin, ...each })),
    );
    const preflight = { Origin: origin, 'Access-Control-Request-Method': 'GET' };
    const allowed = await Promise.all(
      services.map(async ({ url }) => {
        const { headers } = await exchange(`${url}/persons`, preflight, 'OPTIONS');
        return String(headers['access-control-allow-headers']).split(', ').includes('Authorization');
      }),
    );
    const [guarded] = services;
    const refused = await exchange(`${guarded?.url ?? ''}/persons`, { Origin: origin }, 'GET');
    await Promise.all(services.map((each) => each.stop()));
    expect(allowed).to.deep.equal([true, false]);
    expect(refused.status).to.equal(401);
    expect(refused.headers).to.include({
      'access-control-allow-origin': origin,
      vary: 'Accept, Authorization, Origin',
    });
    expect(refused.headers).not.to.have.property('access-control-allow-credentials');
  });

  it('checks them before the path, and what is sent behind them', async () => {
    const key = { Authorization: `Bearer ${good}` };
    expect(await ask('/nothing', key)).to.include({ status: 404 });
    expect(await ask('/persons', key, 'PUT')).to.include({ status: 405 });
    expect(await ask('/persons', { ...key, Accept: 'text/html' })).to.include({ status: 406 });
  });

  it('notices a key that is taken away within 5 s, and keeps the last good ones of a broken file', async () => {
    const later = { Authorization: `Bearer ${keyOf('later')}` };
    expect(await ask('/persons', later)).to.include({ status: 401 });
    files.writeKeys([keyEntry('reader', 'reader'), keyEntry('all', 'all'), keyEntry('later', 'reader')]);
    await until(async () => (await ask('/persons', later)).status === 200);
    writeFileSync(files.environment.KEYS_FILE, '[{');
    await until(async () => (await warnings()).length > 0);
    expect(await ask('/persons', later)).to.include({ status: 200 });
    files.writeKeys([keyEntry('reader', 'reader'), keyEntry('all', 'all')]);
    await until(async () => (await ask('/persons', later)).status === 401);
    expect(await warnings()).to.deep.equal([]);
  });

  it('counts what comes of credentials', async () => {
    const metrics = await (await fetch(`${service.adminUrl ?? ''}/metrics`)).text();
    for (const outcome of ['accepted', 'missing', 'invalid'])
      expect(metrics).to.match(new RegExp(`http_authentications_total\\{outcome="${outcome}"\\} [1-9]`));
    expect(metrics).not.to.include('reader');
  });

  async function warnings(): Promise<readonly string[]> {
    const answer = await fetch(`${service.adminUrl ?? ''}/ready`);
    expect(answer.status).to.equal(200);
    const { warnings: all = [] } = (await answer.json()) as { readonly warnings?: readonly string[] };
    return all;
  }

  function ask(
    path: string,
    headers: Readonly<Record<string, string | string[]>> = {},
    method = 'GET',
  ): Promise<Asked> {
    return exchange(service.url + path, headers, method);
  }
});

interface Asked {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly document: unknown;
  readonly code: string | undefined;
}

/** Not `fetch`, which joins headers of one name. */
function exchange(url: string, headers: Readonly<Record<string, string | string[]>>, method: string): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => {
        const isJson = (answer.headers['content-type'] ?? '').includes('json');
        const document = (isJson ? JSON.parse(text) : undefined) as
          { readonly errors?: readonly { readonly code: string }[] } | undefined;
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text,
          document,
          code: document?.errors?.[0]?.code,
        });
      });
    });
    sent.on('error', reject).end();
  });
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 5000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('not within 5 s');
    await pause(100);
  }
}
