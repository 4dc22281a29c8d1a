// The changes feed, read as a stream or in pages.
import { itemOf } from './change.js';
import { isOfType, typeToAskFor } from './feed-filter.js';
import { followFeed } from './follow-feed.js';
/** Yields changes as `Changes` describes. */
export function changesOf(access, settings) {
    return settings.follow === false ? changesOn(access, settings) : changesIn(access, settings);
}
async function* changesIn({ get, noteConsistency }, settings) {
    for await (const { change, position } of followFeed(get, settings)) {
        noteConsistency(change?.meta.consistency ?? '');
        yield change === undefined ? { action: 'position', position } : itemOf(change, position);
    }
}
async function* changesOn({ pages }, { after, types, size, signal, headers }) {
    const query = { 'page[after]': after, 'page[size]': size, 'filter[type]': typeToAskFor(types) };
    let last = after;
    for await (const { data, meta } of pages('/changes', {
        query,
        ...(signal && { signal }),
        ...(headers && { headers }),
    })) {
        for (const change of data) {
            if (!isOfType(change, types))
                continue;
            yield itemOf(change, change.meta.page.cursor);
            last = change.meta.page.cursor;
        }
        if (meta.position === last)
            continue;
        last = meta.position;
        yield { action: 'position', position: last };
    }
}
