// Documents as bytes: whole, cut, flipped, in other encodings, compressed, and not at all what the headers say.
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { changedDocumentsFor, documentsFor, excessiveDocuments, oddValuesFor } from './documents.ts';
import { deepJson, jsonText } from './hostile-json.ts';
import type { Header } from './shot.ts';
import type { Route } from './targets.ts';

export interface Body {
  /** What `bytes` say when they are as `headers` say. */
  readonly document: Buffer;
  readonly bytes: Buffer;
  /** What is said of it besides its type and length. */
  readonly headers: readonly Header[];
}

/** Bodies for the methods of a route that read one; the identifier in the path is filled in where it belongs. */
export function bodiesFor(route: Route): fc.Arbitrary<(id: string) => Body> {
  const right = documentsFor(route).map((document) => (id: string) => Buffer.from(jsonText(document(id))));
  const changed = changedDocumentsFor(route).map((document) => (id: string) => Buffer.from(jsonText(document(id))));
  const odd = oddValuesFor(route).map((document) => (id: string) => Buffer.from(jsonText(document(id))));
  const bytes = fc.oneof(
    { weight: 2, arbitrary: right },
    { weight: 3, arbitrary: changed },
    { weight: 4, arbitrary: odd },
  );
  const twisted = fc.tuple(bytes, twists).map(
    ([make, twist]) =>
      (id: string) =>
        plain(twist(make(id))),
  );
  const encoded = fc.tuple(bytes, fc.constantFrom(...CODINGS)).map(
    ([make, code]) =>
      (id: string) =>
        code(make(id)),
  );
  return fc.oneof(
    { weight: 160, arbitrary: bytes.map((make) => (id: string) => plain(make(id))) },
    { weight: 30, arbitrary: twisted },
    { weight: 10, arbitrary: encoded },
    { weight: 4, arbitrary: fc.constantFrom(...ODD).map((text) => () => plain(Buffer.from(text, 'latin1'))) },
    { weight: 1, arbitrary: deepJson.map((text) => () => plain(Buffer.from(text))) },
    { weight: 1, arbitrary: excessiveDocuments.map((make) => () => plain(Buffer.from(jsonText(make())))) },
  );
}

function plain(bytes: Buffer): Body {
  return { document: bytes, bytes, headers: [] };
}

const ODD = [
  '',
  ' ',
  '\r\n',
  'null',
  '0',
  '""',
  '[]',
  '[{}]',
  '{',
  '}',
  '{}',
  '{"data"}',
  '\xef\xbb\xbf',
  '\0',
  '\xff\xfe{\0}\0',
  'data=1',
  '<xml/>',
];

type Twist = (bytes: Buffer) => Buffer;

const places = fc.nat({ max: 999 });

/** Where a share of the way through the bytes is. */
function at(bytes: Buffer, place: number): number {
  return Math.floor((bytes.length * place) / 1000);
}

function splice(bytes: Buffer, place: number, inserted: string, removed = 0): Buffer {
  const start = at(bytes, place);
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(inserted, 'latin1'), bytes.subarray(start + removed)]);
}

const twists: fc.Arbitrary<Twist> = fc.oneof(
  places.map(
    (place): Twist =>
      (bytes) =>
        bytes.subarray(0, at(bytes, place)),
  ),
  fc.tuple(places, fc.nat({ max: 255 })).map(
    ([place, byte]): Twist =>
      (bytes) =>
        splice(bytes, place, String.fromCharCode(byte), 1),
  ),
  fc
    .tuple(
      places,
      fc.constantFrom(
        '\0',
        '\xff',
        '\xc0\x80',
        '\xed\xa0\x80',
        '\xf4\x90\x80\x80',
        '\xe2\x82',
        '\\',
        '"',
        ',',
        '{}',
        '\x7f',
      ),
    )
    .map(
      ([place, inserted]): Twist =>
        (bytes) =>
          splice(bytes, place, inserted),
    ),
  fc.constantFrom<Twist>(
    (bytes) => Buffer.concat([Buffer.from('\xef\xbb\xbf', 'latin1'), bytes]),
    (bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le'),
    (bytes) => Buffer.from(bytes.toString('utf8'), 'latin1'),
    (bytes) => Buffer.concat([bytes, bytes]),
    (bytes) => Buffer.concat([bytes, Buffer.from('\n\n')]),
    // Lone surrogates as bytes instead of escapes.
    (bytes) => Buffer.from(bytes.toString('latin1').replaceAll(/\\ud[89a-f][0-9a-f]{2}/g, '\xed\xa0\x80'), 'latin1'),
  ),
);

const coding =
  (name: string, code: Twist) =>
  (bytes: Buffer): Body => ({
    document: bytes,
    bytes: code(bytes),
    headers: [['Content-Encoding', name]],
  });
const asIs: Twist = (bytes) => bytes;
const half: Twist = (bytes) => bytes.subarray(0, bytes.length >> 1);
const bomb = gzipSync(Buffer.alloc(30_000_000));

const CODINGS: readonly ((bytes: Buffer) => Body)[] = [
  coding('gzip', (bytes) => gzipSync(bytes)),
  coding('GZip', (bytes) => gzipSync(bytes)),
  coding('deflate', (bytes) => deflateSync(bytes)),
  coding('br', (bytes) => brotliCompressSync(bytes)),
  coding('identity', asIs),
  coding('gzip', asIs),
  coding('br', asIs),
  coding('deflate', asIs),
  coding('deflate', (bytes) => deflateRawSync(bytes)),
  coding('gzip', (bytes) => half(gzipSync(bytes))),
  coding('br', (bytes) => half(brotliCompressSync(bytes))),
  coding('gzip', (bytes) => Buffer.concat([gzipSync(bytes), Buffer.from('rest')])),
  coding('gzip', (bytes) => Buffer.concat([gzipSync(bytes), gzipSync(bytes)])),
  coding('gzip', () => bomb),
  coding('gzip', () => Buffer.alloc(0)),
  coding('gzip, gzip', (bytes) => gzipSync(gzipSync(bytes))),
  coding('zstd', asIs),
  coding('', asIs),
  coding('__proto__', asIs),
];
