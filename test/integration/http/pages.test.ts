import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { filesIn } from '#adapters/http/pages/page-routes';
import { hasDigest } from '#adapters/http/pages/served-file';
import { ApiClient, MEDIA_TYPE } from '../../support/api-client.ts';
import { expectErrors } from '../../contract/api/expect-errors.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const POLICY =
  "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self';" +
  "base-uri 'none';form-action 'none';frame-ancestors 'none'";

const pages = ['/', '/docs/', '/docs/errors', '/docs/query', '/explorer/'];
const docs = ['home.js', 'icon.svg', 'text.css', 'theme.css', 'theme.js', 'profiles/included-sets.md'];
const BUILT = new URL('../../../explorer/built/', import.meta.url);
const built = ['docs', 'explorer'].flatMap((folder) => {
  const names = Object.keys(filesIn(new URL(`${folder}/`, BUILT)));
  return names.filter((name) => name !== 'index.html').map((name) => `${folder}/${name}`);
});
const files = [...docs.map((name) => `/docs/${name}`), ...built.map((path) => `/${path}`)];

interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Sends one request and leaves the answer as it came: coded, and not redirected. */
function exchange(url: string, path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  return new Promise<Received>((resolve, reject) => {
    const sent = request(url, { method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    sent.once('error', reject);
    sent.end();
  });
}

describe('Pages', () => {
  let service: TestService;
  let client: ApiClient;
  const get = (path: string, headers?: Readonly<Record<string, string>>): Promise<Received> =>
    exchange(service.url, path, { Accept: BROWSER, ...headers });

  before(async () => {
    service = await startTestService({ DATABASE_URL: 'memory:' });
    client = new ApiClient(service.url);
  });
  after(() => service.stop());

  for (const path of pages)
    it(`have a policy of their own: ${path}`, async () => {
      const { status, headers, bytes } = await get(path);
      expect(status).to.equal(200);
      expect(headers['content-type']).to.equal('text/html; charset=utf-8');
      expect(headers['content-security-policy']).to.equal(POLICY);
      expect(headers['cache-control']).to.equal('no-cache');
      expect(headers['x-content-type-options']).to.equal('nosniff');
      expect(bytes.toString())
        .to.match(/^<!doctype html>/i)
        .and.not.match(/<script>|<style|style=| on[a-z]+=/i);
    });

  for (const path of files)
    it(`have the file ${path}`, async () => {
      const { status, headers, bytes } = await get(path);
      expect(status).to.equal(200);
      expect(headers['content-type']).to.match(
        /^(text\/css|text\/javascript|text\/plain|text\/markdown); charset=utf-8$|^image\/svg\+xml$/,
      );
      expect(headers['cache-control']).to.equal(hasDigest(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
      expect(headers['content-security-policy']).to.equal("default-src 'none';frame-ancestors 'none'");
      expect(bytes.length).to.be.above(0);
    });

  for (const path of [...pages, ...files])
    describe(path, () => {
      it('is not sent again to those who have it', async () => {
        const { etag = '', vary } = (await get(path)).headers;
        expect(etag).to.match(/^"[\w-]{43}"$/);
        for (const known of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
          const { status, headers, bytes } = await get(path, { 'If-None-Match': known });
          expect([status, bytes.length, headers.etag, headers.vary], known).to.deep.equal([304, 0, etag, vary]);
          expect(headers).not.to.have.any.keys('content-type', 'content-encoding', 'content-length');
        }
        expect((await get(path, { 'If-None-Match': '"other"' })).status).to.equal(200);
      });

      it('is compressed for those who accept it, under another tag', async () => {
        const plain = await get(path);
        const coded = await get(path, { 'Accept-Encoding': 'br, gzip;q=0.5' });
        expect(coded.headers['content-encoding']).to.equal('gzip');
        expect(gunzipSync(coded.bytes).equals(plain.bytes)).to.equal(true);
        expect(coded.headers.etag).to.equal(plain.headers.etag?.replace(/"$/, '-gzip"'));
        for (const { headers } of [plain, coded]) expect(headers.vary).to.equal('Accept, Accept-Encoding');
        const { etag = '' } = coded.headers;
        expect((await get(path, { 'Accept-Encoding': 'gzip', 'If-None-Match': etag })).status).to.equal(304);
        expect((await get(path, { 'If-None-Match': etag })).status).to.equal(200);
        for (const coding of ['identity', 'gzip;q=0', 'br', 'identity;q=0']) {
          const { headers, bytes } = await get(path, { 'Accept-Encoding': coding });
          expect(headers['content-encoding'], coding).to.equal(undefined);
          expect(bytes.equals(plain.bytes)).to.equal(true);
        }
      });

      it('answers HEAD like GET', async () => {
        for (const coding of ['identity', 'gzip']) {
          const headers = { Accept: BROWSER, 'Accept-Encoding': coding };
          const answer = await exchange(service.url, path, headers);
          const head = await exchange(service.url, path, headers, 'HEAD');
          const stable = { date: '', 'x-request-id': '' };
          expect({ ...head.headers, ...stable }).to.deep.equal({ ...answer.headers, ...stable });
          expect([head.status, head.bytes.length]).to.deep.equal([200, 0]);
          expect(head.headers['content-length']).to.equal(String(answer.bytes.length));
        }
      });

      it('allows reading only', async () => {
        const options = await client.send('OPTIONS', path);
        expect([options.status, options.headers.allow]).to.deep.equal([204, 'GET, HEAD, OPTIONS']);
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY']) {
          const answer = await client.send(method, path);
          expectErrors(answer, 'method-not-allowed');
          expect(answer.headers.allow).to.equal('GET, HEAD, OPTIONS');
        }
      });
    });

  it('send what is in the files', async () => {
    for (const path of built) {
      const { bytes, headers } = await get(`/${path}`);
      expect(bytes.equals(readFileSync(new URL(path, BUILT))), path).to.equal(true);
      expect(headers.etag).to.equal(`"${createHash('sha256').update(bytes).digest('base64url')}"`);
    }
  });

  for (const path of ['/nope', '/docs/nope', '/persons/1/nope/'])
    it(`are shown to browsers for unknown paths: ${path}`, async () => {
      const { status, headers, bytes } = await get(`${path}?a=<b>`);
      expect(status).to.equal(404);
      expect(headers).to.include({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY });
      expect(headers.vary).to.equal('Accept');
      const targets = [...bytes.toString().matchAll(/ (?:href|src)="([^"#]*)"/g)].map(([, target = '']) => target);
      const paths = targets.map((target) => new URL(target, service.url + path).pathname);
      expect(paths).to.include.members(['/', '/explorer/', '/docs/', '/docs/text.css', '/docs/theme.js']);
      for (const linked of paths) expect((await get(linked)).status, linked).to.equal(200);
      const head = await exchange(service.url, path, { Accept: BROWSER }, 'HEAD');
      expect([head.status, head.headers['content-length']]).to.deep.equal([404, String(bytes.length)]);
    });

  it('send the text of the profile as Markdown', async () => {
    const { bytes, headers } = await get('/docs/profiles/included-sets.md');
    expect(headers['content-type']).to.equal('text/markdown; charset=utf-8');
    expect(bytes.equals(readFileSync(new URL('../../../docs/profiles/included-sets.md', import.meta.url)))).to.equal(
      true,
    );
  });

  it('link the text of the profile', async () => {
    const { bytes } = await get('/docs/query');
    const [, target = ''] = /href="(profiles[^"]*)"/.exec(bytes.toString()) ?? [];
    expect(new URL(target, `${service.url}/docs/query`).pathname).to.equal('/docs/profiles/included-sets.md');
  });

  it('send nothing else of their folders, nor of others', async () => {
    for (const path of [
      '/docs/index.html',
      '/explorer/index.html',
      '/docs/package.json',
      '/docs/errors.html',
      '/docs/errors.md',
      '/docs/errors/',
      '/docs/query.html',
      '/docs/query.md',
      '/docs/paging',
      '/docs/paging.md',
      '/docs/profiles',
      '/docs/profiles/',
      '/docs/profiles/included-sets',
      '/docs/included-sets.md',
      '/docs/profiles/../query.md',
      '/docs/query/',
      '/docs//home.js',
      '/docs/HOME.js',
      '/docs/home.js/',
      '/docs/./home.js',
      '/docs/x/../home.js',
      '/docs/../package.json',
      '/docs/..%2fpackage.json',
      '/docs/%2e%2e/package.json',
      '/docs/..\\package.json',
      '/explorer/../package.json',
      '/explorer/built/index.html',
      '/explorer/home.js',
      '/explorer/__proto__',
      '/docs/home.js%00',
      '/home.js',
    ])
      expectErrors(await client.get(path), 'not-found');
  });

  for (const folder of ['docs', 'explorer'])
    it(`redirect /${folder} to the slash, with the question`, async () => {
      const shared = 'type=person&filter=[{"or":[]}]&x=%C3%A4';
      for (const [path, location] of [
        [`/${folder}`, `${folder}/`],
        [`/${folder}?`, `${folder}/`],
        [`/${folder}?${encodeURI(shared)}`, `${folder}/?${encodeURI(shared)}`],
        [`/${folder}?a=//evil.example`, `${folder}/?a=//evil.example`],
      ] as const) {
        const { status, headers, bytes } = await get(path, { Host: 'evil.example' });
        expect([status, headers.location, bytes.length], path).to.deep.equal([308, location, 0]);
      }
    });

  it('never contain the host that the client names', async () => {
    for (const path of pages) {
      const { bytes } = await get(path, { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' });
      expect(bytes.toString(), path).not.to.contain('evil');
    }
  });

  it('refuse the media type with parameters as every route does', async () => {
    const headers = { Accept: BROWSER, 'Content-Type': `${MEDIA_TYPE}; charset=utf-8` };
    for (const path of [...pages, '/docs/home.js']) {
      const { status } = await exchange(service.url, path, headers);
      expect(status, path).to.equal(415);
    }
  });

  it('are sent whatever the client accepts, except at the root', async () => {
    for (const path of ['/docs/', '/explorer/', '/docs/home.js'])
      for (const accept of ['text/css', MEDIA_TYPE, '*/*;q=0']) {
        const { status } = await exchange(service.url, path, { Accept: accept });
        expect(status, `${path} ${accept}`).to.equal(200);
      }
  });
});

describe('The page at the root', () => {
  it('is an API document for clients of the API, which links to the pages', async () => {
    const service = await startTestService({ DATABASE_URL: 'memory:', PUBLIC_URL: 'https://api.example.org/v1/' });
    try {
      for (const accept of ['*/*', MEDIA_TYPE, `text/html, ${MEDIA_TYPE}`, 'application/json, text/html']) {
        const { document, headers } = await new ApiClient(service.url).get('/', { headers: { Accept: accept } });
        expect(document.meta, accept).to.include({
          docs: 'https://api.example.org/v1/docs/',
          explorer: 'https://api.example.org/v1/explorer/',
        });
        expect(headers.vary).to.equal('Accept');
      }
    } finally {
      await service.stop();
    }
  });

  it('shows commands with the public URL, and escapes it', async () => {
    const service = await startTestService({ DATABASE_URL: 'memory:', PUBLIC_URL: `https://x/<b>&"';touch%20x;'` });
    try {
      const { bytes } = await exchange(service.url, '/', { Accept: BROWSER });
      expect(bytes.toString()).to.contain(
        `curl -g &#39;https://x/&lt;b&gt;&amp;&quot;%27;touch%20x;%27/persons?include=computers`,
      );
      expect(bytes.toString()).not.to.contain('<b>');
    } finally {
      await service.stop();
    }
  });
});

describe('PAGES=off', () => {
  let service: TestService;
  let client: ApiClient;

  before(async () => {
    service = await startTestService({ DATABASE_URL: 'memory:', PAGES: 'off' });
    client = new ApiClient(service.url);
  });
  after(() => service.stop());

  const left = ['icon.svg', 'text.css', 'theme.css', 'theme.js'].map((name) => `/docs/${name}`);

  it('takes the pages and their files away', async () => {
    const others = files.filter((path) => !left.includes(path));
    for (const path of ['/docs', '/docs/', '/docs/query', '/explorer', '/explorer/', ...others])
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS'])
        expect((await client.send(method, path)).status, `${method} ${path}`).to.equal(404);
  });

  it('keeps the page about errors, which errors link to, and its files', async () => {
    for (const path of ['/docs/errors', ...left])
      expect((await exchange(service.url, path)).status, path).to.equal(200);
    const { bytes } = await exchange(service.url, '/docs/errors');
    expect(bytes.toString())
      .to.include('id="not-found"')
      .and.not.match(/explorer\/|href="query/);
  });

  it('leaves error documents for unknown paths', async () => {
    expectErrors(await client.get('/nope', { headers: { Accept: BROWSER } }), 'not-found');
  });

  it('leaves an API document at the root', async () => {
    const { document } = await client.get('/', { headers: { Accept: BROWSER } });
    expect(document.meta).to.include.keys('name', 'version', 'resources').and.not.include.keys('docs', 'explorer');
    expectErrors(await client.get('/', { headers: { Accept: 'text/html' } }), 'not-acceptable');
  });
});
