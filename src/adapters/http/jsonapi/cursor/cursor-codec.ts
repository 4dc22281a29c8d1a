// Cursors: positions as text, which clients send back as they are. Base64url of a version, a digest of type and sort, and the position.
// A position with the value of a write-only attribute is encrypted. The same position is always the same text, so that equal pages have equal
// bytes. Nothing is signed: a made-up cursor is a position like any other.
import { createHash } from 'node:crypto';
import type { Position, SortKey } from '#application/model/query';
import { attributeKind, endOf, type ResourceType } from '#domain/schema';
import { resources } from '../resources/resources.ts';
import { cursorCipher } from './cursor-cipher.ts';
import { readPosition, writePosition } from './position-bytes.ts';

/** A list whose positions are meant. */
export interface CursorScope {
  readonly type: ResourceType;
  readonly sort: readonly SortKey[];
}

export type CursorCodec = (scope: CursorScope) => {
  readonly encode: (position: Position) => string;
  /** Undefined: not a cursor, or one of another type, sort, version or secret. */
  readonly decode: (text: string) => Position | undefined;
};

/** Grows when the meaning of the bytes changes; older cursors are refused then. */
const VERSION = 1;
const DIGEST_BYTES = 8;

/** @param secret encrypts what clients must not read */
export function cursorCodec(secret: string): CursorCodec {
  const cipher = cursorCipher(secret);
  return (scope) => {
    const head = headOf(scope);
    const kinds = scope.sort.map(({ path, attribute }) => attributeKind(endOf(path, scope.type), attribute));
    const isEncrypted = isSecret(scope);
    const encode = (position: Position): string => {
      const bytes = writePosition(position, kinds);
      return Buffer.concat([head, isEncrypted ? cipher.encrypt(bytes, head) : bytes]).toString('base64url');
    };
    const decode = (text: string): Position | undefined => {
      const bytes = Buffer.from(text, 'base64url');
      if (!bytes.subarray(0, head.length).equals(head)) return undefined;
      const sent = bytes.subarray(head.length);
      const plain = isEncrypted ? cipher.decrypt(sent, head) : sent;
      const position = plain && readPosition(plain, kinds);
      if (position === undefined) return undefined;
      // Node decodes other texts to the same bytes.
      return encode(position) === text ? position : undefined;
    };
    return { encode, decode };
  };
}

function headOf({ type, sort }: CursorScope): Buffer {
  const order = JSON.stringify([type, ...sort.map(({ path, attribute, descending }) => [path, attribute, descending])]);
  return Buffer.concat([Buffer.of(VERSION), createHash('sha256').update(order).digest().subarray(0, DIGEST_BYTES)]);
}

/** Whether a sort key is a write-only attribute. */
function isSecret({ type, sort }: CursorScope): boolean {
  return sort.some(({ path, attribute }) => {
    const fields = Object.values(resources[endOf(path, type)].fields);
    return fields.some(
      (field) => field.kind === 'attribute' && field.stored === attribute && field.output === undefined,
    );
  });
}
