// Requests for every route, mostly valid, with errors in one or a few places.
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { FORM_TYPE } from '../support/api-client.ts';
import { ATOMIC_TYPE, MEDIA_TYPE } from '../support/media-types.ts';
import { bodiesFor, type Body } from './bodies.ts';
import { feedHeaders } from './feed-requests.ts';
import { completeHeaders, extraHeaders, echoedRequestId } from './headers.ts';
import { queriesOf } from './query-strings.ts';
import type { Header, RequestInput } from './input.ts';
import { preconditionHeaders } from './precondition-headers.ts';
import { pathsOf, routes, targetForms, type Route } from './targets.ts';

const oddMethods = fc.constantFrom(
  'PUT',
  'TRACE',
  'CONNECT',
  'OPTIONS',
  'PROPFIND',
  'get',
  'Post',
  'FOO',
  'M-SEARCH',
  'QUERY',
  'query',
  '__proto__',
  'X'.repeat(60),
);

/** Requests for all routes, framed as valid HTTP, so that each gets exactly one answer. */
export const requestInputs: fc.Arbitrary<RequestInput> = fc.oneof(
  ...routes.map((route) => ({ weight: route.kind === 'root' ? 1 : 5, arbitrary: requestsOf(route) })),
);

/** The framing of a body. */
export type Framing = 'length' | 'chunks' | 'bytewise chunks';

/** Writes an HTTP/1.1 request. */
export function writeRequest(
  method: string,
  target: string,
  headers: readonly Header[],
  body: Buffer | undefined,
  framing: Framing = 'length',
): Buffer {
  const framed: readonly Header[] =
    body === undefined
      ? headers
      : [...headers, framing === 'length' ? ['Content-Length', String(body.length)] : ['Transfer-Encoding', 'chunked']];
  const lines = [`${method} ${target} HTTP/1.1`, ...framed.map(([name, value]) => `${name}: ${value}`)];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  if (body === undefined) return head;
  return Buffer.concat([head, framing === 'length' ? body : inChunks(body, framing === 'chunks' ? 1000 : 1)]);
}

function requestsOf(route: Route): fc.Arbitrary<RequestInput> {
  const methods = fc.oneof(
    { weight: 25, arbitrary: fc.constantFrom(...route.methods) },
    { weight: 1, arbitrary: oddMethods },
  );
  const placed = pathsOf(route).chain((place) =>
    fc
      .tuple(preconditionHeaders(route)(place.id), route.kind === 'changes' ? feedHeaders : fc.constant([]))
      .map((headers) => ({ ...place, headers: headers.flat() })),
  );
  return fc
    .record({
      method: methods,
      place: placed,
      form: targetForms,
      query: queriesOf(route),
      // Most writes have no query string: an invalid one would be refused before the body is read.
      hasQuery: fc.nat({ max: 3 }),
      body: bodiesFor(route),
      // One request in ten lacks its body, or has one where none is expected.
      unusual: fc.nat({ max: 9 }),
      extra: extraHeaders,
      framing: fc.constantFrom<Framing>('length', 'length', 'length', 'length', 'chunks', 'bytewise chunks'),
    })
    .map(({ method, place, form, query, hasQuery, body, unusual, extra, framing }) => {
      // One QUERY in ten has its query string in the URL, and a document as its body.
      if (method === 'QUERY' && unusual < 9) {
        const headers = completeHeaders([...place.headers, ...extra], FORM_TYPE);
        return assemble(method, form(place.path), headers, contentOf(query, hasQuery), framing);
      }
      const reads = readsBody(method, route);
      const sent = (unusual === 9) !== reads ? body(place.id) : undefined;
      const target = form(place.path + (reads && hasQuery > 0 ? '' : query));
      const mediaType = route.kind === 'operations' ? ATOMIC_TYPE : MEDIA_TYPE;
      const headers = completeHeaders([...place.headers, ...extra], sent && mediaType);
      return assemble(method, target, headers, sent, framing);
    });
}

/**
 * A query string as the body of a QUERY.
 * @param variant from 0 to 3; 3 compresses the body
 */
function contentOf(query: string, variant: number): Body {
  const document = Buffer.from(query.slice(1), 'latin1');
  return variant === 3
    ? { document, bytes: gzipSync(document), headers: [['Content-Encoding', 'gzip']] }
    : { document, bytes: document, headers: [] };
}

function readsBody(method: string, { kind }: Route): boolean {
  return ['POST', 'PATCH'].includes(method) || (method === 'DELETE' && (kind === 'to-many' || kind === 'to-one'));
}

function assemble(
  method: string,
  target: string,
  complete: readonly Header[],
  body: Body | undefined,
  framing: Framing,
): RequestInput {
  const headers = [...complete, ...(body?.headers ?? [])];
  const small = (body?.bytes.length ?? 0) < 5000;
  const bytes = writeRequest(method, target, headers, body?.bytes, small ? framing : 'length');
  const document = body?.document ?? Buffer.alloc(0);
  return { kind: 'request', method, target, headers, bytes, document, requestId: echoedRequestId(headers) };
}

function inChunks(body: Buffer, size: number): Buffer {
  const chunks: Buffer[] = [];
  for (let start = 0; start < body.length; start += size) {
    const chunk = body.subarray(start, start + size);
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
}
