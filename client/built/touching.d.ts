import { type ChangeObject } from './change.ts';
/** A type of the API, as far as lists need it. */
export interface RelatedType {
    /** The path of its list. */
    readonly list: string;
    /** The type that each relationship leads to. */
    readonly toOne: Readonly<Record<string, string>>;
    readonly toMany: Readonly<Record<string, string>>;
}
/** The types whose changes can change a list. */
export interface Touching {
    /** Undefined: all. */
    readonly types: readonly string[] | undefined;
    readonly isTouchedBy: (change: ChangeObject) => boolean;
}
/**
 * Compares names only, so it finds too many types rather than too few.
 * @param path of the list, with its parameters unfilled
 */
export declare function touching(path: string, query: Readonly<Record<string, unknown>>, known?: Readonly<Record<string, RelatedType>>): Touching;
