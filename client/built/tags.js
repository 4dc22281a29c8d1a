const TAG = Symbol('entity tag');
/** Keeps the tag of an answer with its document. It is neither enumerated nor part of its JSON. */
export function keepTag(document, tag) {
    if (tag === null || typeof document !== 'object' || document === null)
        return;
    Object.defineProperty(document, TAG, { value: { text: tag } });
}
/**
 * The entity tag of a document, such as `"k3.person.1.7"`, to be stored beyond this process.
 * @throws Error if it has none: it is a copy, or a proxy has removed the tag
 */
export function tagOf(document) {
    if (!Object.hasOwn(document, TAG))
        throw new Error('the document has no entity tag: give the one that was read, not a copy of it');
    return document[TAG].text;
}
/** The value of `If-Match`. */
export function matching(match) {
    return typeof match === 'string' ? match : tagOf(match);
}
