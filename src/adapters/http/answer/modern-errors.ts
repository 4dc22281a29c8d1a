// Error objects as JSON:API 1.1 has them.
import type { ErrorObject, ErrorSource } from '../api/errors.ts';
import type { LinkTo } from '../api/links.ts';
import { ERRORS_PAGE } from '../api/operations.ts';
import { isJsonList, isJsonObject, member, type Json } from '../request/syntax/json.ts';

/** The parts of a request that its errors refer to. */
export interface ReferredRequest {
  /** The document that was sent; undefined if there is none, or if it is no JSON. */
  readonly sent: Json | undefined;
  /** The names of the parameters in the path of the route. */
  readonly pathParameters: readonly string[];
  readonly linkTo: LinkTo;
}

/**
 * The error object of JSON:API 1.1 for one of 1.0: its source exists in the request, and a link tells its type.
 * @param error of JSON:API 1.0
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
  /** The name that the source no longer gives. */
  readonly meta?: Readonly<Record<string, string>>;
}

function located({ code, source, meta: { header } = {} }: ErrorObject, request: ReferredRequest): Located {
  if (source === undefined) return { source: typeof header === 'string' ? { header } : undefined };
  if ('pointer' in source)
    return request.sent === undefined ? { source: undefined } : nearest(request.sent, source.pointer);
  // A parameter of a path is no query parameter. One of the query string can have the same name, which is not allowed there.
  if ('parameter' in source && code !== 'invalid-parameter' && request.pathParameters.includes(source.parameter))
    return { source: undefined, meta: { parameter: source.parameter } };
  return { source };
}

const ATTRIBUTE = /\/data\/attributes\/[^/]+$/;

/** Points at the nearest value that exists, and names what is missing. */
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

/** RFC 6901. */
function unescaped(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
