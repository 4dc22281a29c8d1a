import { ATOMIC_MEDIA_TYPE, emptyList, type EmptyList } from './operation-list.ts';
import { changesOf, type Changes, type ChangesPage, type ChangesSettings } from './changes.ts';
import { consistent } from './consistency.ts';
import { fetchClient } from './fetch-client.ts';
import { isRelationshipRoute, noteLinkage, noteSets, refuseParts } from './incomplete-sets.ts';
import { memberOf } from './json.ts';
import { errorOf } from './json-api-error.ts';
import { keepRight } from './live.ts';
import { withoutLongUrl } from './long-query.ts';
import {
  MEDIA_TYPE,
  type ItemOf,
  type WalkOf,
  type WalkParameter,
  type WalkSettings,
  type DocumentWith,
  type PagedPath,
  type Method,
  type Optional,
  type ParameterOf,
  type PathOf,
  type RequestOf,
  type RequestSettings,
  type Resource,
  type ResultOf,
  type Shown,
  type WriteSettings,
} from './operations.ts';
import type { InterruptionSettings } from './interruptions.ts';
import { relationshipOf, type CompoundDocument, type Related, type SetPage, type ToManyOf } from './related.ts';
import { repeat, type Fetch, type RetrySettings } from './retrying.ts';
import { serializeQuery } from './serialize-query.ts';
import { keepTag } from './tags.ts';
import { authenticated, type Token } from './token.ts';
import { touching } from './touching.ts';
import { headersOf, type AnyRequest, type UntypedRequest } from './untyped-request.ts';
import { walkPages, walkSet, type WalkedPage } from './walk.ts';

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

// One signature per method, not one with `fields[TYPE]` and one without, so that the compiler reports a mistake only once.

/**
 * Yields the items of a list or a relationship, by cursor: creating or deleting items during the walk neither repeats nor skips others.
 */
export type Walk = <Path extends PagedPath, Given extends WalkParameter<Path> = never>(
  path: Path,
  ...request: Optional<WalkOf<Path, Given>>
) => AsyncGenerator<Shown<ItemOf<Path>, Given>, void, undefined>;

/**
 * Yields the members of an included set: first those in the document, then those on the following pages.
 * @throws Error if the request did not include them
 */
export type WalkRelated = <Document extends CompoundDocument, Of extends Resource, Name extends ToManyOf<Of>>(
  document: Document,
  resource: Of,
  name: Name,
  settings?: RequestSettings,
) => AsyncGenerator<Related<Document, Of, Name>[number & keyof Related<Document, Of, Name>], void, undefined>;

/**
 * Yields the pages of an included set that follow the one in the document, fetching each when the previous one has been used.
 * @param document the document of the resource; its type determines that of the resources on the pages
 */
export type MorePages = <Document extends CompoundDocument, Of extends Resource, Name extends ToManyOf<Of>>(
  document: Document,
  resource: Of,
  name: Name,
  settings?: RequestSettings,
) => AsyncGenerator<SetPage<Document, Of, Name>, void, undefined>;

/** Yields the pages of a list or a relationship from the requested one on, fetching each when the previous one has been used. */
export type Pages = <Path extends PagedPath, Given extends ParameterOf<Path, 'get'> = never>(
  path: Path,
  ...request: Optional<RequestOf<Path, 'get', Given>>
) => AsyncGenerator<Shown<DocumentWith<Path, 'get', Given>, Given>, void, undefined>;

/**
 * Yields the document of a list, and yields it again whenever it differs, no matter what changed it. One read covers all changes made while
 * the loop's body runs. The loop ends only by `break` or the signal.
 * @throws JsonApiError if a request is refused; the reason of the signal
 * @example for await (const persons of api.live('/persons', { query: { sort: ['name'] }, signal })) show(persons.data);
 */
export type Live = <Path extends PagedPath, Given extends ParameterOf<Path, 'get'> = never>(
  path: Path,
  ...request: Optional<RequestOf<Path, 'get', Given> & Pick<InterruptionSettings, 'onInterrupted'>>
) => AsyncGenerator<Shown<DocumentWith<Path, 'get', Given>, Given>, void, undefined>;

export type Send<Used extends Method> = <Path extends PathOf<Used>, Given extends ParameterOf<Path, Used> = never>(
  path: Path,
  ...request: Optional<RequestOf<Path, Used, Given>>
) => Promise<ResultOf<Path, Used, Shown<DocumentWith<Path, Used, Given>, Given>>>;

