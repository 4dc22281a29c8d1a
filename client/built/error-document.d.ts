import type { ErrorObject } from './operations.ts';
export interface ErrorDocument {
    /** None if something else than the service answered, such as a proxy. */
    readonly errors: readonly ErrorObject[];
    /** The number of further errors that the service left out. */
    readonly omitted: number;
}
/** Reads the errors of an answer from its body, parsed if it is JSON. */
export declare function errorsIn(body: unknown): ErrorDocument;
