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
  /** Headers besides those of every response. The default `Content-Type` is that of JSON:API. */
  readonly headers?: Readonly<Record<string, string>>;
} & (
  | { readonly text: string }
  /** Text that is generated while it is sent. */
  | { readonly pieces: AsyncIterable<Piece> }
  /** Frames that are sent as they come. */
  | { readonly events: (client: ListeningClient) => AsyncIterable<string> }
  /** Sent compressed if the client accepts that; 304 if the client already has it. */
  | { readonly file: FileContent }
);

/** The client of an event stream. */
export interface ListeningClient {
  /** Aborted when it has disconnected. */
  readonly closed: AbortSignal;
  /** Breaks off the stream, even if the client has not read everything that was sent. */
  readonly cut: (reason: string) => void;
}

export type Piece = string | Buffer;

export interface FileContent {
  readonly bytes: Buffer;
  /** The digest of the bytes; part of the entity tag. */
  readonly digest: string;
  readonly gzipped: () => Promise<Buffer>;
}

export function okAnswer(document: Document): Answer {
  return { status: 200, text: JSON.stringify(document) };
}

/** Wraps bytes as a response; compresses them when a client first accepts that. */
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
