import { includedSet, membersIn } from './related.js';
/**
 * Yields the items of a list, fetching each page when the items of the previous one have been used.
 * @param fetchPage fetches the page with these parameters
 */
export async function* walkPages(fetchPage, { from = '', backward = false, onTotal }) {
    const parameter = backward ? 'page[before]' : 'page[after]';
    let cursor = from;
    let isFirst = true;
    while (cursor !== undefined) {
        const counts = isFirst && onTotal !== undefined;
        const page = await fetchPage({ [parameter]: cursor, ...(!counts && { 'page[total]': false }) });
        if (counts && page.meta !== undefined)
            onTotal?.(page.meta.count);
        isFirst = false;
        yield* backward ? page.data.toReversed() : page.data;
        cursor = cursorIn(backward ? page.links.prev : page.links.next, parameter);
    }
}
/**
 * Yields the members of an included set: first those that the document includes, then those of each further page.
 * @throws Error if the request did not include them
 */
export async function* walkSet(document, resource, name, morePages) {
    yield* includedSet(document, resource, name);
    for await (const page of morePages)
        yield* membersIn(page, page.data, resource, name);
}
/** Of a link, only the cursor is used: the path can differ from the one in front of a proxy, and the headers must not reach another host. */
function cursorIn(link, parameter) {
    return link === null ? undefined : (new URL(link, 'http://localhost').searchParams.get(parameter) ?? undefined);
}
