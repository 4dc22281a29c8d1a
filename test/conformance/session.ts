import { ApiClient, type ApiResponse, type RequestOptions } from '../support/api-client.ts';
import { MODERN_TYPE } from '../support/media-types.ts';
import { type Version } from './statements.ts';

export interface Exchange {
  readonly method: string;
  /** With the query string, as sent. */
  readonly path: string;
  /** The headers that the check gave; those that every request has are missing. */
  readonly sent: NonNullable<RequestOptions['headers']>;
  /** As the check gave it. */
  readonly body: unknown;
  readonly response: ApiResponse;
}

/** A URL, or a link object of JSON:API 1.1. */
export type Link = string | { readonly href: string };

export function hrefOf(link: Link): string {
  return typeof link === 'string' ? link : link.href;
}

/** The page sizes of the running service. */
export interface PageSizes {
  readonly defaultPageSize: number;
  readonly maxPageSize?: number;
}

/** One run of the checks against a running service: records every exchange and every resource created. */
export class Session {
  readonly exchanges: Exchange[] = [];
  readonly version: Version;
  readonly #client: ApiClient;
  readonly #basePath: string;
  readonly #created: string[] = [];
  #linkPrefix: string | undefined;

  /**
   * @param url of the service, `http://host:port` with an optional path
   * @param version of JSON:API that requests ask for unless their headers say otherwise
   */
  constructor(url: string, version: Version = '1.0') {
    this.version = version;
    const { origin, pathname } = new URL(url);
    this.#client = new ApiClient(() => origin);
    this.#basePath = pathname.replace(/\/$/, '');
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> {
    return this.send('GET', path, { headers });
  }

  post(path: string, body: unknown): Promise<ApiResponse> {
    return this.send('POST', path, { body });
  }

  patch(path: string, body: unknown): Promise<ApiResponse> {
    return this.send('PATCH', path, { body });
  }

  /** Sends a DELETE, with a body for relationships. */
  delete(path: string, body?: unknown): Promise<ApiResponse> {
    return this.send('DELETE', path, body === undefined ? {} : { body });
  }

  /** Sends a request and validates the response against the schema of its media type. */
  async send(method: string, path: string, options: RequestOptions = {}): Promise<ApiResponse> {
    const { headers = {}, body } = options;
    const asking = this.version === '1.0' ? options : { ...options, headers: { ...headersFor(body), ...headers } };
    const response = await this.#client.send(method, this.#basePath + path, asking);
    this.exchanges.push({ method, path, sent: headers, body, response });
    this.#created.push(...linksOfCreated(response));
    return response;
  }

  /** The exchanges with a response document in the version under test. */
  withDocument(): readonly Exchange[] {
    return this.#documentsOf(this.version);
  }

  /** The exchanges with a response document in JSON:API 1.1. */
  withModernDocument(): readonly Exchange[] {
    return this.#documentsOf('1.1');
  }

  /** The number of response documents. */
  get documents(): number {
    return this.exchanges.filter(({ response }) => response.document !== undefined).length;
  }

  /** @throws Error if the service does not respond in the version under test */
  async requireVersion(): Promise<void> {
    const { document } = await this.get('/');
    const version: unknown = document?.jsonapi?.version;
    if (version !== this.version)
      throw new Error(`the service responds in JSON:API ${String(version)}, not ${this.version}`);
  }

  /** Fetches something that is not a JSON:API document, such as a page. */
  async read(link: Link): Promise<Response> {
    return fetch(`${this.#client.url}${this.#basePath}${await this.pathOf(link)}`);
  }

  /** The page sizes, as the service describes itself. */
  async pageSizes(): Promise<PageSizes> {
    const response = await fetch(`${this.#client.url}${this.#basePath}/openapi.json`);
    const { 'x-limits': limits } = (await response.json()) as { readonly 'x-limits': PageSizes };
    return limits;
  }

  /**
   * The path of a link, relative to the public base URL that all links of the service start with.
   * @throws Error when the link points elsewhere
   */
  async pathOf(link: Link): Promise<string> {
    this.#linkPrefix ??= hrefOf((await this.get('/')).document.links.self as Link);
    const href = hrefOf(link);
    if (!href.startsWith(this.#linkPrefix)) throw new Error(`${href} does not begin with ${this.#linkPrefix}`);
    return `/${href.slice(this.#linkPrefix.length)}`;
  }

  /** Fetches the target of a link. */
  async follow(link: Link, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> {
    return this.get(await this.pathOf(link), headers);
  }

  /** Deletes the resources that were created; some may be gone already. */
  async cleanUp(): Promise<void> {
    for (const link of new Set(this.#created.splice(0))) await this.delete(await this.pathOf(link));
  }

  /** A document without a version counts as 1.0. */
  #documentsOf(version: Version): readonly Exchange[] {
    return this.exchanges.filter(
      ({ response: { document } }) =>
        document !== undefined && (document.jsonapi?.version === '1.1') === (version === '1.1'),
    );
  }
}

/** The headers of a request that asks for JSON:API 1.1. */
function headersFor(body: unknown): Readonly<Record<string, string>> {
  return { Accept: MODERN_TYPE, ...(body !== undefined && { 'Content-Type': MODERN_TYPE }) };
}

interface Result {
  readonly data?: { readonly links: { readonly self: string } };
}

/** Links to what the request created, and to what its operations updated. */
function linksOfCreated({ status, document }: ApiResponse): readonly string[] {
  if (status === 201) return [document.data.links.self];
  const results: readonly Result[] = document?.['atomic:results'] ?? [];
  return results.flatMap(({ data }) => (data === undefined ? [] : [data.links.self]));
}
