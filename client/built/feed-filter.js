import { subjectOf } from './change.js';
/** The type to ask the service for, which filters by at most one; the client then leaves out the others. */
export function typeToAskFor(types) {
    return types?.length === 1 ? types[0] : undefined;
}
/** @param types undefined: all */
export function isOfType(change, types) {
    return types?.includes(subjectOf(change).type ?? '') !== false;
}
