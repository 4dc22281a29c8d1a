import { ATOMIC_MEDIA_TYPE, emptyList } from './operation-list.js';
import { changesOf } from './changes.js';
import { consistent } from './consistency.js';
import { fetchClient } from './fetch-client.js';
import { isRelationshipRoute, noteLinkage, noteSets, refuseParts } from './incomplete-sets.js';
import { memberOf } from './json.js';
import { errorOf } from './json-api-error.js';
import { keepRight } from './live.js';
import { withoutLongUrl } from './long-query.js';
import { MEDIA_TYPE, } from './operations.js';
import { relationshipOf } from './related.js';
import { repeat } from './retrying.js';
import { serializeQuery } from './serialize-query.js';
import { keepTag } from './tags.js';
import { authenticated } from './token.js';
import { touching } from './touching.js';
import { headersOf } from './untyped-request.js';
import { walkPages, walkSet } from './walk.js';
/** Makes a client of the service. */
export function createClient({ baseUrl, headers = {}, token, retry, fetch = globalThis.fetch, }) {
    const consistency = consistent((request) => fetch(request));
    const sendRequest = fetchClient({
        baseUrl,
        headers: { Accept: MEDIA_TYPE, ...headers },
        querySerializer: serializeQuery,
        replace: withoutLongUrl,
        fetch: consistency.fetch,
    });
    async function exchange(method, path, request, parseAs) {
        const { path: names = {}, query = {}, body, signal = null, search } = request;
        if (method === 'patch' && request.evenIfIncomplete !== true)
            refuseParts(pathWith(path, names), body);
        const ownHeaders = headersOf(method, request, headers);
        const send = (authorization) => {
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
        if (!response.ok)
            throw errorOf(response, error, isReplaced);
        return { data, response };
    }
    async function send(method, path, request = {}) {
        const { data, response } = await exchange(method, path, request, 'json');
        if (isCutShort(response, data))
            throw new Error('the write was done, but its response was too long for the service to store: read the resource');
        keepTag(data, response.headers.get('ETag'));
        noteSets(data);
        const { path: names = {}, query = {}, search = serializeQuery(query) } = request;
        if (method === 'get' && isRelationshipRoute(path))
            noteLinkage(data, pathWith(path, names), search);
        // The service's responses have the types in its OpenAPI document; its own tests check that.
        return data;
    }
    async function* pages(path, request) {
        let next;
        do {
            const page = await send('get', path, { ...request, ...(next !== undefined && { search: next }) });
            yield page;
            next = searchOf(nextLinkOf(page));
        } while (next !== undefined);
    }
    function walk(path, request = {}) {
        const fetchPage = (page) => send('get', path, { ...request, query: { ...request.query, ...page } });
        // As with `send`, the types come from the OpenAPI document. `never` is assignable to all of them.
        return walkPages(fetchPage, request);
    }
    async function* morePages(_, resource, name, settings) {
        const next = nextLinkOf(relationshipOf(resource, name));
        if (typeof next !== 'string')
            return;
        const { pathname, search } = new URL(next, 'http://localhost');
        yield* pages(pathname, { ...settings, search });
    }
    function walkRelated(document, resource, name, settings) {
        const more = morePages(document, resource, name, settings);
        return walkSet(document, resource, name, more);
    }
    const feed = {
        get: async (path, request) => (await exchange('get', path, request, 'stream')).response,
        noteConsistency: consistency.note,
    };
    function changes(settings = {}) {
        return changesOf({ ...feed, pages: pages }, settings);
    }
    function live(path, request = {}) {
        const { query = {}, headers: ownHeaders = {} } = request;
        const end = { headers: ownHeaders, query: { 'page[after]': 'now' } };
        const access = {
            ...feed,
            touching: touching(path, query),
            readEnd: async (each) => (await send('get', '/changes', { ...end, ...each })).meta.position,
            readList: (each) => send('get', path, { ...request, ...each }),
        };
        return keepRight(access, request);
    }
    async function run(list, settings = {}) {
        const headers = { Accept: ATOMIC_MEDIA_TYPE, 'Content-Type': ATOMIC_MEDIA_TYPE, ...settings.headers };
        const body = { 'atomic:operations': list };
        const answer = await send('post', '/operations', { ...settings, headers, body });
        // Without a document (204), no operation has a result.
        return list.map((_, index) => answer?.['atomic:results'][index]?.data);
    }
    const sending = (method) => (path, request) => send(method, path, request);
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
/** The path of a request with its path parameters filled in, without the query string. */
function pathWith(path, names) {
    return path.replace(/\?.*/s, '').replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(names[name] ?? ''));
}
/** True if a replayed response has only a notice instead of the original document. */
function isCutShort({ headers }, document) {
    return headers.has('Idempotent-Replayed') && memberOf(memberOf(document, 'meta'), 'message') === ALREADY_DONE;
}
const ALREADY_DONE = 'Already done; read the resource';
function nextLinkOf(page) {
    return memberOf(memberOf(page, 'links'), 'next');
}
/**
 * The query string of a link. Only this part is used: the path can differ from the one in front of a proxy, and the headers must not reach
 * another host.
 */
function searchOf(link) {
    return typeof link === 'string' ? new URL(link, 'http://localhost').search : undefined;
}
