import { type EmptyList } from './operation-list.ts';
import { type Changes } from './changes.ts';
import { type ItemOf, type WalkOf, type WalkParameter, type DocumentWith, type PagedPath, type Method, type Optional, type ParameterOf, type PathOf, type RequestOf, type RequestSettings, type Resource, type ResultOf, type Shown } from './operations.ts';
import type { InterruptionSettings } from './interruptions.ts';
import { type CompoundDocument, type Related, type SetPage, type ToManyOf } from './related.ts';
import { type Fetch, type RetrySettings } from './retrying.ts';
import { type Token } from './token.ts';
import { type UntypedRequest } from './untyped-request.ts';
export interface ClientSettings {
    /** The URL of the service, including any path prefix that a proxy adds. */
    readonly baseUrl: string;
    /** Sent with every request. */
    readonly headers?: Readonly<Record<string, string>>;
    /** Sent as `Authorization: Bearer`, unless a request has an `Authorization` of its own. */
    readonly token?: Token;
    readonly retry?: RetrySettings;
    /** Default: the global `fetch`. */
    readonly fetch?: Fetch;
}
/** Each method resolves to the response document, and rejects with `JsonApiError` if the service responds with an error. */
export interface Client {
    readonly get: Send<'get'>;
    readonly post: Send<'post'>;
    readonly patch: Send<'patch'>;
    readonly delete: Send<'delete'>;
    readonly pages: Pages;
    readonly walk: Walk;
    readonly walkRelated: WalkRelated;
    readonly morePages: MorePages;
    readonly changes: Changes;
    readonly live: Live;
    /**
     * Sends a request whose path is only known at run time, such as one for an export, or for a resource that these types lack.
     * @param path with its query string, encoded
     * @returns the response as soon as its headers have arrived, with the body unread
     */
    request(method: Method, path: string, request?: UntypedRequest): Promise<Response>;
    /** Starts a list of atomic operations: the service carries out all of them or none. */
    operations(): EmptyList;
}
/**
 * Yields the items of a list or a relationship, by cursor: creating or deleting items during the walk neither repeats nor skips others.
 */
export type Walk = <Path extends PagedPath, Given extends WalkParameter<Path> = never>(path: Path, ...request: Optional<WalkOf<Path, Given>>) => AsyncGenerator<Shown<ItemOf<Path>, Given>, void, undefined>;
/**
 * Yields the members of an included set: first those in the document, then those on the following pages.
 * @throws Error if the request did not include them
 */
export type WalkRelated = <Document extends CompoundDocument, Of extends Resource, Name extends ToManyOf<Of>>(document: Document, resource: Of, name: Name, settings?: RequestSettings) => AsyncGenerator<Related<Document, Of, Name>[number & keyof Related<Document, Of, Name>], void, undefined>;
/**
 * Yields the pages of an included set that follow the one in the document, fetching each when the previous one has been used.
 * @param document the document of the resource; its type determines that of the resources on the pages
 */
export type MorePages = <Document extends CompoundDocument, Of extends Resource, Name extends ToManyOf<Of>>(document: Document, resource: Of, name: Name, settings?: RequestSettings) => AsyncGenerator<SetPage<Document, Of, Name>, void, undefined>;
/** Yields the pages of a list or a relationship from the requested one on, fetching each when the previous one has been used. */
export type Pages = <Path extends PagedPath, Given extends ParameterOf<Path, 'get'> = never>(path: Path, ...request: Optional<RequestOf<Path, 'get', Given>>) => AsyncGenerator<Shown<DocumentWith<Path, 'get', Given>, Given>, void, undefined>;
/**
 * Yields the document of a list, and yields it again whenever it differs, no matter what changed it. One read covers all changes made while
 * the loop's body runs. The loop ends only by `break` or the signal.
 * @throws JsonApiError if a request is refused; the reason of the signal
 * @example for await (const persons of api.live('/persons', { query: { sort: ['name'] }, signal })) show(persons.data);
 */
export type Live = <Path extends PagedPath, Given extends ParameterOf<Path, 'get'> = never>(path: Path, ...request: Optional<RequestOf<Path, 'get', Given> & Pick<InterruptionSettings, 'onInterrupted'>>) => AsyncGenerator<Shown<DocumentWith<Path, 'get', Given>, Given>, void, undefined>;
export type Send<Used extends Method> = <Path extends PathOf<Used>, Given extends ParameterOf<Path, Used> = never>(path: Path, ...request: Optional<RequestOf<Path, Used, Given>>) => Promise<ResultOf<Path, Used, Shown<DocumentWith<Path, Used, Given>, Given>>>;
/** Makes a client of the service. */
export declare function createClient({ baseUrl, headers, token, retry, fetch, }: ClientSettings): Client;
