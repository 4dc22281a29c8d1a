import type { Position } from '#application/model/query';

/** The values of a position and its identifier as UTF-8, each after its length: shorter than JSON, whose escapes could make a cursor too long. */
export function writePosition({ keys, id }: Position): Buffer {
  return Buffer.concat([...keys, id].flatMap(writeValue));
}

/**
 * The inverse of `writePosition`.
 * @param count of sort keys
 * @returns undefined if the bytes are not a position
 */
export function readPosition(bytes: Buffer, count: number): Position | undefined {
  const values: (string | null)[] = [];
  let at = 0;
  while (at < bytes.length && values.length <= count) {
    const length = bytes.readUInt8(at) * 256 + (bytes[at + 1] ?? 0);
    const end = at + 2 + Math.max(0, length - 1);
    if (end > bytes.length) return undefined;
    const text = length === 0 ? null : decodeText(bytes.subarray(at + 2, end));
    if (text === undefined) return undefined;
    values.push(text);
    at = end;
  }
  const id = values.pop();
  return at === bytes.length && values.length === count && typeof id === 'string' ? { keys: values, id } : undefined;
}

/** 0 is unset; else the length is one less than the number in front. */
function writeValue(value: string | null): readonly Buffer[] {
  const text = Buffer.from(value ?? '');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(value === null ? 0 : text.length + 1);
  return [length, text];
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeText(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
