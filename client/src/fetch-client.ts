// Sends requests with openapi-fetch. The build bundles the library into this module, so that the client has no dependencies. Import only types
// from the client here: the build would bundle other modules as well.
import createClient from 'openapi-fetch';
import type { Method, MEDIA_TYPE } from './operations.ts';
import type { Exchange, Fetch } from './retrying.ts';

export interface FetchSettings {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly querySerializer: (query: Readonly<Record<string, unknown>>) => string;
  /** Returns the request to send: the given one, or a replacement. */
  readonly replace: (request: Request) => Request;
  readonly fetch: Fetch;
}

/** A request whose types have been checked, or need not be. */
export interface FetchRequest extends Partial<Pick<FetchSettings, 'headers' | 'querySerializer'>> {
  readonly params: {
    readonly path: Readonly<Record<string, string>>;
    readonly query: Readonly<Record<string, unknown>>;
  };
  readonly body: unknown;
  readonly signal: AbortSignal | null;
  readonly parseAs: 'json' | 'stream';
}

export type SendRequest = (method: Method, path: string, request: FetchRequest) => Promise<Fetched>;

export interface Fetched extends Exchange {
  readonly data?: unknown;
  /** True if `replace` returned another request. */
  readonly isReplaced: boolean;
}

export function fetchClient({ replace, fetch, ...settings }: FetchSettings): SendRequest {
  const client = createClient<AnyPaths, typeof MEDIA_TYPE>(settings);
  return async (method, path, request) => {
    let isReplaced = false;
    const send: Fetch = (given) => {
      const sent = replace(given);
      isReplaced = sent !== given;
      return fetch(sent);
    };
    const exchange = await client.request(method, path, { ...request, fetch: send });
    return { ...exchange, isReplaced };
  };
}

type AnyPaths = Record<string, Record<Method, AnyOperation>>;

interface AnyOperation {
  readonly parameters: Partial<FetchRequest['params']>;
  readonly requestBody?: { readonly content: { readonly [MEDIA_TYPE]: unknown } };
  readonly responses: { readonly 200: { readonly content: { readonly [MEDIA_TYPE]: unknown } } };
}
