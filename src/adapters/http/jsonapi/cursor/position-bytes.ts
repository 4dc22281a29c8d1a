import type { Position } from '#application/model/query';
import { kindOf, type KindName, type Value } from '#domain/kinds';

/**
 * The values of a position and its identifier as UTF-8, each after its length: shorter than JSON, whose escapes could make a cursor too long.
 * @param kinds of the values
 */
export function writePosition({ keys, id }: Position, kinds: readonly KindName[]): Buffer {
  const texts = kinds.map((kind, index) => {
    const value = keys[index] ?? null;
    return value === null ? null : kindOf(kind).write(value);
  });
  return Buffer.concat([...texts, id].flatMap(writeText));
}

/**
 * The inverse of `writePosition`.
 * @returns undefined if the bytes are not a position with values of these kinds
 */
export function readPosition(bytes: Buffer, kinds: readonly KindName[]): Position | undefined {
  const values: (Value | null)[] = [];
  let at = 0;
  for (const kind of [...kinds, 'identifier' as const]) {
    if (at >= bytes.length) return undefined;
    const length = bytes.readUInt8(at) * 256 + (bytes[at + 1] ?? 0);
    const end = at + 2 + Math.max(0, length - 1);
    if (end > bytes.length) return undefined;
    const value = length === 0 ? null : readText(bytes.subarray(at + 2, end), kind);
    if (value === undefined) return undefined;
    values.push(value);
    at = end;
  }
  const id = values.pop();
  return at === bytes.length && typeof id === 'string' ? { keys: values, id } : undefined;
}

/** 0 is unset; else the length is one less than the number in front. */
function writeText(written: string | null): readonly Buffer[] {
  const text = Buffer.from(written ?? '');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(written === null ? 0 : text.length + 1);
  return [length, text];
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readText(bytes: Buffer, kind: KindName): Value | undefined {
  try {
    const read = kindOf(kind).readOperand(utf8.decode(bytes));
    return read.valid ? read.value : undefined;
  } catch {
    return undefined;
  }
}
