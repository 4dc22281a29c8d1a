import { expect } from 'chai';
import { MEDIA_TYPE, sendRaw, type ApiResponse } from '../../support/api-client.ts';
import { checkDocument } from '../../support/check-document.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { computers } from './persons.ts';

const end = 'Host: x\r\nConnection: close\r\n\r\n';
const post = `POST /persons HTTP/1.1\r\nHost: x\r\nContent-Type: ${MEDIA_TYPE}\r\n`;

const malformed: readonly (readonly [what: string, bytes: string])[] = [
  ['garbage', 'garbage\r\n\r\n'],
  ['binary data', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
  ['a request line without a version', `GET /\r\n${end}`],
  ['an unsupported version', `GET / HTTP/2.0\r\n${end}`],
  ['an unknown version', `GET / HTTP/9.9\r\n${end}`],
  ['another protocol', `GET / ICE/1.0\r\n${end}`],
  ['a space in the target', `GET /a b HTTP/1.1\r\n${end}`],
  ['a non-ASCII target', `GET /persons?filter[name]=\xc3\xa0 HTTP/1.1\r\n${end}`],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['two hosts', `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`],
  ['the same host twice', `GET / HTTP/1.1\r\nhost: a\r\nHOST: a\r\nConnection: close\r\n\r\n`],
  ['a header without a colon', `GET / HTTP/1.1\r\nnonsense\r\n${end}`],
  ['a space before the colon', `GET / HTTP/1.1\r\nX-A : b\r\n${end}`],
  ['a header without a name', `GET / HTTP/1.1\r\n: b\r\n${end}`],
  ['NUL in a header', `GET / HTTP/1.1\r\nX-A: a\0b\r\n${end}`],
  ['a bare carriage return', `GET / HTTP/1.1\r\nX-A: a\rb\r\n${end}`],
  ['Content-Length with chunks', `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['two lengths', `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  ['a negative length', `${post}Content-Length: -1\r\n\r\n`],
  ['a length that is not a number', `${post}Content-Length: two\r\n\r\n{}`],
  ['a bad chunk', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
  ['a chunk longer than it says', `${post}Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n`],
  ['an unknown transfer encoding', `${post}Transfer-Encoding: chunked, x\r\n\r\n{}`],
];

/** HTTP errors, over raw connections. Every answer is a document and has the common headers. */
export function describeHttpErrors({ client }: ApiUnderTest): void {
  const exchange = async (bytes: string): Promise<ApiResponse> => {
    const response = readResponse(await sendRaw(client.url, Buffer.from(bytes, 'latin1')));
    expect(response.headers['x-request-id']).to.match(/^[A-Za-z0-9._-]{1,128}$/);
    expect(response.headers['x-content-type-options']).to.equal('nosniff');
    // Malformed requests are refused before the policy is consulted.
    expect(response.headers.vary).to.be.oneOf(['Accept', client.vary]);
    expect(response.headers['content-type']).to.equal(MEDIA_TYPE);
    checkDocument(response.document, response.status);
    return response;
  };

  describe('Malformed HTTP', () => {
    for (const [what, bytes] of malformed)
      it(`is refused: ${what}`, async () => {
        expectErrors(await exchange(bytes), 'malformed-request');
      });

    it('explains percent-encoding if the target has raw UTF-8', async () => {
      const raw = await exchange(`GET /persons?filter[name]=\xc3\xa0 HTTP/1.1\r\n${end}`);
      expect(detailsOf(raw)[0]).to.match(/percent-encode non-ASCII characters/);
    });

    it('is answered after earlier valid requests on the connection', async () => {
      const text = await sendRaw(
        client.url,
        'GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /nope HTTP/1.1\r\nHost: x\r\n\r\ngarbage\r\n\r\n',
      );
      expect(text.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 400']);
    });

    it('does not include HTTP/1.0 requests without a host', async () => {
      expect((await exchange('GET / HTTP/1.0\r\n\r\n')).status).to.equal(200);
    });

    it('leaves the service running', async () => {
      expect((await client.get('/')).status).to.equal(200);
    });
  });

  describe('HTTP methods', () => {
    for (const method of ['FOO', 'get', 'Get', 'GETX', 'X-1', 'A'.repeat(30)])
      it(`are not implemented: ${method}`, async () => {
        expectErrors(await exchange(`${method} /persons HTTP/1.1\r\n${end}`), 'method-not-implemented');
      });

    it('are not allowed: TRACE', async () => {
      const response = await exchange(`TRACE /persons HTTP/1.1\r\nX-Secret: 42\r\n${end}`);
      expectErrors(response, 'method-not-allowed');
      expect(response.headers.allow?.split(', ')).to.deep.equal(['GET', 'HEAD', 'QUERY', 'POST', 'OPTIONS']);
      expect(response.text).not.to.contain('42');
    });

    for (const target of ['example.org:443', '127.0.0.1:22', '[::1]:443', 'persons'])
      it(`are not allowed: CONNECT ${target}`, async () => {
        const response = await exchange(`CONNECT ${target} HTTP/1.1\r\n${end}`);
        expectErrors(response, 'method-not-allowed');
        expect(response.headers.allow).to.equal('GET, HEAD, QUERY, POST, PATCH, DELETE, OPTIONS');
      });

    it('open no tunnel', async () => {
      const { status } = await exchange(`CONNECT /persons HTTP/1.1\r\n${end}`);
      expect(status).to.be.oneOf([400, 405]);
    });

    it('do not support OPTIONS *', async () => {
      const response = await exchange(`OPTIONS * HTTP/1.1\r\n${end}`);
      expectErrors(response, 'not-found');
      expect(detailsOf(response)[0]).to.match(/use a path, such as \//);
    });
  });

  describe('Request targets', () => {
    for (const target of [
      '*',
      'http://',
      'http://[',
      'http://[/persons',
      'http://a:b:c/nope',
      'http://[::1]:x/nope',
      'http://a@b@c/nope',
      'http://xn--iñvalid/nope',
      '/nope#',
      '/nope#a?b',
      '/nope?#',
      '//[/nope',
      '///',
      '/\\nope',
      '/nope|^`{}"<>',
      '/nope%00%0d%0a',
      '/%c0%af',
      '/..%2f..%2fetc/passwd',
    ])
      it(`never cause a server error: ${target}`, async () => {
        const { status } = await exchange(`GET ${target} HTTP/1.1\r\n${end}`);
        expect(status).to.be.oneOf([200, 400, 404]);
      });

    it('may contain characters that should be percent-encoded', async () => {
      for (const serial of ['a"b', 'a{b}|^`', "'", '<\\>', 'a[b]']) {
        const id = await computers.add(client, serial);
        for (const origin of ['', 'http://evil.example']) {
          const target = `${origin}/computers?filter[id]=${id}&filter[serial]=${serial}`;
          const { status, document } = await exchange(`GET ${target} HTTP/1.1\r\n${end}`);
          expect(status, serial).to.equal(200);
          expect(document.meta, serial).to.deep.equal({ count: 1 });
          const value = encodeURIComponent(serial);
          expect(document.links.self).to.equal(`/computers?filter%5Bid%5D=${id}&filter%5Bserial%5D=${value}`);
        }
      }
    });
  });

  describe('Long requests', () => {
    const KIBIBYTES_16 = 16_384;
    const get = (length: number): string => `GET ${'/persons?sort='.padEnd(length, 'x')} HTTP/1.1\r\n${end}`;
    const withHeaders = (length: number, count = 1): string => {
      const lines = Array.from({ length: count }, (_, index) => `X-${index}: ${'a'.repeat(length / count)}\r\n`);
      return `GET / HTTP/1.1\r\n${lines.join('')}${end}`;
    };

    it('may have a target of at most 16 KiB', async () => {
      expectErrors(await exchange(get(KIBIBYTES_16)), 'invalid-parameter ?sort');
      expectErrors(await exchange(get(KIBIBYTES_16 + 1)), 'uri-too-long');
    });

    for (const length of [20_000, 32_000, 33_000, 34_000, 40_000, 70_000, 200_000, 2_000_000])
      it(`are answered with 414 for a target of ${length} bytes`, async () => {
        expectErrors(await exchange(get(length)), 'uri-too-long');
      });

    for (const length of [16_400, 20_000, 32_000, 33_000, 34_000, 40_000, 70_000, 200_000, 2_000_000])
      for (const count of [1, 50])
        it(`are answered with 431 for ${length} bytes in ${count} headers`, async () => {
          expectErrors(await exchange(withHeaders(length, count)), 'headers-too-large');
        });

    it('may have both a long target and long headers', async () => {
      const target = '/persons?sort='.padEnd(KIBIBYTES_16, 'x');
      const headers = `X-A: ${'a'.repeat(KIBIBYTES_16 - 100)}\r\n`;
      expectErrors(await exchange(`GET ${target} HTTP/1.1\r\n${headers}${end}`), 'invalid-parameter ?sort');
    });

    it('are refused after other requests on the connection, too', async () => {
      const first = `GET /nope HTTP/1.1\r\nHost: x\r\n\r\n`;
      for (const [long, code] of [
        [get(34_000), '414'],
        [withHeaders(34_000), '431'],
      ] as const) {
        const text = await sendRaw(client.url, first + long);
        expect(text.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 404', `HTTP/1.1 ${code}`]);
      }
    });

    it('may have many headers', async () => {
      expect((await exchange(withHeaders(1000, 500))).status).to.equal(200);
    });
  });
}

/** Parses the first response received on a connection. */
function readResponse(text: string): ApiResponse {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const document: unknown = body === '' ? undefined : JSON.parse(body);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]), headers, text: body, document };
}
