import { type EmptyList } from './operation-list.ts';
import { type ItemOf, type WalkOf, type WalkParameter, type DocumentOf, type ListPath, type Method, type Optional, type ParameterOf, type PathOf, type RequestOf, type ResultOf, type Shown } from './operations.ts';
import { type Fetch, type RetrySettings } from './retrying.ts';
import { type Token } from './token.ts';
import { type UntypedRequest } from './untyped-request.ts';
export interface ClientSettings {
    /** Of the service, with the path that a proxy puts before it, if any. */
    readonly baseUrl: string;
    /** Sent with every request. */
    readonly headers?: Readonly<Record<string, string>>;
    /** Sent as `Authorization: Bearer`, unless a request has an `Authorization` of its own. */
    readonly token?: Token;
    readonly retry?: RetrySettings;
    /** Default: the global one. */
    readonly fetch?: Fetch;
}
/** Each method resolves to the answer's document, and rejects with `JsonApiError` if that is an error. */
export interface Client {
    readonly get: Send<'get'>;
    readonly post: Send<'post'>;
    readonly patch: Send<'patch'>;
    readonly delete: Send<'delete'>;
    readonly pages: Pages;
    readonly walk: Walk;
    /**
     * Sends what is known at run time only, such as the path of an export or of a resource that these types do not have.
     * @param path with its query string, encoded
     * @returns the answer as soon as its head is there, the body unread
     */
    request(method: Method, path: string, request?: UntypedRequest): Promise<Response>;
    /** A list of writes that the service does all or none of. */
    operations(): EmptyList;
}
/** The items of a list one after the other, by cursors: what is created or deleted meanwhile neither repeats nor hides another item. */
export type Walk = <Path extends ListPath, Given extends WalkParameter<Path> = never>(path: Path, ...request: Optional<WalkOf<Path, Given>>) => AsyncGenerator<Shown<ItemOf<Path>, Given>, void, undefined>;
/** The pages of a list, from the one that the request asks for, each fetched when the one before has been used. */
export type Pages = <Path extends ListPath, Given extends ParameterOf<Path, 'get'> = never>(path: Path, ...request: Optional<RequestOf<Path, 'get', Given>>) => AsyncGenerator<Shown<DocumentOf<Path, 'get'>, Given>, void, undefined>;
export type Send<Used extends Method> = <Path extends PathOf<Used>, Given extends ParameterOf<Path, Used> = never>(path: Path, ...request: Optional<RequestOf<Path, Used, Given>>) => Promise<ResultOf<Path, Used, Shown<DocumentOf<Path, Used>, Given>>>;
/** Makes a client of the service. */
export declare function createClient({ baseUrl, headers, token, retry, fetch, }: ClientSettings): Client;
