import { type ReadSet } from './incomplete-sets.ts';
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
/** The names of the to-many relationships of a resource. */
export type ToManyOf<Of extends Resource> = {
    [Name in RelationshipOf<Of>]: Linkage<Of, Name> extends readonly unknown[] ? Name & string : never;
}[RelationshipOf<Of>];
/** A list of resources for a to-many relationship, one or `null` for a to-one relationship. */
export type Related<Document, Of extends Resource, Name extends RelationshipOf<Of>> = Linkage<Of, Name> extends readonly (infer Identifier)[] ? readonly Identified<Document, Identifier>[] : Identified<Document, Linkage<Of, Name>> | null;
/** A further page of an included set, with its included resources. */
export interface SetPage<Document, Of extends Resource, Name extends ToManyOf<Of>> extends ReadSet {
    readonly data: Linkage<Of, Name>;
    readonly included?: readonly Included<Document>[];
    readonly links: {
        readonly prev: string | null;
        readonly next: string | null;
    };
}
export interface Identifier {
    readonly type: string;
    readonly id: string;
}
export interface CompoundDocument {
    readonly included?: readonly Resource[];
}
/**
 * Finds the related resources of a resource among those that its document includes.
 * @throws Error if the request did not include it
 * @example related(document, person, 'computers') // the person's computers
 */
export declare function related<Document extends CompoundDocument, Of extends Resource, Name extends RelationshipOf<Of>>(document: Document, resource: Of, name: Name): Related<Document, Of, Name>;
/**
 * The resources of a to-many relationship that a document includes.
 * @throws Error if the request did not include them
 */
export declare function includedSet(document: CompoundDocument, resource: Resource, name: string): readonly Resource[];
/**
 * Finds the included resources with these identifiers.
 * @throws Error if the request did not include them
 */
export declare function membersIn({ included }: CompoundDocument, identifiers: readonly Identifier[], resource: Identifier, name: string): readonly Resource[];
interface Relationship {
    readonly data?: Identifier | readonly Identifier[] | null;
}
export declare function relationshipOf({ relationships }: Resource, name: string): Relationship | undefined;
export {};
