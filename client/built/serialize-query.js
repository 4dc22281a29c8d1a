/**
 * Serializes query parameters as the service expects them: filters as JSON, other lists separated by commas, and the object form of
 * `include` as several parameters.
 * @example serializeQuery({ sort: ['-name', 'id'], 'page[size]': 10 }) // 'sort=-name%2Cid&page%5Bsize%5D=10'
 */
export function serializeQuery(query) {
    const parameters = new URLSearchParams();
    for (const [given, of] of Object.entries(query))
        for (const [name, value] of given === 'include' && isSets(of) ? includeParameters(of) : [[given, of]])
            if (value !== undefined)
                parameters.append(name, textOf(name, value));
    return parameters.toString();
}
function isSets(include) {
    return typeof include === 'object' && include !== null && !Array.isArray(include);
}
function includeParameters(sets) {
    const bounds = Object.entries(sets).flatMap(([path, set]) => set === undefined ? [] : [[path, set === true ? {} : set]]);
    const sorts = bounds.flatMap(([path, { sort = [] }]) => sort.map((key) => sortKeyAt(path, key)));
    const filters = bounds.flatMap(([path, { filter = [] }]) => (filter.length > 0 ? [[path, filter]] : []));
    return [
        ['include', bounds.map(([path]) => path)],
        ...bounds.flatMap(([path, { size, total }]) => [
            ...(size === undefined ? [] : [[`page[${path}][size]`, size]]),
            ...(total === true ? [[`page[${path}][total]`, true]] : []),
        ]),
        ...(sorts.length > 0 ? [['includeSort', sorts]] : []),
        ...(filters.length > 0 ? [['includeFilter', Object.fromEntries(filters)]] : []),
    ];
}
/** @example sortKeyAt('owner.computers', '-serial') // '-owner.computers.serial' */
function sortKeyAt(path, key) {
    return key.startsWith('-') ? `-${path}.${key.slice(1)}` : `${path}.${key}`;
}
function textOf(name, value) {
    if (name === 'filter' || name === 'includeFilter')
        return JSON.stringify(value);
    return Array.isArray(value) ? value.join(',') : String(value);
}
