/**
 * Yields the items of a list, fetching each page when the items of the previous one have been used.
 * @param fetchPage is given the parameters of a page
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
/** Of a link only the cursor is followed: its path can differ from the one before a proxy, and headers must not reach another host. */
function cursorIn(link, parameter) {
    return link === null ? undefined : (new URL(link, 'http://localhost').searchParams.get(parameter) ?? undefined);
}
