// Finds the changes that can affect a list.
// oxlint-disable-next-line import/extensions -- it is generated, as JavaScript
import { resourceTypes } from '../built/resource-types.js';
import { subjectOf } from './change.js';
import { serializeQuery } from './serialize-query.js';
/**
 * Compares names only, so it errs on the side of too many types.
 * @param path the path of the list, with placeholders for its parameters
 */
export function touching(path, query, known = resourceTypes) {
    const inPath = namesIn(path);
    // This client does not have the path.
    if (!Object.values(known).some(({ list }) => list === `/${inPath[0] ?? ''}`))
        return { types: undefined, isTouchedBy: () => true };
    const parts = Object.entries(query).filter(([name]) => !name.startsWith('fields['));
    const names = new Set([...inPath, ...namesIn(decodeURIComponent(serializeQuery(Object.fromEntries(parts))))]);
    const rows = new Set(Object.entries(known).flatMap(([type, { list, toOne, toMany }]) => [
        ...(inPath.includes(list.slice(1)) ? [type] : []),
        ...targetsIn(toOne, names),
        ...targetsIn(toMany, names),
    ]));
    const linked = [...rows].flatMap((type) => targetsIn(known[type]?.toMany ?? {}, fieldsOf(query, type)));
    return {
        types: [...new Set([...rows, ...linked])],
        isTouchedBy: (change) => rows.has(subjectOf(change).type ?? '') || movesLinks(change, known),
    };
}
/** Names are separated by punctuation other than `_` and `-`. `__` joins the names of a path. */
function namesIn(text) {
    const words = text.split(/__|[^\w-]+/).map((word) => word.replace(/^-/, ''));
    return words.filter((word) => word !== '');
}
/** @param names undefined: all */
function targetsIn(relationships, names) {
    return Object.entries(relationships).flatMap(([name, type]) => (names?.has(name) === false ? [] : [type]));
}
function fieldsOf(query, type) {
    const fields = query[`fields[${type}]`];
    return Array.isArray(fields) ? new Set(fields) : undefined;
}
/** True if a change can add or remove linkage of the resources that the changed one is linked to. */
function movesLinks(change, known) {
    const { toOne, toMany } = known[subjectOf(change).type ?? ''] ?? { toOne: {}, toMany: {} };
    return change.attributes.changed?.some((name) => Object.hasOwn({ ...toOne, ...toMany }, name)) ?? true;
}
