/** A QUERY, as arguments for `fetch`. */
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
 * The QUERY to send instead of a GET whose URL is too long. Only the path and the query string count: servers limit their length, and a proxy
 * may have another host name.
 * @param url absolute
 * @returns undefined if the URL is short enough, or its route does not support QUERY
 */
export declare function queryFor(url: string): QueryRequest | undefined;
/** Turns a GET with a long URL into a QUERY, and returns any other request unchanged. */
export declare function withoutLongUrl(request: Request): Request;
