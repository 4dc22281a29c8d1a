// Lists of atomic operations, which the service carries out completely or not at all. The type of a list includes the local identifiers that
// its operations define, so that using an undefined one does not compile.
import { placeOf, refusePart, refusePartsOf } from './incomplete-sets.js';
import { matching } from './tags.js';
export const ATOMIC_MEDIA_TYPE = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';
/** @param run sends a list and resolves to a result for each operation */
export function emptyList(run) {
    // The types of the methods are stricter than their code; tests check what compiles and what does not.
    return listOf([], run);
}
function listOf(operations, run) {
    const and = (operation) => listOf([...operations, operation], run);
    const refTo = ({ type, ...target }, relationship) => ({ type, ...target, relationship });
    return {
        add: (data) => and({ op: 'add', data }),
        update: (data, condition) => {
            if (condition?.evenIfIncomplete !== true)
                refusePartsOf(data);
            return and({ op: 'update', data, ...metaOf(condition) });
        },
        remove: (ref, condition) => and({ op: 'remove', ref, ...metaOf(condition) }),
        link: (target, relationship, data, condition) => and({ op: 'add', ref: refTo(target, relationship), data, ...metaOf(condition) }),
        replace: (target, relationship, data, condition) => {
            if (condition?.evenIfIncomplete !== true)
                refusePart({ data }, placeOf(target, relationship));
            return and({ op: 'update', ref: refTo(target, relationship), data, ...metaOf(condition) });
        },
        unlink: (target, relationship, data, condition) => and({ op: 'remove', ref: refTo(target, relationship), data, ...metaOf(condition) }),
        send: (settings) => run(operations, settings),
    };
}
function metaOf({ ifMatch } = {}) {
    return ifMatch === undefined ? {} : { meta: { if_match: matching(ifMatch) } };
}
