import bodyParser from 'koa-bodyparser';
import { ApiError, errorObject } from '../jsonapi/documents/errors.ts';
import { MEDIA_TYPE } from '../jsonapi/documents/media-type.ts';
import { checkLinkages } from '../jsonapi/documents/read-linkage.ts';
import { readJson, type Json } from '../jsonapi/documents/read-json.ts';
import type { Context } from './state.ts';

export interface BodyLimits {
  /** Bytes of a body, decompressed. */
  readonly maxBodyBytes: number;
  /** Resource identifiers in one body. */
  readonly maxLinkages: number;
  /** Operations in one list. */
  readonly maxOperations: number;
}

/**
 * Reads a body. A body that is not JSON throws only when the result is called: the query string is checked before.
 * @param checkSize throws ApiError (413) if the document has too many of something
 */
export type ReadBody = (ctx: Context, checkSize?: CheckSize) => Promise<() => Json>;
export type CheckSize = (document: Json, limits: BodyLimits) => void;

/** Receives a body, for `bodyOf`. */
export type ReceiveBody = (ctx: Context) => Promise<void>;

/**
 * Receives bodies with koa-bodyparser, as bytes: its own decoding would silently replace invalid UTF-8. With `binary` each character of its
 * result is one byte.
 */
export function bodyReceiver({ maxBodyBytes }: Pick<BodyLimits, 'maxBodyBytes'>): ReceiveBody {
  const parse = bodyParser({
    enableTypes: ['text'],
    extendTypes: { text: [MEDIA_TYPE] },
    encoding: 'binary',
    textLimit: String(maxBodyBytes),
    onerror: (error) => {
      throw refusal(error, maxBodyBytes);
    },
  });
  return async (ctx) => {
    const { headers } = ctx.req;
    // It is checked already, and the parser rejects it if a parameter is an unquoted URI.
    headers['content-type'] = MEDIA_TYPE;
    // Codings are case-insensitive (RFC 9110, 8.4.1), but not for the parser.
    if (headers['content-encoding'] !== undefined)
      headers['content-encoding'] = headers['content-encoding'].toLowerCase();
    await parse(ctx, done);
  };
}

export function bodyReader(receive: ReceiveBody, limits: BodyLimits): ReadBody {
  return async (ctx, checkSize = checkDocument) => {
    await receive(ctx);
    return parseBody(ctx, bodyOf(ctx), (document) => {
      checkSize(document, limits);
    });
  };
}

/** The decoded bytes of a body that has been received; empty if none was sent. */
export function bodyOf(ctx: Context): Buffer {
  // Undefined when no body was sent.
  const rawBody = ctx.request.rawBody as string | undefined;
  return Buffer.from(rawBody ?? '', 'binary');
}

function checkDocument(document: Json, limits: BodyLimits): void {
  checkLinkages([document], limits);
}

const done = async (): Promise<void> => undefined;

function parseBody(ctx: Context, body: Buffer, checkSize: (document: Json) => void): () => Json {
  let document: Json;
  try {
    document = readJson(body);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return () => {
      throw error;
    };
  }
  ctx.state.document = document;
  checkSize(document);
  return () => document;
}

function refusal(error: Error, limit: number): ApiError {
  const status = 'status' in error ? error.status : undefined;
  if (status === 413) {
    const detail = `The request body is larger than ${limit} bytes`;
    return new ApiError([errorObject('body-too-large', detail, undefined, { limit })]);
  }
  if (status === 415) {
    const detail = 'Content-Encoding must be gzip, deflate, br or identity';
    return new ApiError([errorObject('unsupported-media-type', detail)]);
  }
  const detail = 'The request body is cut short or not encoded as its Content-Encoding says';
  return new ApiError([errorObject('malformed-json', detail, { pointer: '' })]);
}
