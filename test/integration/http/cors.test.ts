import { expect } from 'chai';
import { sendRaw } from '../../support/api-client.ts';
import { freePort } from '../../support/free-port.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

const APP = 'https://app.example';
const LIST = `${APP}, http://localhost:5173`;

/** Pages are compressed for those who accept it. */
const VARY = /^Accept, Origin(?:, Accept-Encoding)?$/;
const EXPOSED = 'Location, ETag, Retry-After, Idempotent-Replayed, X-Request-Id';
const READABLE = { 'access-control-allow-origin': APP, 'access-control-expose-headers': EXPOSED };
const preflight = (methods: string): Headers => ({
  'access-control-allow-origin': APP,
  'access-control-allow-methods': methods,
  'access-control-allow-headers': 'Content-Type, Accept, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID',
  'access-control-max-age': '7200',
});
const forMethod = (method: string): string =>
  `Access-Control-Request-Method: ${method}\r\nAccess-Control-Request-Headers: content-type\r\nAccept: */*\r\n`;

type Headers = Readonly<Record<string, string>>;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The headers whose names begin with `access-control`. */
  readonly cors: Headers;
}

/** @param lines more headers, each with its CRLF */
async function send(service: TestService, request: string, origin: string | undefined, lines = ''): Promise<Answer> {
  const head = `${request} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}`;
  const answer = await sendRaw(service.url, `${head}${origin === undefined ? '' : `Origin: ${origin}\r\n`}\r\n`);
  const [first = '', ...fields] = answer.slice(0, answer.indexOf('\r\n\r\n')).split('\r\n');
  const headers = fields.map((field) => {
    const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(field) ?? [];
    return [name.toLowerCase(), value] as const;
  });
  expect(new Set(headers.map(([name]) => name)).size, 'headers that are sent once').to.equal(headers.length);
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers),
    cors: Object.fromEntries(headers.filter(([name]) => name.startsWith('access-control'))),
  };
}

