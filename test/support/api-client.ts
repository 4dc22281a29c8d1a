import {
  request as httpRequest,
  type Agent,
  type IncomingHttpHeaders,
  type RequestOptions as HttpOptions,
} from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import { checkDocument } from './check-document.ts';
import { ATOMIC_TYPE, CURSOR_TYPE, INCLUDED_CURSOR_TYPE, INCLUDED_TYPE, MEDIA_TYPE } from './media-types.ts';
import { isModern } from './modern-documents.ts';
import { leadsToValue } from './sent-values.ts';

export { MEDIA_TYPE } from './media-types.ts';

export interface ApiResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body, if there is one. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests reach into documents; a wrong path fails the expectation
  readonly document: any;
  /** The request document; undefined if there is none or it is not JSON. */
  readonly sent?: unknown;
}

/** The media type of the body of a QUERY. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

export interface RequestOptions {
  /** A list is sent as so many lines. */
  readonly headers?: SentHeaders;
  /** Text and bytes are sent as is, anything else as JSON; as JSON:API unless `headers` says otherwise. */
  readonly body?: unknown;
}

type SentHeaders = Readonly<Record<string, string | string[]>>;

/** An HTTP client that checks what all answers of the service have in common. */
export class ApiClient {
  readonly #url: () => string;
  readonly #agent: Agent | false;
  /** The `Vary` header that every response must have. */
  readonly vary: string;

  /**
   * @param url of the service; a function if it starts later
   * @param agent keeps connections; by default each request has one of its own
   * @param vary the headers that answers depend on: with a policy, `Authorization` as well
   */
  constructor(url: string | (() => string), agent: Agent | false = false, vary = 'Accept') {
    this.#url = typeof url === 'string' ? () => url : url;
    this.#agent = agent;
    this.vary = vary;
  }

  get url(): string {
    return this.#url();
  }

  get(path: string, options?: RequestOptions): Promise<ApiResponse> {
    return this.send('GET', path, options);
  }

  post(path: string, body: unknown, options?: RequestOptions): Promise<ApiResponse> {
    return this.send('POST', path, { body, ...options });
  }

  patch(path: string, body: unknown, options?: RequestOptions): Promise<ApiResponse> {
    return this.send('PATCH', path, { body, ...options });
  }

  /** Reads a path by QUERY, with its query string as the body. */
  query(path: string, { headers = {}, ...options }: RequestOptions = {}): Promise<ApiResponse> {
    const at = path.indexOf('?');
    const [bare, body] = at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at + 1)];
    return this.send('QUERY', bare, { headers: { 'Content-Type': FORM_TYPE, ...headers }, body, ...options });
  }

  /** A list of operations. */
  operate(operations: unknown, { headers = {}, ...options }: RequestOptions = {}): Promise<ApiResponse> {
    const atomic = { 'Content-Type': ATOMIC_TYPE, Accept: ATOMIC_TYPE, ...headers };
    return this.post('/operations', { 'atomic:operations': operations }, { headers: atomic, ...options });
  }

  /** A DELETE, with a body for relationships. */
  delete(path: string, body?: unknown, options?: RequestOptions): Promise<ApiResponse> {
    return this.send('DELETE', path, body === undefined ? options : { body, ...options });
  }

  /** @param path sent as is: percent-encode it if necessary (see `query`) */
  async send(method: string, path: string, { headers = {}, body }: RequestOptions = {}): Promise<ApiResponse> {
    const bytes = toBytes(body);
    const sent =
      bytes === undefined
        ? headers
        : { 'Content-Type': MEDIA_TYPE, 'Content-Length': String(bytes.length), ...headers };
    const received = await exchange(`${this.url}/`, { method, path, headers: sent, agent: this.#agent }, bytes);
    const response = { ...received, sent: jsonIn(bytes) };
    checkVary({ method, path, sent }, response, this.vary);
    checkResponse({ method, path, sent }, response);
    return response;
  }
}

function jsonIn(bytes: Buffer | undefined): unknown {
  try {
    return bytes === undefined ? undefined : JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** A query string of these names and values, with its `?`. */
export function query(parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parameters).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return `?${pairs.join('&')}`;
}

/** A query string with a JSON filter. */
export function filterQuery(filter: unknown): string {
  return query({ filter: JSON.stringify(filter) });
}

const CLOSING_MILLIS = 60_000;

/**
 * Sends bytes over a bare connection and resolves to everything received until the other side closes it.
 * @param halfCloses whether a FIN follows the bytes, as with `nc -N`
 * @throws Error with what was received, if the connection stays open
 */
export function sendRaw(url: string, bytes: string | Buffer, halfCloses = false): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname);
    const received = (): string => Buffer.concat(chunks).toString('utf8');
    const done = (): void => {
      clearTimeout(tooLong);
      resolve(received());
    };
    const tooLong = setTimeout(() => {
      socket.destroy(new Error(`not closed within ${CLOSING_MILLIS} ms, after: ${received().slice(0, 1000)}`));
    }, CLOSING_MILLIS);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.once('close', done);
    socket.once('error', (error) => {
      if (chunks.length > 0 && 'code' in error) return done();
      clearTimeout(tooLong);
      reject(error);
    });
    socket.write(bytes);
    if (halfCloses) socket.end();
  });
}

