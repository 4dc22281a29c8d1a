import fc from 'fast-check';
import { ATOMIC, ATOMIC_TYPE, MEDIA_TYPE, MODERN_TYPE } from '../support/media-types.ts';
import type { Header } from './input.ts';

const fixed = fc.constantFrom<Header>(
  ['Accept', MEDIA_TYPE],
  ['Accept', `${MEDIA_TYPE};ext=x`],
  ['Accept', `${MEDIA_TYPE};q=0, */*`],
  ['Accept', `${MEDIA_TYPE};q="a,b\\`],
  ['Accept', 'text/html'],
  ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ['Accept', '*/*;q=NaN'],
  ['Accept', ','.repeat(5000)],
  ['Accept', ''],
  ['Content-Type', `${MEDIA_TYPE}; charset=utf-16`],
  ['Content-Type', 'application/json'],
  ['Content-Type', 'APPLICATION/VND.API+JSON'],
  ['Content-Type', ''],
  ['Content-Type', ';'],
  ['Content-Type', '__proto__'],
  ['Content-Type', `${MEDIA_TYPE},text/plain`],
  ['Content-Type', `multipart/form-data; boundary=${'x'.repeat(999)}`],
  ['Accept', ATOMIC_TYPE],
  ['Accept', `${ATOMIC_TYPE};q=0, */*`],
  ['Accept', `${MEDIA_TYPE};EXT=${ATOMIC};profile="x"`],
  ['Content-Type', ATOMIC_TYPE],
  ['Content-Type', MODERN_TYPE],
  ['Content-Type', `${MEDIA_TYPE};profile="";ext=""`],
  ['Content-Type', `${MEDIA_TYPE};profile="${'x '.repeat(3000)}"`],
  ['Content-Type', 'application/x-www-form-urlencoded'],
  ['Content-Type', 'application/x-www-form-urlencoded;charset=utf-8'],
  ['Content-Type', 'application/x-www-form-urlencoded;charset=utf-7'],
  ['Content-Type', `${MEDIA_TYPE};EXT=${ATOMIC}`],
  ['Content-Type', `${ATOMIC_TYPE};profile="https://example.org/x"`],
  ['Content-Type', `${ATOMIC_TYPE};ext="${ATOMIC}"`],
  ['Content-Type', `${MEDIA_TYPE};ext="${ATOMIC} ${ATOMIC}"`],
  ['Content-Type', `${MEDIA_TYPE};ext="${ATOMIC}`],
  ['Content-Type', `${ATOMIC_TYPE};charset=utf-8`],
  ['Host', ''],
  ['Host', 'evil.example:0/../'],
  ['Host', '[::1'],
  ['Host', 'a b'],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-Forwarded-Proto', 'javascript'],
  ['X-Forwarded-For', "' OR 1=1 --"],
  ['Forwarded', 'for="_x";host=evil;proto=https'],
  ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
  ['traceparent', '00-00000000000000000000000000000000-0000000000000000-zz'],
  ['traceparent', 'x'.repeat(5000)],
  ['tracestate', '='.repeat(600)],
  ['baggage', '%zz=%00'],
  ['Expect', '100-continue'],
  ['Expect', '200-maybe'],
  ['Connection', 'close'],
  ['Connection', 'keep-alive, Content-Type'],
  ['Upgrade', 'h2c'],
  ['Content-MD5', 'x'],
  ['Range', 'bytes=0-0'],
  ['If-Match', '"v0"'],
  ['If-None-Match', '*'],
  ['If-Modified-Since', 'yesterday'],
  ['Origin', 'null'],
  ['Cookie', '__proto__=1; =; a'],
  ['Authorization', 'Basic !!!'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-HTTP-Method', 'DELETE'],
  ['X-Method-Override', 'DELETE'],
  ['Accept-Charset', 'utf-7'],
  ['Accept-Encoding', 'gzip;q=0, *;q=0'],
  ['Accept-Encoding', 'gzip, br'],
  ['Accept-Language', '\xff\xfe'],
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['Trailer', 'Content-Length'],
  ['Keep-Alive', 'timeout=-1, max=0'],
  ['X-Long', 'x'.repeat(16_000)],
  ['X-Longer', 'x'.repeat(30_000)],
  ['X-Longest', 'x'.repeat(50_000)],
);

const requestIds = fc
  .constantFrom(
    'abc',
    'A.b_c-1',
    'x'.repeat(128),
    'x'.repeat(129),
    'a b',
    'a,b',
    "' or 1=1",
    '\xe9',
    '',
    '../..',
    '%0d%0aX: 1',
  )
  .map((id): Header => ['X-Request-Id', id]);

const duplicates = fc
  .constantFrom('Host', 'Accept', 'Content-Type', 'X-Request-Id')
  .map((name): Header => [name, 'again']);

const odd = fc.oneof(
  { weight: 8, arbitrary: fixed },
  { weight: 2, arbitrary: requestIds },
  { weight: 1, arbitrary: duplicates },
);

/** Additional headers: mostly none, else one to three. */
export const extraHeaders: fc.Arbitrary<readonly Header[]> = fc.oneof(
  { weight: 8, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(odd, { minLength: 1, maxLength: 3 }) },
);

/** The required headers and the additional ones, which override them or, with the value `again`, duplicate them. */
export function completeHeaders(extra: readonly Header[], mediaType: string | undefined): readonly Header[] {
  const needed: readonly Header[] = [
    ['Host', 'fuzz.test'],
    ...(mediaType === undefined ? [] : [['Content-Type', mediaType] as const]),
  ];
  const isOverridden = ([name]: Header): boolean =>
    extra.some(([other, value]) => other.toLowerCase() === name.toLowerCase() && value !== 'again');
  return [...needed.filter((header) => !isOverridden(header)), ...extra];
}

/** The request id that the service must echo; undefined when it must generate one. */
export function echoedRequestId(headers: readonly Header[]): string | undefined {
  const sent = headers.filter(([name]) => name.toLowerCase() === 'x-request-id').map(([, value]) => value);
  const [only = ''] = sent;
  return sent.length === 1 && /^[A-Za-z0-9._-]{1,128}$/.test(only) ? only : undefined;
}
