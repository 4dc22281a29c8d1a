import { type ChangeObject } from './change.ts';
/** The type for the service to filter by. It filters by one type at most; the client filters by several itself. */
export declare function typeToAskFor(types: readonly string[] | undefined): string | undefined;
/** @param types undefined: all */
export declare function isOfType(change: ChangeObject, types: readonly string[] | undefined): boolean;
