import { placeOf, rememberParts, saysIncomplete } from './incomplete-sets.js';
export function related(document, resource, name) {
    const linkage = relationshipOf(resource, name)?.data;
    if (linkage === null)
        return null;
    return linkage !== undefined && 'type' in linkage
        ? membersIn(document, [linkage], resource, name)[0]
        : includedSet(document, resource, name);
}
/**
 * The resources of a to-many relationship that a document includes.
 * @throws Error if the request did not include them
 */
export function includedSet(document, resource, name) {
    const relationship = relationshipOf(resource, name);
    if (!Array.isArray(relationship?.data))
        throw notIncluded(resource, name);
    const members = membersIn(document, relationship.data, resource, name);
    if (saysIncomplete(relationship))
        rememberParts([members, ...members], placeOf(resource, name));
    return members;
}
/**
 * Finds the included resources with these identifiers.
 * @throws Error if the request did not include them
 */
export function membersIn({ included = [] }, identifiers, resource, name) {
    return identifiers.map((identifier) => {
        const found = indexOf(included).get(keyOf(identifier));
        if (found === undefined)
            throw notIncluded(resource, name);
        return found;
    });
}
export function relationshipOf({ relationships }, name) {
    const byName = relationships;
    return byName[name];
}
function notIncluded({ type, id }, name) {
    return new Error(`the document does not include "${name}" of ${type} ${id}: add it to \`include\``);
}
const indexes = new WeakMap();
/** Built once per document, so that looking up related resources does not search all included ones. */
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
