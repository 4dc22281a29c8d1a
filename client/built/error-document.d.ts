import type { ErrorObject } from './operations.ts';
export interface ErrorDocument {
    /** Empty if something other than the service responded, such as a proxy. */
    readonly errors: readonly ErrorObject[];
    /** The number of further errors that the service left out. */
    readonly omitted: number;
}
/** Reads the errors in a response body, which is parsed if it is JSON. */
export declare function errorsIn(body: unknown): ErrorDocument;
