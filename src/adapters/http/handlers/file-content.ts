import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FileContent } from './handler.ts';

/** Bytes as an answer; compressed when a client first accepts that. */
export function fileContent(bytes: Buffer): FileContent {
  const digest = createHash('sha256').update(bytes).digest('base64url');
  return { bytes, digest, gzipped: once(() => compress(bytes)) };
}

const compress = promisify<Buffer, Buffer>(gzip);

/** Keeps the result, but not a failure. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
