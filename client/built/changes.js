/** The query parameters of the first page. The service filters by at most one type. */
export function changesQuery({ after, types, size }) {
    return {
        'page[after]': after,
        'page[size]': size,
        'filter[type]': types?.length === 1 ? types[0] : undefined,
    };
}
/** Yields the changes on pages as described at `Changes`. */
export async function* changesOn(pages, { after, types }) {
    let last = after;
    for await (const { data, meta } of pages) {
        for (const change of data.map(itemOf)) {
            if (types?.includes(change.type ?? '') === false)
                continue;
            yield change;
            last = change.position;
        }
        if (meta.position === last)
            continue;
        last = meta.position;
        yield { action: 'position', position: last };
    }
}
function itemOf({ id: changeId, attributes, relationships, meta }) {
    const { action, at, changed, after: resource, resource_type } = attributes;
    const { type, id } = relationships?.subject.data ?? { type: resource_type };
    return { action, type, id, resource, changed, etag: meta.etag, at, changeId, position: meta.page.cursor };
}
