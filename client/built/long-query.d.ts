/** A QUERY, as the arguments of `fetch` have it. */
export interface QueryRequest {
    readonly method: 'QUERY';
    /** Without the query string. */
    readonly url: string;
    readonly headers: {
        readonly 'Content-Type': string;
    };
    /** The query string, without `?`. */
    readonly body: string;
}
/**
 * The QUERY to send instead of a GET, if its URL is too long. Counts the path and the query string (the request target), because these are
 * what servers limit; the host can be longer or shorter in front of a proxy.
 * @param url absolute
 * @returns undefined if the URL is short enough, or its route has no QUERY
 */
export declare function queryFor(url: string): QueryRequest | undefined;
/** A GET with a long URL becomes a QUERY; any other request is returned as it is. */
export declare function withoutLongUrl(request: Request): Request;