/** The status of each answer in what a connection received. */
export function statusesOf(received: string): readonly string[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status ?? '');
}

function toBytes(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined;
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function exchange(url: string, options: HttpOptions, body: Buffer | undefined): Promise<ApiResponse> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const document: unknown = text === '' ? undefined : JSON.parse(text);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, document });
      });
    });
    request.once('error', reject);
    request.end(body);
  });
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly sent: SentHeaders;
}

function checkResponse(
  { method, path, sent }: Sent,
  { status, headers, text, document, sent: body }: ApiResponse,
): void {
  expect(headers['x-request-id'], 'X-Request-Id').to.match(/^[A-Za-z0-9._-]{1,128}$/);
  expect(headers['x-content-type-options'], 'X-Content-Type-Options').to.equal('nosniff');
  expect(headers['cache-control'], 'Cache-Control').to.equal('private, no-cache');
  if (status === 204 || status === 304) {
    expect(text, `body of ${status}`).to.equal('');
    expect(headers, String(status)).not.to.have.any.keys('content-type', 'content-length', 'transfer-encoding');
    return;
  }
  if (headers.etag !== undefined) {
    expect(headers.etag, 'ETag').to.match(/^"[A-Za-z0-9._-]+"$/);
    expect(status, 'status of an answer with ETag').to.be.below(300);
  }
  const mediaType = headers['content-type'] ?? 'none';
  const isAtomic = isForOperations(path) && !isBeforeTheBody(status, document);
  expect(mediaType, 'Content-Type').to.be.oneOf(isAtomic ? [ATOMIC_TYPE] : mediaTypesFor(path, sent));
  if (method === 'HEAD') {
    expect(text, 'body of HEAD').to.equal('');
    return;
  }
  checkDocument(document, status, mediaType);
  if (!isModern(document)) return;
  expect(mayBeModern(path, sent), `JSON:API 1.1 was asked for: ${text}`).to.equal(true);
  for (const pointer of pointersIn(document))
    expect(body === undefined || leadsToValue(body, pointer), `${pointer} leads to a value: ${text}`).to.equal(true);
}

/** `Vary` names `Content-Type` only where it decided the version of the response to a read. */
function checkVary({ method, path, sent }: Sent, { headers }: ApiResponse, vary: string): void {
  const isDecided = ['GET', 'HEAD'].includes(method) && !isForOperations(path) && asksForModern(sent, 'content-type');
  if (isDecided) expect(headers.vary?.split(', '), 'Vary').to.include.members(vary.split(', '));
  else expect(headers.vary, 'Vary').to.equal(vary);
}

/** Only requests that name an extension or a profile may get JSON:API 1.1. */
function mediaTypesFor(path: string, sent: SentHeaders): readonly string[] {
  if (isForOperations(path)) return [MEDIA_TYPE, ATOMIC_TYPE];
  return mayBeModern(path, sent) ? [MEDIA_TYPE, CURSOR_TYPE, INCLUDED_TYPE, INCLUDED_CURSOR_TYPE] : [MEDIA_TYPE];
}

function mayBeModern(path: string, sent: SentHeaders): boolean {
  return isForOperations(path) || asksForModern(sent, 'accept') || asksForModern(sent, 'content-type');
}

/** True if a header names an extension or a profile. */
function asksForModern(sent: SentHeaders, name: string): boolean {
  return /;\s*(?:ext|profile)\s*=\s*"?[^\s";]/i.test(headerOf(sent, name));
}

function isForOperations(path: string): boolean {
  return /^\/operations(?:$|\?)/.test(path);
}

function pointersIn(document: unknown): readonly string[] {
  const { errors = [] } = document as { readonly errors?: readonly { source?: { readonly pointer?: string } }[] };
  return errors.flatMap(({ source }) => source?.pointer ?? []);
}

function headerOf(headers: SentHeaders, name: string): string {
  return String(Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1] ?? '');
}

/** True if an error of a list of operations was found before its body was read, so that the error is a plain document. */
function isBeforeTheBody(status: number, document: unknown): boolean {
  const { errors = [] } = (document ?? {}) as { readonly errors?: readonly { readonly code: string }[] };
  const codes = ['invalid-header', 'idempotency-key-required'];
  return [405, 406, 414, 415, 431].includes(status) || errors.some(({ code }) => codes.includes(code));
}
