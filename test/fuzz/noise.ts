// Raw bytes that are not a valid request, not a complete one, or more than one.
import fc from 'fast-check';
import { anyResource } from '#test/support/model';
import { requestInputs, writeRequest } from './requests.ts';
import type { NoiseInput } from './input.ts';
import { rowOf } from './rows.ts';

const postHeaders = [
  ['Host', 'fuzz.test'],
  ['Content-Type', 'application/vnd.api+json'],
] as const;
const { path } = anyResource;
/** Accepted if its framing is; ASCII. */
const document = JSON.stringify({ data: rowOf(anyResource, 1) });
const { length } = document;
const hex = length.toString(16);

/** A POST with the given framing headers. */
const postWith = (framing: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/vnd.api+json\r\n${framing}\r\n\r\n${body}`;

const wrongFraming = [
  postWith('Content-Length: 5', document),
  postWith('Content-Length: 5000', document),
  postWith('Content-Length: -1', document),
  postWith(`Content-Length: +${length}`, document),
  postWith(`Content-Length: 0x${hex}`, document),
  postWith(`Content-Length: ${length}, ${length}`, document),
  postWith('Content-Length: 99999999999999999999', document),
  postWith(`Content-Length: ${length}\r\nContent-Length: ${length + 1}`, document),
  postWith(`Content-Length: ${length}\r\nTransfer-Encoding: chunked`, document),
  postWith('Transfer-Encoding: chunked\r\nContent-Length: 5', `${hex}\r\n${document}\r\n0\r\n\r\n`),
  postWith('Transfer-Encoding : chunked', `${hex}\r\n${document}\r\n0\r\n\r\n`),
  postWith('Transfer-Encoding: xchunked', document),
  postWith('Transfer-Encoding: chunked, identity', document),
  postWith('Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip', document),
  postWith('Transfer-Encoding: chunked', document),
  postWith('Transfer-Encoding: chunked', `zz\r\n${document}\r\n0\r\n\r\n`),
  postWith('Transfer-Encoding: chunked', `-1\r\n${document}\r\n0\r\n\r\n`),
  postWith('Transfer-Encoding: chunked', `ffffffffffffffffff\r\n${document}`),
  postWith('Transfer-Encoding: chunked', `${hex}\r\n${document}`),
  postWith('Transfer-Encoding: chunked', `${hex}\n${document}\n0\n\n`),
  postWith('Transfer-Encoding: chunked', `${hex};ext="${'x'.repeat(20_000)}"\r\n${document}\r\n0\r\n\r\n`),
  postWith('Transfer-Encoding: chunked', `${hex}\r\n${document}\r\n0\r\nContent-Type: text/html\r\n: x\r\n\r\n`),
  postWith(`Expect: 100-continue\r\nContent-Length: ${length}`, ''),
  postWith(`Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: ${length}`, document),
];

const brokenHeads = [
  '\r\n\r\n\r\n',
  'GET\r\n\r\n',
  'GET /\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET / http/1.1\r\nHost: x\r\n\r\n',
  'GET / HTTP/1.1\nHost: x\n\n',
  'GET / HTTP/1.1\rHost: x\r\r',
  'GET  / HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET / HTTP/1.1\r\n: x\r\n\r\n',
  'GET / HTTP/1.1\r\nHost x\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\n folded: x\r\n\r\n',
  'GET / HTTP/1.1\r\nHo\0st: x\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nX: \0\x01\x7f\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: x\r\n${'X: y\r\n'.repeat(2500)}\r\n`,
  `GET /${'x'.repeat(60_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  `${'X'.repeat(2000)} / HTTP/1.1\r\nHost: x\r\n\r\n`,
  'GET / HTTP/1.0\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  'TRACE / HTTP/1.1\r\nHost: x\r\nMax-Forwards: 0\r\n\r\n',
  'SOURCE /stream HTTP/1.0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
  '{"jsonrpc":"2.0"}\n',
  'EHLO example.org\r\n',
];

const validGet = writeRequest('GET', `${path}/1`, [['Host', 'x']], undefined).toString('latin1');
const validPost = writeRequest('POST', path, postHeaders, Buffer.from(document)).toString('latin1');

const malformed = fc.constantFrom(...wrongFraming, ...brokenHeads);
const wholeRequests = requestInputs.map(({ bytes }) => bytes.toString('latin1')).filter((text) => text.length < 30_000);

/** Requests cut off anywhere. */
const truncatedRequests = fc
  .tuple(wholeRequests, fc.nat({ max: 999 }))
  .map(([text, place]) => text.slice(0, (text.length * place) / 1000));

/** Makes the service close the connection, if it can still parse it. */
const finalRequest = writeRequest(
  'GET',
  '/',
  [
    ['Host', 'x'],
    ['Connection', 'close'],
  ],
  undefined,
).toString('latin1');

const complete: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: malformed },
  // A request with a few bytes overwritten.
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        wholeRequests,
        fc.array(fc.tuple(fc.nat({ max: 999 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 5 }),
      )
      .map(([text, flips]) => flips.reduce(flip, text)),
  },
  // Several pipelined, valid and malformed.
  {
    weight: 3,
    arbitrary: fc
      .array(fc.oneof(malformed, wholeRequests, fc.constant(validGet), fc.constant(validGet), fc.constant(validPost)), {
        minLength: 2,
        maxLength: 5,
      })
      .map((all) => all.join('')),
  },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('latin1')) },
);

const cuts = fc.option(fc.nat({ max: 999 }), { nil: undefined });

/** Noise inputs, each for a connection of its own. */
export const noiseInputs: fc.Arbitrary<NoiseInput> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({ text: complete.map((text) => text + finalRequest), cut: cuts, halfCloses: fc.constant(true) })
      .map(noiseInput),
  },
  { weight: 1, arbitrary: fc.record({ text: truncatedRequests, cut: cuts, halfCloses: fc.boolean() }).map(noiseInput) },
);

interface Noise {
  readonly text: string;
  /** The place to split it in two packets, in thousandths of its length; undefined for a single packet. */
  readonly cut: number | undefined;
  readonly halfCloses: boolean;
}

function noiseInput({ text, cut, halfCloses }: Noise): NoiseInput {
  return { kind: 'noise', pieces: inPieces(Buffer.from(text, 'latin1'), cut), halfCloses };
}

function flip(text: string, [place, byte]: readonly [number, number]): string {
  const start = Math.floor((text.length * place) / 1000);
  return text.slice(0, start) + String.fromCharCode(byte) + text.slice(start + 1);
}

function inPieces(bytes: Buffer, cut: number | undefined): readonly Buffer[] {
  const place = cut === undefined ? 0 : Math.floor((bytes.length * cut) / 1000);
  return place === 0 ? [bytes] : [bytes.subarray(0, place), bytes.subarray(place)];
}
