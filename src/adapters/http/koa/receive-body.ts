import bodyParser from 'koa-bodyparser';
import { ApiError, errorObject } from '../jsonapi/documents/errors.ts';
import { MEDIA_TYPE } from '../jsonapi/documents/media-type.ts';
import type { Context } from '../middleware/state.ts';
import type { BodyLimits } from '../request/check-size.ts';

/** Receives the body of a request: its decoded bytes, none if it has no body. */
export type ReceiveBody = (ctx: Context) => Promise<Buffer>;

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
    // Undefined when no body was sent.
    const rawBody = ctx.request.rawBody as string | undefined;
    return Buffer.from(rawBody ?? '', 'binary');
  };
}

const done = async (): Promise<void> => undefined;

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
