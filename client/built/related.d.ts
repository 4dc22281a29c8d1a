import type { Resource } from './operations.ts';
type Relationships<Of extends Resource> = NonNullable<Of['relationships']>;
/** The names of the relationships of a resource. */
export type RelationshipOf<Of extends Resource> = keyof Relationships<Of>;
type Linkage<Of extends Resource, Name extends RelationshipOf<Of>> = NonNullable<Relationships<Of>[Name]> extends {
    readonly data?: infer Data;
} ? NonNullable<Data> : never;
type Included<Document> = Document extends {
    readonly included?: readonly (infer Item)[];
} ? Item : never;
type Identified<Document, Identifier> = Identifier extends {
    readonly type: infer Type;
} ? Extract<Included<Document>, {
    readonly type: Type;
}> : never;
/** A list of resources for a to-many relationship, one or `null` for a to-one relationship. */
export type Related<Document, Of extends Resource, Name extends RelationshipOf<Of>> = Linkage<Of, Name> extends readonly (infer Identifier)[] ? readonly Identified<Document, Identifier>[] : Identified<Document, Linkage<Of, Name>> | null;
interface CompoundDocument {
    readonly included?: readonly Resource[];
}
/**
 * Finds what a resource is related to among the included resources of its document.
 * @throws Error if the request did not include it
 * @example related(document, person, 'computers') // the person's computers
 */
export declare function related<Document extends CompoundDocument, Of extends Resource, Name extends RelationshipOf<Of>>(document: Document, resource: Of, name: Name): Related<Document, Of, Name>;
export {};
