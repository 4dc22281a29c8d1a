declare const TAG: unique symbol;
/** A document whose response had an entity tag for a resource of this type. */
export interface Tagged<Type extends string> {
    readonly [TAG]: EntityTag<Type>;
}
interface EntityTag<Type extends string> {
    readonly text: string;
    /** Exists only in the type, so that the tag of a computer does not fit a person. */
    readonly type?: Type;
}
/** The state that a write requires: a document, an entity tag, or any state (`*`). */
export type Match<Type extends string> = Tagged<Type> | string;
/** Stores the entity tag of a response with its document, as a property that is neither enumerable nor part of the JSON. */
export declare function keepTag(document: unknown, tag: string | null): void;
/**
 * The entity tag of a document, such as `"k3.person.1.7"`, for storing it outside this process.
 * @throws Error if it has none, because the document is a copy or a proxy has removed the tag
 */
export declare function tagOf(document: Tagged<string>): string;
/** The value of `If-Match`. */
export declare function matching(match: Match<string>): string;
export {};