describe('CORS', () => {
  const services: TestService[] = [];
  let listed: TestService;
  let every: TestService;
  let none: TestService;
  let unavailable: TestService;

  async function start(environment: Headers): Promise<TestService> {
    const service = await startTestService({ DATABASE_URL: 'memory:', ...environment });
    services.push(service);
    return service;
  }

  before(async () => {
    listed = await start({ CORS_ORIGINS: LIST });
    every = await start({ CORS_ORIGINS: '*' });
    none = await start({});
    const nobody = `postgres://nobody@127.0.0.1:${await freePort()}/none`;
    unavailable = await start({ DATABASE_URL: nobody, CORS_ORIGINS: LIST });
  });
  after(() => Promise.all(services.map((service) => service.stop())));

  type Case = readonly [name: string, request: string, status: number, cors: Headers, lines?: string];
  const cases: readonly Case[] = [
    ['a read', 'GET /persons', 200, READABLE],
    ['HEAD', 'HEAD /persons', 200, READABLE],
    ['an export', 'GET /export/persons.csv', 200, READABLE],
    ['a request for the page at /', 'GET /', 200, READABLE, 'Accept: text/html\r\n'],
    ['a page', 'GET /docs/', 200, READABLE],
    ['a redirection', 'GET /docs', 308, READABLE],
    ['an unknown path', 'GET /nope', 404, READABLE],
    ['an unknown resource', 'GET /persons/1', 404, READABLE],
    ['a method that the path does not have', 'PUT /persons', 405, READABLE],
    ['an invalid query', 'GET /persons?nope', 400, READABLE],
    ['a refused media type', 'GET /persons', 406, READABLE, 'Accept: text/html\r\n'],
    ['a body without a type', 'POST /persons', 415, READABLE],
    ['a long target', `GET /${'x'.repeat(17_000)}`, 414, READABLE],
    ['long headers', 'GET /', 431, READABLE, `X-A: ${'a'.repeat(17_000)}\r\n`],
    ['a second Host header', 'GET /', 400, READABLE, 'Host: y\r\n'],
    ['an absolute target with a malformed host', 'GET http://[/nope', 404, READABLE],
    ['a preflight of a list', 'OPTIONS /persons', 204, preflight('GET, HEAD, QUERY, POST, OPTIONS'), forMethod('POST')],
    [
      'a preflight of a resource',
      'OPTIONS /persons/1',
      204,
      preflight('GET, HEAD, QUERY, PATCH, DELETE, OPTIONS'),
      forMethod('PATCH'),
    ],
    [
      'a preflight of a relationship',
      'OPTIONS /persons/1/relationships/computers',
      204,
      preflight('GET, HEAD, QUERY, POST, PATCH, DELETE, OPTIONS'),
      forMethod('DELETE'),
    ],
    [
      'a preflight of an export',
      'OPTIONS /export/persons.csv',
      204,
      preflight('GET, HEAD, QUERY, OPTIONS'),
      forMethod('GET'),
    ],
    [
      'a preflight for a method that the path does not have',
      'OPTIONS /persons',
      204,
      preflight('GET, HEAD, QUERY, POST, OPTIONS'),
      forMethod('DELETE'),
    ],
    [
      'a preflight with a query',
      'OPTIONS /persons?nope=1',
      204,
      preflight('GET, HEAD, QUERY, POST, OPTIONS'),
      forMethod('POST'),
    ],
    [
      'a preflight for QUERY',
      'OPTIONS /persons/1/computers',
      204,
      preflight('GET, HEAD, QUERY, POST, OPTIONS'),
      forMethod('QUERY'),
    ],
    ['a QUERY without Content-Type', 'QUERY /persons', 415, READABLE],
    ['a preflight of an unknown path', 'OPTIONS /nope', 404, READABLE, forMethod('POST')],
    ['OPTIONS by the page itself', 'OPTIONS /persons', 204, READABLE],
  ];
  for (const [name, request, status, cors, lines] of cases) {
    it(`lets a page of a listed origin read the answer to ${name}`, async () => {
      const answer = await send(listed, request, APP, lines);
      expect([answer.status, answer.cors]).to.deep.equal([status, cors]);
      expect(answer.headers['vary']).to.match(VARY);
    });

    it(`lets every page read the answer to ${name}, if all origins are allowed`, async () => {
      const answer = await send(every, request, 'https://evil.example', lines);
      expect([answer.status, answer.cors]).to.deep.equal([status, { ...cors, 'access-control-allow-origin': '*' }]);
      expect(answer.headers['vary']).to.match(VARY);
    });

    for (const origin of ['https://evil.example', undefined])
      it(`has no headers for ${origin ?? 'a request without origin'} in the answer to ${name}`, async () => {
        const answer = await send(listed, request, origin, lines);
        expect([answer.status, answer.cors]).to.deep.equal([status, {}]);
        expect(answer.headers['vary']).to.match(VARY);
      });

    it(`changes nothing else in the answer to ${name}, and nothing at all by default`, async () => {
      const [plain, before] = [await send(none, request, APP, lines), await send(listed, request, APP, lines)];
      expect(plain.cors).to.deep.equal({});
      expect(plain.headers['vary']).not.to.include('Origin');
      const varying = { vary: '', date: '', 'x-request-id': '' };
      const rest = Object.entries(before.headers).filter(([field]) => !field.startsWith('access-control'));
      expect({ ...Object.fromEntries(rest), ...varying }).to.deep.equal({ ...plain.headers, ...varying });
    });
  }

  for (const origin of ['http://localhost:5173', 'https://app.example'])
    it(`names the origin that asks, of several: ${origin}`, async () => {
      expect((await send(listed, 'GET /', origin)).cors).to.include({ 'access-control-allow-origin': origin });
    });

  for (const origin of [
    'null',
    '*',
    'http://app.example',
    'https://app.example:8443',
    'https://app.example/',
    'https://app.example.evil.example',
    'https://evil.example, https://app.example',
    'https://sub.app.example',
    'HTTPS://APP.EXAMPLE',
    'app.example',
    '__proto__',
    '',
  ])
    it(`does not take ${JSON.stringify(origin)} for a listed origin`, async () => {
      expect((await send(listed, 'GET /', origin)).cors).to.deep.equal({});
      expect((await send(listed, 'OPTIONS /persons', origin, forMethod('POST'))).cors).to.deep.equal({});
    });

  it('lets a page read that the database is away, and when to retry', async () => {
    const { status, headers, cors } = await send(unavailable, 'GET /persons', APP);
    expect([status, headers['retry-after'], cors]).to.deep.equal([503, '1', READABLE]);
  });

  it('keeps Allow in the answer to a preflight', async () => {
    const { headers } = await send(listed, 'OPTIONS /persons', APP, forMethod('POST'));
    expect(headers['allow']).to.equal('GET, HEAD, QUERY, POST, OPTIONS');
  });

  it('answers OPTIONS without an origin as before, whatever else it has', async () => {
    for (const service of [listed, every]) {
      const { status, headers } = await send(service, 'OPTIONS /persons', undefined, forMethod('POST'));
      expect([status, headers['allow']]).to.deep.equal([204, 'GET, HEAD, QUERY, POST, OPTIONS']);
      expect(headers).not.to.have.any.keys('access-control-allow-methods', 'access-control-max-age');
    }
  });
});
