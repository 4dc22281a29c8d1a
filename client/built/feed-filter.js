import { subjectOf } from './change.js';
/** The type for the service to filter by. It filters by one type at most; the client filters by several itself. */
export function typeToAskFor(types) {
    return types?.length === 1 ? types[0] : undefined;
}
/** @param types undefined: all */
export function isOfType(change, types) {
    return types?.includes(subjectOf(change).type ?? '') !== false;
}
