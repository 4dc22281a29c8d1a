// Error objects in JSON:API 1.1.
import type { ErrorObject, ErrorSource } from '../api/errors.ts';
import type { LinkTo } from '../api/links.ts';
import { ERRORS_PAGE } from '../api/operations.ts';
import { isJsonList, isJsonObject, member, type Json } from '../request/syntax/json.ts';

/** The parts of a request that its errors can refer to. */
export interface ReferredRequest {
  /** The request document; undefined if there is none or it is not JSON. */
  readonly sent: Json | undefined;
  /** The names of the route's path parameters. */
  readonly pathParameters: readonly string[];
  readonly linkTo: LinkTo;
}

/**
 * Converts an error object from JSON:API 1.0 to 1.1: `source` refers to a part of the request that exists, and `links.type` to the
 * documentation of the error.
 */
export function modernError(error: ErrorObject, request: ReferredRequest): ErrorObject {
  const { source: _, links, meta, ...others } = error;
  const { source, meta: added } = located(error, request);
  const known = { ...meta, ...added };
  return {
    ...others,
    ...(source !== undefined && { source }),
    links: links ?? { type: request.linkTo(`${ERRORS_PAGE}#${error.code}`) },
    ...(Object.keys(known).length > 0 && { meta: known }),
  };
}

interface Located {
  readonly source: ErrorSource | undefined;
  /** The name that the source no longer contains. */
  readonly meta?: Readonly<Record<string, string>>;
}

function located({ code, source, meta: { header } = {} }: ErrorObject, request: ReferredRequest): Located {
  if (source === undefined) return { source: typeof header === 'string' ? { header } : undefined };
  if ('pointer' in source)
    return request.sent === undefined ? { source: undefined } : nearest(request.sent, source.pointer);
  // In 1.1, `parameter` is only for query parameters. `invalid-parameter` is about one, even if a path parameter has the same name.
  if ('parameter' in source && code !== 'invalid-parameter' && request.pathParameters.includes(source.parameter))
    return { source: undefined, meta: { parameter: source.parameter } };
  return { source };
}

const ATTRIBUTE = /\/data\/attributes\/[^/]+$/;

/** Points at the closest enclosing value that exists, and names the missing member. */
function nearest(document: Json, pointer: string): Located {
  let value: Json = document;
  let found = '';
  for (const token of pointer.split('/').slice(1)) {
    const next = valueAt(value, token);
    if (next === undefined) {
      const name = unescaped(pointer.slice(pointer.lastIndexOf('/') + 1));
      return { source: { pointer: found }, meta: { [ATTRIBUTE.test(pointer) ? 'attribute' : 'member']: name } };
    }
    value = next;
    found += `/${token}`;
  }
  return { source: { pointer } };
}

function valueAt(value: Json, token: string): Json | undefined {
  if (isJsonObject(value)) return member(value, unescaped(token));
  return isJsonList(value) && /^(?:0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
}

/** Decodes a token of a JSON Pointer (RFC 6901). */
function unescaped(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
