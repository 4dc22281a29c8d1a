import { ApiError } from '../jsonapi/documents/errors.ts';
import { readJson, type Json } from '../jsonapi/documents/read-json.ts';

/** A body as it was parsed, or why it could not be. The query string is checked before that is told. */
export type ParsedBody = { readonly document: Json } | { readonly fault: ApiError };

/** @param bytes of JSON */
export function parseBody(bytes: Buffer): ParsedBody {
  try {
    return { document: readJson(bytes) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { fault: error };
  }
}

/** @throws ApiError 400 if the body is no document */
export function documentIn(body: ParsedBody): Json {
  if ('fault' in body) throw body.fault;
  return body.document;
}
