import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Document } from './render-document.ts';

export type Answer = AnswerWithBody | AnswerWithoutBody;

export interface AnswerWithoutBody {
  readonly status: 204;
  readonly headers?: Readonly<Record<string, string>>;
}

export type AnswerWithBody = {
  readonly status: 200 | 201 | 308;
  /** Besides those of every answer; without a `Content-Type` it is a JSON:API document. */
  readonly headers?: Readonly<Record<string, string>>;
} & (
  | { readonly text: string }
  /** Text that is made while it is sent. */
  | { readonly pieces: AsyncIterable<Piece> }
  /** Sent compressed if the client accepts that, and not at all if the client has it already. */
  | { readonly file: FileContent }
);

export type Piece = string | Buffer;

export interface FileContent {
  readonly bytes: Buffer;
  /** Of the bytes; part of the entity tag. */
  readonly digest: string;
  readonly gzipped: () => Promise<Buffer>;
}

export function okAnswer(document: Document): Answer {
  return { status: 200, text: JSON.stringify(document) };
}

/** Bytes as an answer; compressed when a client first accepts that. */
export function fileContent(bytes: Buffer): FileContent {
  const digest = createHash('sha256').update(bytes).digest('base64url');
  return { bytes, digest, gzipped: memoizeOnSuccess(() => compress(bytes)) };
}

const compress = promisify<Buffer, Buffer>(gzip);

/** Caches the result of a function, but not its failure. */
export function memoizeOnSuccess<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
