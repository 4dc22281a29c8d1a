import { type ChangeObject } from './change.ts';
/** The parts of an API type that decide which changes affect a list. */
export interface RelatedType {
    /** The path of its list. */
    readonly list: string;
    /** The target type of each relationship. */
    readonly toOne: Readonly<Record<string, string>>;
    readonly toMany: Readonly<Record<string, string>>;
}
/** The types whose changes can affect a list. */
export interface Touching {
    /** Undefined for all types. */
    readonly types: readonly string[] | undefined;
    readonly isTouchedBy: (change: ChangeObject) => boolean;
}
/**
 * Compares names only, so it errs on the side of too many types.
 * @param path the path of the list, with placeholders for its parameters
 */
export declare function touching(path: string, query: Readonly<Record<string, unknown>>, known?: Readonly<Record<string, RelatedType>>): Touching;
