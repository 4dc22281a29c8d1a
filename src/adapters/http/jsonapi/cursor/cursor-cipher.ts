import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export interface CursorCipher {
  /** @param context bytes that the text is bound to */
  encrypt(plain: Buffer, context: Buffer): Buffer;
  /** Undefined: not encrypted with this secret and context. */
  decrypt(encrypted: Buffer, context: Buffer): Buffer | undefined;
}

const KEY_BYTES = 32;
const VECTOR_BYTES = 16;

/**
 * Deterministic encryption: equal texts are equal when encrypted, and nothing else can be told from them but their length. The initialization
 * vector is a MAC of the text (as in RFC 5297), so it differs for different texts, and proves at decryption that nothing was changed.
 */
export function cursorCipher(secret: string): CursorCipher {
  const keys = Buffer.from(hkdfSync('sha256', secret, '', 'jsonapi cursors', 2 * KEY_BYTES));
  const [macKey, key] = [keys.subarray(0, KEY_BYTES), keys.subarray(KEY_BYTES)];
  const vectorOf = (plain: Buffer, context: Buffer): Buffer =>
    createHmac('sha256', macKey)
      .update(Buffer.of(context.length))
      .update(context)
      .update(plain)
      .digest()
      .subarray(0, VECTOR_BYTES);
  return {
    encrypt(plain, context) {
      const vector = vectorOf(plain, context);
      return Buffer.concat([vector, createCipheriv('aes-256-ctr', key, vector).update(plain)]);
    },
    decrypt(encrypted, context) {
      if (encrypted.length < VECTOR_BYTES) return undefined;
      const vector = encrypted.subarray(0, VECTOR_BYTES);
      const plain = createDecipheriv('aes-256-ctr', key, vector).update(encrypted.subarray(VECTOR_BYTES));
      return timingSafeEqual(vectorOf(plain, context), vector) ? plain : undefined;
    },
  };
}
