import bodyParser from 'koa-bodyparser';
import { ApiError, errorObject } from '../jsonapi/documents/errors.ts';
import { MEDIA_TYPE } from '../jsonapi/documents/media-type.ts';
import { countLinkages } from '../jsonapi/documents/read-linkage.ts';
import { readJson, type Json } from '../jsonapi/documents/read-json.ts';
import type { Context } from './state.ts';

export interface BodyLimits {
  /** Bytes of a body, inflated. */
  readonly maxBodyBytes: number;
  /** Resource identifiers listed in one body. */
  readonly maxLinkages: number;
}

/**
 * Reads the body with koa-bodyparser, as bytes: its own decoding replaces what is not UTF-8 in silence, which would change the data.
 * `binary` gives a character a byte, from which the bytes are had back.
 */
export function readBody({ maxBodyBytes }: BodyLimits): (ctx: Context) => Promise<void> {
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
    // Names of codings ignore case (RFC 9110, 8.4.1); the parser's do not.
    if (headers['content-encoding'] !== undefined)
      headers['content-encoding'] = headers['content-encoding'].toLowerCase();
    await parse(ctx, done);
  };
}

const done = async (): Promise<void> => undefined;

/**
 * The parsed body of a request. Too many linkages are refused at once; what is no JSON when it is asked for: the query string is
 * checked before.
 */
export function parseBody(ctx: Context, { maxLinkages }: BodyLimits): () => Json {
  // Not set when no body was sent, whatever the type says.
  const rawBody = ctx.request.rawBody as string | undefined;
  const body = Buffer.from(rawBody ?? '', 'binary');
  const read = attempt(() => readJson(body));
  if (read.failure === undefined) {
    ctx.state.document = read.value;
    if (countLinkages(read.value) > maxLinkages) throw tooManyLinkages(maxLinkages);
  }
  return () => {
    if (read.failure !== undefined) throw read.failure;
    return read.value;
  };
}

type Attempt = { readonly value: Json; readonly failure?: never } | { readonly failure: ApiError };

function attempt(read: () => Json): Attempt {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof ApiError) return { failure: error };
    throw error;
  }
}

function tooManyLinkages(limit: number): ApiError {
  const detail = `The document lists more than ${limit} resource identifiers; send them in several requests`;
  return new ApiError([errorObject('body-too-large', detail, undefined, { limit })]);
}

function refusal(error: Error, limit: number): ApiError {
  const status = 'status' in error ? error.status : undefined;
  if (status === 413) {
    const detail = `The request body is larger than ${limit} bytes`;
    return new ApiError([errorObject('body-too-large', detail, undefined, { limit })]);
  }
  if (status === 415)
    return new ApiError([
      errorObject('unsupported-media-type', 'Content-Encoding must be gzip, deflate, br or identity'),
    ]);
  const detail = 'The request body is cut short or not encoded as its Content-Encoding says';
  return new ApiError([errorObject('malformed-json', detail, { pointer: '' })]);
}
