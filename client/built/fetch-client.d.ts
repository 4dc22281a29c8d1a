import type { Method } from './operations.ts';
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
export declare function fetchClient({ replace, fetch, ...settings }: FetchSettings): SendRequest;
