import { type EmptyList } from './operation-list.ts';
import { type Changes } from './changes.ts';
import { type ItemOf, type WalkOf, type WalkParameter, type DocumentWith, type PagedPath, type Method, type Optional, type ParameterOf, type PathOf, type RequestOf, type RequestSettings, type Resource, type ResultOf, type Shown } from './operations.ts';
import type { InterruptionSettings } from './interruptions.ts';
import { type CompoundDocument, type Related, type SetPage, type ToManyOf } from './related.ts';
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
    readonly walkRelated: WalkRelated;
    readonly morePages: MorePages;
    readonly changes: Changes;
    readonly live: Live;
    /**
     * Sends what is known at run time only, such as the path of an export or of a resource that these types do not have.
     * @param path with its query string, encoded
     * @returns the answer as soon as its head is there, the body unread
     */
    request(method: Method, path: string, request?: UntypedRequest): Promise<Response>;
    /** A list of writes that the service does all or none of. */
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
 * Yields the document of a list, and yields it again whenever it differs, no matter what changed it. Everything that changes while the loop's body runs
 * is covered by one more read. The loop ends only by `break` or the signal.
 * @throws JsonApiError if a request is refused; the reason of the signal
 * @example for await (const persons of api.live('/persons', { query: { sort: ['name'] }, signal })) show(persons.data);
 */
export type Live = <Path extends PagedPath, Given extends ParameterOf<Path, 'get'> = never>(path: Path, ...request: Optional<RequestOf<Path, 'get', Given> & Pick<InterruptionSettings, 'onInterrupted'>>) => AsyncGenerator<Shown<DocumentWith<Path, 'get', Given>, Given>, void, undefined>;
export type Send<Used extends Method> = <Path extends PathOf<Used>, Given extends ParameterOf<Path, Used> = never>(path: Path, ...request: Optional<RequestOf<Path, Used, Given>>) => Promise<ResultOf<Path, Used, Shown<DocumentWith<Path, Used, Given>, Given>>>;
/** Makes a client of the service. */
export declare function createClient({ baseUrl, headers, token, retry, fetch, }: ClientSettings): Client;
