// Sends requests with openapi-fetch. The build puts the library into this module, so that the client has no dependencies.
import createClient from 'openapi-fetch';
import { withoutLongUrl } from './long-query.ts';
import type { Method, MEDIA_TYPE } from './operations.ts';
import type { Exchange, Fetch } from './retrying.ts';

export interface FetchSettings {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly querySerializer: (query: Readonly<Record<string, unknown>>) => string;
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
  /** True if a GET was sent as QUERY, because its URL would have been too long. */
  readonly isQuery: boolean;
}

export function fetchClient(settings: FetchSettings): SendRequest {
  const client = createClient<AnyPaths, typeof MEDIA_TYPE>(settings);
  return async (method, path, request) => {
    let isQuery = false;
    const send: Fetch = (given) => {
      const sent = withoutLongUrl(given);
      isQuery = sent !== given;
      return settings.fetch(sent);
    };
    const exchange = await client.request(method, path, { ...request, fetch: send });
    return { ...exchange, isQuery };
  };
}

type AnyPaths = Record<string, Record<Method, AnyOperation>>;

interface AnyOperation {
  readonly parameters: Partial<FetchRequest['params']>;
  readonly requestBody?: { readonly content: { readonly [MEDIA_TYPE]: unknown } };
  readonly responses: { readonly 200: { readonly content: { readonly [MEDIA_TYPE]: unknown } } };
}
