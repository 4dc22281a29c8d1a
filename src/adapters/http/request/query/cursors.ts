// Cursors: list positions as opaque text, in base64url: a version, a digest of type and sort, and the position. A
// position with the value of a write-only attribute is encrypted, deterministically, so that equal pages have equal
// bytes. Cursors are not signed: a made-up one is a position like any other.
import { createHash } from 'node:crypto';
import type { ListPosition, SortKey } from '#application/model/query';
import { kindOf, type Value } from '#domain/kinds';
import { IDENTIFIER, type Attribute } from '#domain/resource';
import { declaredAttribute, endOf, type ResourceType } from '#domain/schema';
import type { EveryResource } from '../../api/resource-description.ts';
import { textCipher } from '../../api/text-cipher.ts';

/** Reads and writes the cursors of a request. */
export interface Cursors {
  readonly codec: CursorCodec;
  /** True if the client has asked for the profile. */
  readonly isNegotiated: boolean;
}

/** Makes the codec; the first call may read the epoch. */
export type OpenCursors = () => Promise<CursorCodec>;

/** @param secret undefined: the epoch, so that all instances of a service can read each other's cursors */
export function openCursors(
  secret: string | undefined,
  epoch: () => Promise<string>,
  resources: EveryResource,
): OpenCursors {
  let opened: { readonly secret: string; readonly codec: CursorCodec } | undefined;
  return async () => {
    const current = secret ?? (await epoch());
    if (opened?.secret !== current) opened = { secret: current, codec: cursorCodec(current, resources) };
    return opened.codec;
  };
}

/** The lists that a cursor is valid for. */
export interface CursorScope {
  readonly type: ResourceType;
  readonly sort: readonly SortKey[];
}

type CursorCodec = (scope: CursorScope) => {
  readonly encode: (position: ListPosition) => string;
  /** Undefined if it is not a cursor, or one for another type, sort, version or secret. */
  readonly decode: (text: string) => ListPosition | undefined;
};

/** Incremented when the meaning of the bytes changes, which invalidates older cursors. */
const VERSION = 1;
const DIGEST_BYTES = 8;

/** @param secret encrypts the values that clients must not read */
export function cursorCodec(secret: string, resources: EveryResource): CursorCodec {
  const cipher = textCipher(secret, 'jsonapi cursors');
  const known = new WeakMap<CursorScope, ReturnType<CursorCodec>>();
  return (scope) => {
    const codec = known.get(scope) ?? codecOf(scope);
    known.set(scope, codec);
    return codec;
  };

  function codecOf(scope: CursorScope): ReturnType<CursorCodec> {
    const head = headOf(scope);
    const sorted = scope.sort.map(({ path, attribute }) => declaredAttribute(endOf(path, scope.type), attribute));
    const isEncrypted = isSecret(scope, resources);
    const encode = (position: ListPosition): string => {
      const bytes = writePosition(position, sorted);
      return Buffer.concat([head, isEncrypted ? cipher.encrypt(bytes, head) : bytes]).toString('base64url');
    };
    const decode = (text: string): ListPosition | undefined => {
      const bytes = Buffer.from(text, 'base64url');
      if (!bytes.subarray(0, head.length).equals(head)) return undefined;
      const sent = bytes.subarray(head.length);
      const plain = isEncrypted ? cipher.decrypt(sent, head) : sent;
      const position = plain && readPosition(plain, sorted);
      if (position === undefined) return undefined;
      // Accepts only the canonical text, because Node decodes others to the same bytes.
      return encode(position) === text ? position : undefined;
    };
    return { encode, decode };
  }
}

function headOf({ type, sort }: CursorScope): Buffer {
  const order = JSON.stringify([type, ...sort.map(({ path, attribute, descending }) => [path, attribute, descending])]);
  return Buffer.concat([Buffer.of(VERSION), createHash('sha256').update(order).digest().subarray(0, DIGEST_BYTES)]);
}

/** True if a sort key is a write-only attribute. */
function isSecret({ type, sort }: CursorScope, resources: EveryResource): boolean {
  return sort.some(({ path, attribute }) => {
    const fields = Object.values(resources[endOf(path, type)].fields);
    return fields.some(
      (field) => field.kind === 'attribute' && field.stored === attribute && field.output === undefined,
    );
  });
}

/**
 * The values of a position and its identifier as UTF-8, each after its length: shorter than JSON, whose escapes could make a cursor too long.
 * @param sorted the attributes that the values belong to
 */
function writePosition({ keys, id }: ListPosition, sorted: readonly Attribute[]): Buffer {
  const texts = sorted.map(({ kind }, index) => {
    const value = keys[index] ?? null;
    return value === null ? null : kindOf(kind).write(value);
  });
  return Buffer.concat([...texts, id].flatMap(writeText));
}

/**
 * The inverse of `writePosition`.
 * @returns undefined if the bytes are not a position with values of these kinds
 */
function readPosition(bytes: Buffer, sorted: readonly Attribute[]): ListPosition | undefined {
  const values: (Value | null)[] = [];
  let at = 0;
  for (const attribute of [...sorted, IDENTIFIER]) {
    if (at >= bytes.length) return undefined;
    const { length, start } = readLength(bytes, at);
    const end = start + Math.max(0, length - 1);
    if (end > bytes.length) return undefined;
    const value = length === 0 ? null : readText(bytes.subarray(start, end), attribute);
    if (value === undefined) return undefined;
    values.push(value);
    at = end;
  }
  const id = values.pop();
  return at === bytes.length && typeof id === 'string' ? { keys: values, id } : undefined;
}

/** Writes a number and the text: 0 if it is unset, else its length plus one. The number has two bytes, or four more after `LONG`. */
function writeText(written: string | null): readonly Buffer[] {
  const text = Buffer.from(written ?? '');
  const number = written === null ? 0 : text.length + 1;
  const length = Buffer.alloc(number < LONG ? 2 : 6);
  length.writeUInt16BE(Math.min(number, LONG));
  if (number >= LONG) length.writeUInt32BE(number, 2);
  return [length, text];
}

const LONG = 0xffff;

/** Reads the length at a position, and finds where its text starts. */
function readLength(bytes: Buffer, at: number): { readonly length: number; readonly start: number } {
  const number = (from: number, to: number): number =>
    bytes.subarray(at + from, at + to).reduce((sum, byte) => sum * 256 + byte, 0);
  const length = number(0, 2);
  return length < LONG ? { length, start: at + 2 } : { length: number(2, 6), start: at + 6 };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readText(bytes: Buffer, attribute: Attribute): Value | undefined {
  try {
    const read = kindOf(attribute.kind).readOperand(utf8.decode(bytes), attribute);
    return read.valid ? read.value : undefined;
  } catch {
    return undefined;
  }
}
