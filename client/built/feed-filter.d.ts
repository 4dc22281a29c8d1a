import { type ChangeObject } from './change.ts';
/** The type to ask the service for, which filters by at most one; the client then leaves out the others. */
export declare function typeToAskFor(types: readonly string[] | undefined): string | undefined;
/** @param types undefined: all */
export declare function isOfType(change: ChangeObject, types: readonly string[] | undefined): boolean;
