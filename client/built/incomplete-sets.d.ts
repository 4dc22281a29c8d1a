/** A to-many relationship that was read: a relationship object, or the document of a relationship route. */
export interface ReadSet {
    /** False if `data` is only part of the set: one of several pages, or the members that match a filter. Not enumerable, so not part of the JSON. */
    readonly complete: boolean;
}
export interface ReplaceSettings {
    /** True to send a set even if it is incomplete, which removes the members that it lacks. */
    readonly evenIfIncomplete?: boolean;
}
/** A write would have replaced a set with part of it. Nothing was sent. */
export declare class IncompleteSetError extends Error {
    readonly name = "IncompleteSetError";
    /** The name of the relationship. */
    readonly relationship: string;
    constructor(relationship: string);
}
/** Identifies a relationship by its path, or the end of it, and the type of its resource if known. */
export interface Place {
    readonly path: string;
    readonly type?: unknown;
}
export declare function placeOf(resource: unknown, name: string): Place;
/** Marks each set in a document as complete or not, and remembers the incomplete ones. */
export declare function noteSets(document: unknown): void;
/**
 * Does the same for the document of a relationship route, which is incomplete if it is filtered or one of several pages.
 * @param search the query string of the request
 */
export declare function noteLinkage(document: unknown, path: string, search: string): void;
/** Remembers the array of an incomplete set, or its members. */
export declare function rememberParts(objects: readonly object[], place: Place): void;
/** @throws IncompleteSetError if the body of a PATCH contains an incomplete set */
export declare function refuseParts(path: string, body: unknown): void;
/** @throws IncompleteSetError if a changed resource contains an incomplete set */
export declare function refusePartsOf(resource: unknown): void;
/**
 * Refuses the array of an incomplete set, for any relationship, and an array that contains members of an incomplete set of this relationship.
 * @param set an object with `data`
 * @throws IncompleteSetError
 */
export declare function refusePart(set: unknown, place: Place): void;
export declare function isRelationshipRoute(path: string): boolean;
/** True if the service marked a relationship object, or the document of a relationship route, as incomplete. */
export declare function saysIncomplete(set: unknown): boolean;
