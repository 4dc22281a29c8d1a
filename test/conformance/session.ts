import { ApiClient, type ApiResponse, type RequestOptions } from '../support/api-client.ts';

export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly response: ApiResponse;
}

/** One run of the checks against one running service: keeps every exchange, and what the run has created. */
export class Session {
  readonly exchanges: Exchange[] = [];
  readonly #client: ApiClient;
  readonly #basePath: string;
  readonly #created: string[] = [];
  #linkPrefix: string | undefined;

  /** @param url of the service, `http://host:port` and perhaps a path */
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

  /** A DELETE, with a body where a relationship is meant. */
  delete(path: string, body?: unknown): Promise<ApiResponse> {
    return this.send('DELETE', path, body === undefined ? {} : { body });
  }

  /** Validates the answer by the standard's schema, too. */
  async send(method: string, path: string, options: RequestOptions = {}): Promise<ApiResponse> {
    const response = await this.#client.send(method, this.#basePath + path, options);
    this.exchanges.push({ method, path, response });
    if (response.status === 201) this.#created.push(response.document.data.links.self);
    return response;
  }

  /** The exchanges whose answer has a document. */
  withDocument(): readonly Exchange[] {
    return this.exchanges.filter(({ response }) => response.document !== undefined);
  }

  /**
   * The path that a link leads to. The links of a service with a public base URL begin with that.
   * @throws Error when the link leads elsewhere
   */
  async pathOf(link: string): Promise<string> {
    this.#linkPrefix ??= String((await this.get('/')).document.links.self);
    if (!link.startsWith(this.#linkPrefix)) throw new Error(`${link} does not begin with ${this.#linkPrefix}`);
    return `/${link.slice(this.#linkPrefix.length)}`;
  }

  /** Gets what a link leads to. */
  async follow(link: string): Promise<ApiResponse> {
    return this.get(await this.pathOf(link));
  }

  /** Deletes what has been created and is still there. */
  async cleanUp(): Promise<void> {
    for (const link of this.#created.splice(0)) await this.delete(await this.pathOf(link));
  }
}
