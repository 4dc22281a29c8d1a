const TAG = Symbol('entity tag');
/** Stores the entity tag of a response with its document, as a property that is neither enumerable nor part of the JSON. */
export function keepTag(document, tag) {
    if (tag === null || typeof document !== 'object' || document === null)
        return;
    Object.defineProperty(document, TAG, { value: { text: tag } });
}
/**
 * The entity tag of a document, such as `"k3.person.1.7"`, for storing it outside this process.
 * @throws Error if it has none, because the document is a copy or a proxy has removed the tag
 */
export function tagOf(document) {
    if (!Object.hasOwn(document, TAG))
        throw new Error('the document has no entity tag: pass the document that was read, not a copy of it');
    return document[TAG].text;
}
/** The value of `If-Match`. */
export function matching(match) {
    return typeof match === 'string' ? match : tagOf(match);
}
