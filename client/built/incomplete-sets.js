// Remembers incomplete sets, so that none is sent back as the whole set.
import { isObject, memberOf } from './json.js';
/** A write would have replaced a set with part of it. Nothing was sent. */
export class IncompleteSetError extends Error {
    name = 'IncompleteSetError';
    /** The name of the relationship. */
    relationship;
    constructor(relationship) {
        super(`only part of "${relationship}" was read, and replacing the set with it would remove the other members. ` +
            'Read the whole set, or pass `evenIfIncomplete: true`');
        this.relationship = relationship;
    }
}
export function placeOf(resource, name) {
    const id = encodeURIComponent(String(memberOf(resource, 'id')));
    return { path: `/${id}/relationships/${name}`, type: memberOf(resource, 'type') };
}
/** The arrays of incomplete sets, and their members, with the relationships that they belong to. */
const parts = new WeakMap();
/** Marks each set in a document as complete or not, and remembers the incomplete ones. */
export function noteSets(document) {
    for (const resource of resourcesIn(document))
        for (const [name, relationship] of relationshipsOf(resource))
            note(relationship, placeOf(resource, name), !saysIncomplete(relationship));
}
/**
 * Does the same for the document of a relationship route, which is incomplete if it is filtered or one of several pages.
 * @param search the query string of the request
 */
export function noteLinkage(document, path, search) {
    const isFiltered = [...new URLSearchParams(search)].some(([name, value]) => FILTER.test(name) && value !== '[]');
    const links = memberOf(document, 'links');
    const isPage = [memberOf(links, 'prev'), memberOf(links, 'next')].some((link) => typeof link === 'string');
    note(document, { path }, !isFiltered && !isPage && !saysIncomplete(document));
}
const FILTER = /^filter(\[|$)/;
/** Remembers the array of an incomplete set, or its members. */
export function rememberParts(objects, place) {
    for (const each of objects) {
        const places = parts.get(each) ?? [];
        if (!places.some(({ path, type }) => path === place.path && type === place.type))
            parts.set(each, [...places, place]);
    }
}
/** @throws IncompleteSetError if the body of a PATCH contains an incomplete set */
export function refuseParts(path, body) {
    if (isRelationshipRoute(path))
        refusePart(body, { path });
    else
        refusePartsOf(memberOf(body, 'data'));
}
/** @throws IncompleteSetError if a changed resource contains an incomplete set */
export function refusePartsOf(resource) {
    for (const [name, relationship] of relationshipsOf(resource))
        refusePart(relationship, placeOf(resource, name));
}
/**
 * Refuses the array of an incomplete set, for any relationship, and an array that contains members of an incomplete set of this relationship.
 * @param set an object with `data`
 * @throws IncompleteSetError
 */
export function refusePart(set, place) {
    const data = memberOf(set, 'data');
    const isPart = Array.isArray(data) && (parts.has(data) || data.some((member) => isPartOf(member, place)));
    if (isPart || saysIncomplete(set))
        throw new IncompleteSetError(place.path.slice(place.path.lastIndexOf('/') + 1));
}
export function isRelationshipRoute(path) {
    return /\/relationships\/[^/]+$/.test(path);
}
/** True if the service marked a relationship object, or the document of a relationship route, as incomplete. */
export function saysIncomplete(set) {
    return memberOf(memberOf(set, 'meta'), 'complete') === false;
}
function note(set, place, complete) {
    const data = memberOf(set, 'data');
    if (!isObject(set) || !Array.isArray(data))
        return;
    Object.defineProperty(set, 'complete', { value: complete });
    if (!complete)
        rememberParts([data, ...data.filter(isObject)], place);
}
function isPartOf(member, { path, type }) {
    const places = isObject(member) ? (parts.get(member) ?? []) : [];
    return places.some((of) => (of.path.endsWith(path) || path.endsWith(of.path)) &&
        (type === undefined || of.type === undefined || type === of.type));
}
/** The resources in a document, or in the results of atomic operations. */
function resourcesIn(document) {
    const results = listOf(memberOf(document, 'atomic:results')).map((result) => memberOf(result, 'data'));
    return [...listOf(memberOf(document, 'data')), ...listOf(memberOf(document, 'included')), ...results];
}
function listOf(value) {
    if (value === undefined)
        return [];
    return Array.isArray(value) ? value : [value];
}
function relationshipsOf(resource) {
    const relationships = memberOf(resource, 'relationships');
    return isObject(relationships) ? Object.entries(relationships) : [];
}
