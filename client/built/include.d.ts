import type { components, paths } from '../built/schema.d.ts';
import type { Immutable } from './immutable.ts';
type Resource = components['schemas']['Included'][number];
type LinkageAt<Type, Path extends string> = Path extends `${infer Name}.${infer Rest}` ? LinkageAt<TypeIn<LinkageOf<Type, Name>>, Rest> : LinkageOf<Type, Path>;
type LinkageOf<Type, Name> = Extract<Resource, {
    readonly type: Type;
}> extends {
    readonly relationships: infer Relationships;
} ? Name extends keyof Relationships ? NonNullable<Relationships[Name]> extends {
    readonly data?: infer Data;
} ? NonNullable<Data> : never : never : never;
type TypeIn<Linkage> = Linkage extends readonly (infer Identifier)[] ? TypeIn<Identifier> : Linkage extends {
    readonly type: infer Type;
} ? Type : never;
type Get<Path extends keyof paths> = NonNullable<paths[Path]['get']>;
/** A query parameter of the lists of a type. */
type ParameterOf<Type, Name extends string> = {
    [Path in keyof paths]: Get<Path> extends {
        readonly parameters: {
            readonly query?: infer Query extends object;
        };
        readonly responses: {
            readonly 200: {
                readonly content: infer Content;
            };
        };
    } ? Content[keyof Content] extends {
        readonly data: readonly {
            readonly type: Type;
            readonly attributes: unknown;
        }[];
    } ? Immutable<NonNullable<Query[Name & keyof Query]>> : never : never;
}[keyof paths];
/** Bounds on a to-many relationship, applied to each resource that has it. They do not affect the primary data. */
export interface SetBounds<Type> {
    /** The maximum number of members to show; the next page has a link. */
    readonly size?: number;
    /** The sort order, as for a list of the target type. */
    readonly sort?: ParameterOf<Type, 'sort'>;
    /** Shows only members that match. As for a list of the target type. */
    readonly filter?: ParameterOf<Type, 'filter'>;
    /** True to count the matches in each set, which costs time. */
    readonly total?: boolean;
}
/** A to-one relationship has no bounds. */
type BoundsOf<Linkage> = Linkage extends readonly unknown[] ? SetBounds<TypeIn<Linkage>> : Readonly<Record<string, never>>;
/**
 * The related resources to include, by include path from a type: all of them (`true`), or those within bounds.
 * @example { computers: { size: 5, sort: ['-serial'] }, 'computers.owner': true }
 */
export type IncludedSets<Type, Path extends string> = {
    readonly [Each in Path]?: true | BoundsOf<LinkageAt<Type, Each>>;
};
/**
 * The type of `include`: a list of paths, or for reads also an object.
 * @typeParam From the type that the paths start from; `never` for writes
 */
export type IncludeOf<From, List> = [From] extends [never] ? List : NonNullable<List> extends readonly (infer Path extends string)[] ? (List & NoMembers<Path>) | IncludedSets<From, Path> : List;
/** Excludes these members from a list, so that the compiler reports a mistake in an object where it is. */
type NoMembers<Path extends string> = Partial<Readonly<Record<Path, never>>>;
export {};