/** Makes a client of the service. */
export function createClient({
  baseUrl,
  headers = {},
  token,
  retry,
  fetch = globalThis.fetch,
}: ClientSettings): Client {
  const consistency = consistent((request) => fetch(request));
  const sendRequest = fetchClient({
    baseUrl,
    headers: { Accept: MEDIA_TYPE, ...headers },
    querySerializer: serializeQuery,
    replace: withoutLongUrl,
    fetch: consistency.fetch,
  });

  async function exchange(method: Method, path: string, request: AnyRequest, parseAs: 'json' | 'stream') {
    const { path: names = {}, query = {}, body, signal = null, search } = request;
    if (method === 'patch' && request.evenIfIncomplete !== true) refuseParts(pathWith(path, names), body);
    const ownHeaders = headersOf(method, request, headers);
    const send = (authorization: Readonly<Record<string, string>>) => {
      const sent = {
        params: { path: names, query },
        headers: { ...authorization, ...ownHeaders },
        body,
        signal,
        parseAs,
        ...(search !== undefined && { querySerializer: () => search }),
      };
      return repeat(() => sendRequest(method, path, sent), signal, { ...retry, ...request.retry });
    };
    const tokenOfClient = new Headers(ownHeaders).has('Authorization') ? undefined : token;
    const { data, error, response, isReplaced } = await authenticated(tokenOfClient, signal, send);
    if (!response.ok) throw errorOf(response, error, isReplaced);
    return { data, response };
  }

  async function send<Document>(method: Method, path: string, request: AnyRequest = {}): Promise<Document> {
    const { data, response } = await exchange(method, path, request, 'json');
    if (isCutShort(response, data))
      throw new Error('the write was done, but its response was too long for the service to store: read the resource');
    keepTag(data, response.headers.get('ETag'));
    noteSets(data);
    const { path: names = {}, query = {}, search = serializeQuery(query) } = request;
    if (method === 'get' && isRelationshipRoute(path)) noteLinkage(data, pathWith(path, names), search);
    // The service's responses have the types in its OpenAPI document; its own tests check that.
    return data as Document;
  }

  async function* pages<Document>(path: string, request?: AnyRequest): AsyncGenerator<Document, void, undefined> {
    let next: string | undefined;
    do {
      const page = await send<Document>('get', path, { ...request, ...(next !== undefined && { search: next }) });
      yield page;
      next = searchOf(nextLinkOf(page));
    } while (next !== undefined);
  }

  function walk(path: string, request: AnyRequest & WalkSettings = {}): AsyncGenerator<never, void, undefined> {
    const fetchPage = (page: AnyRequest['query']): Promise<WalkedPage> =>
      send('get', path, { ...request, query: { ...request.query, ...page } });
    // As with `send`, the types come from the OpenAPI document. `never` is assignable to all of them.
    return walkPages(fetchPage, request) as AsyncGenerator<never, void, undefined>;
  }

  async function* morePages(
    _: CompoundDocument,
    resource: Resource,
    name: string,
    settings?: RequestSettings,
  ): AsyncGenerator<never, void, undefined> {
    const next = nextLinkOf(relationshipOf(resource, name));
    if (typeof next !== 'string') return;
    const { pathname, search } = new URL(next, 'http://localhost');
    yield* pages<never>(pathname, { ...settings, search });
  }

  function walkRelated(
    document: CompoundDocument,
    resource: Resource,
    name: string,
    settings?: RequestSettings,
  ): AsyncGenerator<never, void, undefined> {
    const more = morePages(document, resource, name, settings);
    return walkSet(document, resource, name, more) as AsyncGenerator<never, void, undefined>;
  }

  const feed = {
    get: async (path: string, request: UntypedRequest) => (await exchange('get', path, request, 'stream')).response,
    noteConsistency: consistency.note,
  };

  function changes(settings: ChangesSettings<string> = {}): AsyncGenerator<never, void, undefined> {
    return changesOf({ ...feed, pages: pages<ChangesPage> }, settings) as AsyncGenerator<never, void, undefined>;
  }

  function live(path: string, request: AnyRequest & InterruptionSettings = {}): AsyncGenerator<never, void, undefined> {
    const { query = {}, headers: ownHeaders = {} } = request;
    const end = { headers: ownHeaders, query: { 'page[after]': 'now' } };
    const access = {
      ...feed,
      touching: touching(path, query),
      readEnd: async (each: UntypedRequest) =>
        (await send<ChangesPage>('get', '/changes', { ...end, ...each })).meta.position,
      readList: (each: UntypedRequest) => send<never>('get', path, { ...request, ...each }),
    };
    return keepRight(access, request);
  }

  async function run(
    list: readonly unknown[],
    settings: RequestSettings & WriteSettings = {},
  ): Promise<readonly unknown[]> {
    const headers = { Accept: ATOMIC_MEDIA_TYPE, 'Content-Type': ATOMIC_MEDIA_TYPE, ...settings.headers };
    const body = { 'atomic:operations': list };
    const answer = await send<AtomicResults | undefined>('post', '/operations', { ...settings, headers, body });
    // Without a document (204), no operation has a result.
    return list.map((_, index) => answer?.['atomic:results'][index]?.data);
  }

  const sending =
    (method: Method) =>
    <Document>(path: string, request?: AnyRequest): Promise<Document> =>
      send(method, path, request);
  return {
    get: sending('get'),
    post: sending('post'),
    patch: sending('patch'),
    delete: sending('delete'),
    pages,
    walk,
    walkRelated,
    morePages,
    changes,
    live,
    request: async (method, path, request = {}) => (await exchange(method, path, request, 'stream')).response,
    operations: () => emptyList(run),
  };
}

interface AtomicResults {
  readonly 'atomic:results': readonly { readonly data?: unknown }[];
}

/** The path of a request with its path parameters filled in, without the query string. */
function pathWith(path: string, names: Readonly<Record<string, string>>): string {
  return path.replace(/\?.*/s, '').replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? ''));
}

/** True if a replayed response has only a notice instead of the original document. */
function isCutShort({ headers }: Response, document: unknown): boolean {
  return headers.has('Idempotent-Replayed') && memberOf(memberOf(document, 'meta'), 'message') === ALREADY_DONE;
}

const ALREADY_DONE = 'Already done; read the resource';

function nextLinkOf(page: unknown): unknown {
  return memberOf(memberOf(page, 'links'), 'next');
}

/**
 * The query string of a link. Only this part is used: the path can differ from the one in front of a proxy, and the headers must not reach
 * another host.
 */
function searchOf(link: unknown): string | undefined {
  return typeof link === 'string' ? new URL(link, 'http://localhost').search : undefined;
}
