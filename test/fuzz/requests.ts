// Requests of every route, right but for one or several places.
import fc from 'fast-check';
import { bodiesFor, type Body } from './bodies.ts';
import { completeHeaders, extraHeaders, repeatedRequestId } from './headers.ts';
import { queriesOf } from './query-strings.ts';
import type { Header, RequestShot } from './shot.ts';
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
  '__proto__',
  'X'.repeat(60),
);

/** Requests of all routes; each is framed as HTTP has it, so that it gets one answer. */
export const requestShots: fc.Arbitrary<RequestShot> = fc.oneof(...routes.map(requestsOf));

/** How a body is sent. */
export type Framing = 'length' | 'chunks' | 'bytewise chunks';

/** The bytes of a request. */
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

function requestsOf(route: Route): fc.Arbitrary<RequestShot> {
  const methods = fc.oneof(
    { weight: 25, arbitrary: fc.constantFrom(...route.methods) },
    { weight: 1, arbitrary: oddMethods },
  );
  return fc
    .record({
      method: methods,
      place: pathsOf(route),
      form: targetForms,
      query: queriesOf(route),
      // A write mostly has no query string: else nothing would get past it.
      hasQuery: fc.nat({ max: 3 }),
      body: bodiesFor(route),
      // Now and then a body is missing, or stands where none is read.
      unusual: fc.nat({ max: 9 }),
      extra: extraHeaders,
      framing: fc.constantFrom<Framing>('length', 'length', 'length', 'length', 'chunks', 'bytewise chunks'),
    })
    .map(({ method, place, form, query, hasQuery, body, unusual, extra, framing }) => {
      const reads = readsBody(method, route);
      const sent = (unusual === 9) !== reads ? body(place.id) : undefined;
      const target = form(place.path + (reads && hasQuery > 0 ? '' : query));
      return assemble(method, target, extra, sent, framing);
    });
}

function readsBody(method: string, { kind }: Route): boolean {
  return ['POST', 'PATCH'].includes(method) || (method === 'DELETE' && (kind === 'to-many' || kind === 'to-one'));
}

function assemble(
  method: string,
  target: string,
  extra: readonly Header[],
  body: Body | undefined,
  framing: Framing,
): RequestShot {
  const headers = [...completeHeaders(extra, body !== undefined), ...(body?.headers ?? [])];
  const small = (body?.bytes.length ?? 0) < 5000;
  const bytes = writeRequest(method, target, headers, body?.bytes, small ? framing : 'length');
  const document = body?.document ?? Buffer.alloc(0);
  return { kind: 'request', method, bytes, document, requestId: repeatedRequestId(headers) };
}

function inChunks(body: Buffer, size: number): Buffer {
  const chunks: Buffer[] = [];
  for (let start = 0; start < body.length; start += size) {
    const chunk = body.subarray(start, start + size);
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
}
