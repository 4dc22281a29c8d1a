/** The resource that has changed; for a `refetch`, only the type. */
export function subjectOf({ attributes, relationships }) {
    return relationships?.subject.data ?? { type: attributes.resource_type };
}
/** @param position the position after it */
export function itemOf(change, position) {
    const { action, at, changed, after: resource } = change.attributes;
    const { type, id } = subjectOf(change);
    return { action, type, id, resource, changed, etag: change.meta.etag, at, changeId: change.id, position };
}
