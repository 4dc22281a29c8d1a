// Bytes that are no request, or not quite one, or more than one.
import fc from 'fast-check';
import { requestShots, writeRequest } from './requests.ts';
import type { NoiseShot } from './shot.ts';

const typed = [
  ['Host', 'fuzz.test'],
  ['Content-Type', 'application/vnd.api+json'],
] as const;
const document = '{"data":{"type":"computer","attributes":{"serial":"noise"}}}';

/** A POST with its framing left to say. */
const posted = (framing: string, body: string): string =>
  `POST /computers HTTP/1.1\r\nHost: x\r\nContent-Type: application/vnd.api+json\r\n${framing}\r\n\r\n${body}`;

const wrongFraming = [
  posted('Content-Length: 5', document),
  posted('Content-Length: 5000', document),
  posted('Content-Length: -1', document),
  posted('Content-Length: +60', document),
  posted('Content-Length: 0x3c', document),
  posted('Content-Length: 60, 60', document),
  posted('Content-Length: 99999999999999999999', document),
  posted('Content-Length: 60\r\nContent-Length: 61', document),
  posted('Content-Length: 60\r\nTransfer-Encoding: chunked', document),
  posted('Transfer-Encoding: chunked\r\nContent-Length: 5', `3c\r\n${document}\r\n0\r\n\r\n`),
  posted('Transfer-Encoding : chunked', `3c\r\n${document}\r\n0\r\n\r\n`),
  posted('Transfer-Encoding: xchunked', document),
  posted('Transfer-Encoding: chunked, identity', document),
  posted('Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip', document),
  posted('Transfer-Encoding: chunked', document),
  posted('Transfer-Encoding: chunked', `zz\r\n${document}\r\n0\r\n\r\n`),
  posted('Transfer-Encoding: chunked', `-1\r\n${document}\r\n0\r\n\r\n`),
  posted('Transfer-Encoding: chunked', `ffffffffffffffffff\r\n${document}`),
  posted('Transfer-Encoding: chunked', `3c\r\n${document}`),
  posted('Transfer-Encoding: chunked', `3c\n${document}\n0\n\n`),
  posted('Transfer-Encoding: chunked', `3c;ext="${'x'.repeat(20_000)}"\r\n${document}\r\n0\r\n\r\n`),
  posted('Transfer-Encoding: chunked', `3c\r\n${document}\r\n0\r\nContent-Type: text/html\r\n: x\r\n\r\n`),
  posted('Expect: 100-continue\r\nContent-Length: 60', ''),
  posted('Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 60', document),
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

const good = writeRequest('GET', '/persons/1', [['Host', 'x']], undefined).toString('latin1');
const goodPost = writeRequest('POST', '/computers', typed, Buffer.from(document)).toString('latin1');

const texts = fc.constantFrom(...wrongFraming, ...brokenHeads);
const wholes = requestShots.map(({ bytes }) => bytes.toString('latin1')).filter((text) => text.length < 30_000);

/** A request cut anywhere: what is missing may come, or not. */
const halves = fc
  .tuple(wholes, fc.nat({ max: 999 }))
  .map(([text, place]) => text.slice(0, (text.length * place) / 1000));

/** The service closes the connection after this, if it still understands what comes. */
const last = writeRequest(
  'GET',
  '/',
  [
    ['Host', 'x'],
    ['Connection', 'close'],
  ],
  undefined,
).toString('latin1');

const complete: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: texts },
  // A request with other bytes anywhere in it.
  {
    weight: 4,
    arbitrary: fc
      .tuple(wholes, fc.array(fc.tuple(fc.nat({ max: 999 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 5 }))
      .map(([text, flips]) => flips.reduce(flip, text)),
  },
  // Several in one go, good and bad.
  {
    weight: 3,
    arbitrary: fc
      .array(fc.oneof(texts, wholes, fc.constant(good), fc.constant(good), fc.constant(goodPost)), {
        minLength: 2,
        maxLength: 5,
      })
      .map((all) => all.join('')),
  },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('latin1')) },
);

const cuts = fc.option(fc.nat({ max: 999 }), { nil: undefined });

/** Byte noise for a connection of its own. */
export const noiseShots: fc.Arbitrary<NoiseShot> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({ text: complete.map((text) => text + last), cut: cuts, ends: fc.constant(true) })
      .map(noiseShot),
  },
  { weight: 1, arbitrary: fc.record({ text: halves, cut: cuts, ends: fc.boolean() }).map(noiseShot) },
);

interface Noise {
  readonly text: string;
  /** Where it is parted, if at all. */
  readonly cut: number | undefined;
  readonly ends: boolean;
}

function noiseShot({ text, cut, ends }: Noise): NoiseShot {
  return { kind: 'noise', pieces: inPieces(Buffer.from(text, 'latin1'), cut), ends };
}

function flip(text: string, [place, byte]: readonly [number, number]): string {
  const start = Math.floor((text.length * place) / 1000);
  return text.slice(0, start) + String.fromCharCode(byte) + text.slice(start + 1);
}

function inPieces(bytes: Buffer, cut: number | undefined): readonly Buffer[] {
  const place = cut === undefined ? 0 : Math.floor((bytes.length * cut) / 1000);
  return place === 0 ? [bytes] : [bytes.subarray(0, place), bytes.subarray(place)];
}
