import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { ContentCoding } from '#adapters/http/request/content-coding';
import { sendRaw, type ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import { addPerson, computerObject, computers } from './persons.ts';

const MEBIBYTE = 1_048_576;
const computer = '{"data":{"type":"computer","attributes":{"serial":"S1"}}}';

/** An encoder for each content coding, in the order of the service's `Accept-Encoding` header. */
const encoders: Readonly<Record<ContentCoding, (text: string | Buffer) => Buffer>> = {
  gzip: (text) => gzipSync(text),
  deflate: (text) => deflateSync(text),
  br: (text) => brotliCompressSync(text),
  identity: (text) => Buffer.from(text),
};

/** Bodies as bytes and JSON: encoding, size and depth. */
export function describeBodies({ client }: ApiUnderTest): void {
  const post = (body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> =>
    client.post('/computers', body, { headers });
  const expectCreated = (response: ApiResponse, serial = 'S1'): void => {
    expect(response.status, response.text).to.equal(201);
    expect(response.document.data).to.deep.equal(computerObject(response.document.data.id as string, { serial }));
  };

  describe('A body', () => {
    for (const body of [
      '',
      ' ',
      '{',
      '{"data":',
      computer.slice(0, -1),
      `${computer}x`,
      `${computer}${computer}`,
      "{'data':null}",
      '{data:null}',
      '{"data":null,}',
      'undefined',
      'NaN',
      '\0',
      '{"data":"\n"}',
      '{"data":01}',
      '// x\n{}',
    ])
      it(`is refused if it is not JSON: ${JSON.stringify(body.slice(-30))}`, async () => {
        expectErrors(await post(body), 'malformed-json #');
      });

    for (const [name, hex] of [
      ['a stray byte', 'ff'],
      ['an overlong NUL', 'c080'],
      ['a surrogate', 'eda080'],
      ['a truncated sequence', 'e282'],
      ['beyond U+10FFFF', 'f4908080'],
      ['Latin-1', 'e9'],
    ] as const)
      it(`is refused if it is not UTF-8: ${name}`, async () => {
        const [start = '', end = ''] = computer.split('S1');
        expectErrors(
          await post(Buffer.concat([Buffer.from(start), Buffer.from(hex, 'hex'), Buffer.from(end)])),
          'malformed-json #',
        );
      });

    it('is refused in UTF-16', async () => {
      expectErrors(await post(Buffer.from(`\uFEFF${computer}`, 'utf16le')), 'malformed-json #');
    });

    it('may begin with one byte order mark', async () => {
      expectCreated(await post(`\uFEFF${computer}`));
      expectErrors(await post(`\uFEFF\uFEFF${computer}`), 'malformed-json #');
    });

    it('may contain escapes and white space', async () => {
      expectCreated(
        await post(' \r\n\t{"d\\u0061ta" : {"type":"computer","attributes":{"seri\\u0061l":"\\ud83d\\ude00\\/"}}} \n'),
        '😀/',
      );
    });

    it('uses the last of duplicate members', async () => {
      expectCreated(
        await post('{"data":null,"data":{"type":"x","type":"computer","attributes":{"serial":"A","serial":"B"}}}'),
        'B',
      );
    });

    it('may be chunked', async () => {
      const chunk = `${computer.length.toString(16)}\r\n${computer}\r\n0\r\n\r\n`;
      const head =
        'POST /computers HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/vnd.api+json\r\n';
      expect(await sendRaw(client.url, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk}`)).to.match(
        /^HTTP\/1\.1 201 /,
      );
      expect(await sendRaw(client.url, `${head}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`)).to.match(
        /^HTTP\/1\.1 400 .*malformed-json/s,
      );
    });
  });

  describe('Content-Encoding', () => {
    const { identity: _, ...compressions } = encoders;
    const others = { GZIP: encoders.gzip, 'x-gzip': encoders.gzip, 'identity, , X-Gzip': encoders.gzip };
    for (const [encoding, encode] of Object.entries({ ...encoders, ...others }))
      it(`may be ${encoding}`, async () => {
        expectCreated(await post(encode(computer), { 'Content-Encoding': encoding }));
      });

    for (const encoding of ['compress', 'x-compress', 'zstdx', 'gzip, gzip', 'utf-8', 'x'])
      it(`must not be ${encoding}, and the response lists the supported ones`, async () => {
        const response = await post(computer, { 'Content-Encoding': encoding });
        expectErrors(response, 'unsupported-media-type');
        expect(response.headers['accept-encoding']).to.equal(Object.keys(encoders).join(', '));
      });

    it('must match the body', async () => {
      const headers = { 'Content-Encoding': 'gzip' };
      for (const body of [computer, gzipSync(computer).subarray(0, -9), Buffer.from([0x1f, 0x8b])])
        expectErrors(await post(body, headers), 'malformed-json #');
    });

    it('does not hide invalid UTF-8 or JSON', async () => {
      const headers = { 'Content-Encoding': 'gzip' };
      expectErrors(await post(gzipSync(Buffer.from([0xff])), headers), 'malformed-json #');
      expectErrors(await post(gzipSync(''), headers), 'malformed-json #');
    });

    it('does not evade the size limit', async () => {
      for (const [encoding, encode] of Object.entries(compressions)) {
        const bomb = encode(Buffer.alloc(20 * MEBIBYTE, ' '));
        expect(bomb.length).to.be.below(MEBIBYTE);
        expectErrors(await post(bomb, { 'Content-Encoding': encoding }), 'body-too-large');
      }
    });
  });

  describe('The size of a body', () => {
    it('is limited to 1 MiB', async () => {
      expectCreated(await post(computer.padEnd(MEBIBYTE)));
      const response = await post(computer.padEnd(MEBIBYTE + 1));
      expectErrors(response, 'body-too-large');
      expect(response.document.errors[0].meta).to.deep.equal({ limit: MEBIBYTE });
    });

    it('is limited for chunked bodies, too', async () => {
      const head =
        'POST /computers HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/vnd.api+json\r\n';
      const chunk = `${(MEBIBYTE + 1).toString(16)}\r\n${' '.repeat(MEBIBYTE + 1)}\r\n`;
      expect(await sendRaw(client.url, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk}`)).to.match(
        /^HTTP\/1\.1 413 .*body-too-large/s,
      );
    });

    it('is checked against Content-Length before the body arrives', async () => {
      const head =
        'POST /computers HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/vnd.api+json\r\n';
      expect(await sendRaw(client.url, `${head}Content-Length: 99999999999\r\n\r\n{`)).to.match(/^HTTP\/1\.1 413 /);
    });

    it('is limited to 10,000 identifiers', async () => {
      const id = await addPerson(client);
      const one = { type: 'computer', id: await computers.add(client) };
      const data = Array.from({ length: 10_000 }, () => one);
      const route = `/persons/${id}/relationships/computers`;
      const person = (computers: unknown): unknown => ({
        data: { type: 'person', attributes: { name: 'Ada' }, relationships: { computers: { data: computers } } },
      });
      for (const method of ['POST', 'PATCH', 'DELETE']) {
        expectErrors(await client.send(method, route, { body: { data: [...data, one] } }), 'body-too-large');
        expect((await client.send(method, route, { body: { data } })).status, method).to.equal(200);
      }
      expectErrors(await client.post('/persons', person([...data, one])), 'body-too-large');
      expect((await client.post('/persons', person(data))).status).to.equal(201);
      expect(await computers.of(client, id)).to.deep.equal([]);
    });
  });

  describe('The depth of a body', () => {
    const nested = (levels: number, open: string, close: string): string => {
      const inner = levels - 1;
      return computer.replace('{"data"', `{"meta":${open.repeat(inner)}0${close.repeat(inner)},"data"`);
    };

    it('is limited to 32 levels', async () => {
      for (const [open, close] of [
        ['[', ']'],
        ['{"a":', '}'],
      ] as const) {
        expectCreated(await post(nested(32, open, close)));
        expectErrors(await post(nested(33, open, close)), 'invalid-document #');
      }
    });

    it('causes no failure, however great', async () => {
      expectErrors(await post(nested(200_000, '[', ']')), 'invalid-document #');
      expectErrors(await post(nested(150_000, '{"a":', '}')), 'invalid-document #');
      expectErrors(await post('['.repeat(200_000) + ']'.repeat(200_000)), 'invalid-document #');
      expectErrors(await post('['.repeat(1_000_000)), 'malformed-json #');
    });

    it('does not include brackets in strings', async () => {
      const serial = `\\"${'[{'.repeat(60)}`;
      expectCreated(await post(JSON.stringify({ data: { type: 'computer', attributes: { serial } } })), serial);
    });
  });
}
