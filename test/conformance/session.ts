import { ApiClient, type ApiResponse, type RequestOptions } from '../support/api-client.ts';
import { MEDIA_TYPE } from '../support/media-types.ts';

export interface Exchange {
  readonly method: string;
  readonly path: string;
  /** The headers that the check gave; those that every request has are missing. */
  readonly sent: NonNullable<RequestOptions['headers']>;
  readonly response: ApiResponse;
}

/** The page sizes of the running service. */
export interface PageSizes {
  readonly defaultPageSize: number;
  readonly maxPageSize?: number;
}

/** One run of the checks against a running service: records every exchange and every resource created. */
export class Session {
  readonly exchanges: Exchange[] = [];
  readonly #client: ApiClient;
  readonly #basePath: string;
  readonly #created: string[] = [];
  #linkPrefix: string | undefined;

  /** @param url of the service, `http://host:port` with an optional path */
  constructor(url: string) {
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
    const response = await this.#client.send(method, this.#basePath + path, options);
    this.exchanges.push({ method, path, sent: options.headers ?? {}, response });
    this.#created.push(...linksOfCreated(response));
    return response;
  }

  /** The exchanges whose response has a document of JSON:API 1.0. */
  withDocument(): readonly Exchange[] {
    return this.#documents().filter(({ response }) => response.headers['content-type'] === MEDIA_TYPE);
  }

  /** The exchanges whose response has a document of JSON:API 1.1: its media type has a parameter. */
  withExtendedDocument(): readonly Exchange[] {
    return this.#documents().filter(({ response }) => response.headers['content-type'] !== MEDIA_TYPE);
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
  async pathOf(link: string): Promise<string> {
    this.#linkPrefix ??= String((await this.get('/')).document.links.self);
    if (!link.startsWith(this.#linkPrefix)) throw new Error(`${link} does not begin with ${this.#linkPrefix}`);
    return `/${link.slice(this.#linkPrefix.length)}`;
  }

  /** Fetches the target of a link. */
  async follow(link: string, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> {
    return this.get(await this.pathOf(link), headers);
  }

  /** Deletes the resources that were created; some may be gone already. */
  async cleanUp(): Promise<void> {
    for (const link of new Set(this.#created.splice(0))) await this.delete(await this.pathOf(link));
  }

  #documents(): readonly Exchange[] {
    return this.exchanges.filter(({ response }) => response.document !== undefined);
  }
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
