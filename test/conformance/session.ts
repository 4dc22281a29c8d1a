import { ApiClient, type ApiResponse, type RequestOptions } from '../support/api-client.ts';

export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly response: ApiResponse;
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

  /** Sends a request and validates the response against the standard's schema. */
  async send(method: string, path: string, options: RequestOptions = {}): Promise<ApiResponse> {
    const response = await this.#client.send(method, this.#basePath + path, options);
    this.exchanges.push({ method, path, response });
    if (response.status === 201) this.#created.push(response.document.data.links.self);
    return response;
  }

  /** The exchanges whose response has a document. */
  withDocument(): readonly Exchange[] {
    return this.exchanges.filter(({ response }) => response.document !== undefined);
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
  async follow(link: string): Promise<ApiResponse> {
    return this.get(await this.pathOf(link));
  }

  /** Deletes the resources that were created; some may be gone already. */
  async cleanUp(): Promise<void> {
    for (const link of this.#created.splice(0)) await this.delete(await this.pathOf(link));
  }
}
