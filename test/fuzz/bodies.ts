// Request bodies: valid, truncated, with flipped bytes, in other encodings, compressed, and contradicting their headers.
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { mutatedDocumentsFor, validDocumentsFor, oversizedDocuments, oddValuesFor } from './documents.ts';
import { deepJson, jsonText } from './hostile-json.ts';
import type { Header } from './input.ts';
import { operationLists, type ListDocuments } from './operation-lists.ts';
import type { Route } from './targets.ts';

export interface Body {
  /** The body before it was compressed. */
  readonly document: Buffer;
  readonly bytes: Buffer;
  /** Headers besides its type and length. */
  readonly headers: readonly Header[];
}

/** Bodies for a route, as functions of the identifier in the path. */
export function bodiesFor(route: Route): fc.Arbitrary<(id: string) => Body> {
  const { valid, mutated: broken, odd } = route.kind === 'operations' ? lists : documentsFor(route);
  const bytesOf = (documents: typeof valid): fc.Arbitrary<(id: string) => Buffer> =>
    documents.map((document) => (id) => Buffer.from(jsonText(document(id))));
  const bytes = fc.oneof(
    { weight: 2, arbitrary: bytesOf(valid) },
    { weight: 3, arbitrary: bytesOf(broken) },
    { weight: 4, arbitrary: bytesOf(odd) },
  );
  const mutated = fc.tuple(bytes, mutations).map(
    ([make, mutate]) =>
      (id: string) =>
        plain(mutate(make(id))),
  );
  const encoded = fc.tuple(bytes, fc.constantFrom(...CODINGS)).map(
    ([make, code]) =>
      (id: string) =>
        code(make(id)),
  );
  return fc.oneof(
    { weight: 160, arbitrary: bytes.map((make) => (id: string) => plain(make(id))) },
    { weight: 30, arbitrary: mutated },
    { weight: 10, arbitrary: encoded },
    { weight: 4, arbitrary: fc.constantFrom(...ODD_BODIES).map((text) => () => plain(Buffer.from(text, 'latin1'))) },
    { weight: 1, arbitrary: deepJson.map((text) => () => plain(Buffer.from(text))) },
    { weight: 1, arbitrary: oversizedDocuments.map((make) => () => plain(Buffer.from(jsonText(make())))) },
  );
}

const lists = operationLists();

function documentsFor(route: Route): ListDocuments {
  return { valid: validDocumentsFor(route), mutated: mutatedDocumentsFor(route), odd: oddValuesFor(route) };
}

function plain(bytes: Buffer): Body {
  return { document: bytes, bytes, headers: [] };
}

const ODD_BODIES = [
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

type Mutation = (bytes: Buffer) => Buffer;

const places = fc.nat({ max: 999 });

/** @param place in thousandths of the length */
function offsetAt(bytes: Buffer, place: number): number {
  return Math.floor((bytes.length * place) / 1000);
}

function splice(bytes: Buffer, place: number, inserted: string, removed = 0): Buffer {
  const start = offsetAt(bytes, place);
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(inserted, 'latin1'), bytes.subarray(start + removed)]);
}

const mutations: fc.Arbitrary<Mutation> = fc.oneof(
  places.map(
    (place): Mutation =>
      (bytes) =>
        bytes.subarray(0, offsetAt(bytes, place)),
  ),
  fc.tuple(places, fc.nat({ max: 255 })).map(
    ([place, byte]): Mutation =>
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
      ([place, inserted]): Mutation =>
        (bytes) =>
          splice(bytes, place, inserted),
    ),
  fc.constantFrom<Mutation>(
    (bytes) => Buffer.concat([Buffer.from('\xef\xbb\xbf', 'latin1'), bytes]),
    (bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le'),
    (bytes) => Buffer.from(bytes.toString('utf8'), 'latin1'),
    (bytes) => Buffer.concat([bytes, bytes]),
    (bytes) => Buffer.concat([bytes, Buffer.from('\n\n')]),
    // Lone surrogates as raw bytes (CESU-8) instead of escapes.
    (bytes) => Buffer.from(bytes.toString('latin1').replaceAll(/\\ud[89a-f][0-9a-f]{2}/g, '\xed\xa0\x80'), 'latin1'),
  ),
);

const coding =
  (name: string, code: Mutation) =>
  (bytes: Buffer): Body => ({
    document: bytes,
    bytes: code(bytes),
    headers: [['Content-Encoding', name]],
  });
const unencoded: Mutation = (bytes) => bytes;
const firstHalf: Mutation = (bytes) => bytes.subarray(0, bytes.length >> 1);
const bomb = gzipSync(Buffer.alloc(30_000_000));

const CODINGS: readonly ((bytes: Buffer) => Body)[] = [
  coding('gzip', (bytes) => gzipSync(bytes)),
  coding('GZip', (bytes) => gzipSync(bytes)),
  coding('deflate', (bytes) => deflateSync(bytes)),
  coding('br', (bytes) => brotliCompressSync(bytes)),
  coding('identity', unencoded),
  coding('gzip', unencoded),
  coding('br', unencoded),
  coding('deflate', unencoded),
  coding('deflate', (bytes) => deflateRawSync(bytes)),
  coding('gzip', (bytes) => firstHalf(gzipSync(bytes))),
  coding('br', (bytes) => firstHalf(brotliCompressSync(bytes))),
  coding('gzip', (bytes) => Buffer.concat([gzipSync(bytes), Buffer.from('rest')])),
  coding('gzip', (bytes) => Buffer.concat([gzipSync(bytes), gzipSync(bytes)])),
  coding('gzip', () => bomb),
  coding('gzip', () => Buffer.alloc(0)),
  coding('gzip, gzip', (bytes) => gzipSync(gzipSync(bytes))),
  coding('zstd', unencoded),
  coding('', unencoded),
  coding('__proto__', unencoded),
];
