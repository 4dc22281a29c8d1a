export function related({ included = [] }, resource, name) {
    const find = (identifier) => {
        const found = indexOf(included).get(keyOf(identifier));
        if (found === undefined)
            throw notIncluded(resource, name);
        return found;
    };
    const linkage = linkageOf(resource, name);
    if (linkage === undefined)
        throw notIncluded(resource, name);
    if (linkage === null)
        return null;
    return 'type' in linkage ? find(linkage) : linkage.map(find);
}
function linkageOf({ relationships }, name) {
    const byName = relationships;
    return byName[name]?.data;
}
function notIncluded({ type, id }, name) {
    return new Error(`the document does not include "${name}" of ${type} ${id}: add it to \`include\``);
}
const indexes = new WeakMap();
/** Made once per document, so that looking up a page of resources takes no search through all that it includes. */
function indexOf(included) {
    const known = indexes.get(included);
    if (known !== undefined)
        return known;
    const index = new Map(included.map((resource) => [keyOf(resource), resource]));
    indexes.set(included, index);
    return index;
}
function keyOf({ type, id }) {
    return `${type} ${id}`;
}
