/**
 * Writes a query string as the service reads it: `filter` as JSON, other lists separated by commas.
 * @example serializeQuery({ sort: ['-name', 'id'], 'page[size]': 10 }) // 'sort=-name%2Cid&page%5Bsize%5D=10'
 */
export function serializeQuery(query) {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
        if (value !== undefined)
            parameters.append(name, textOf(name, value));
    return parameters.toString();
}
function textOf(name, value) {
    if (name === 'filter')
        return JSON.stringify(value);
    return Array.isArray(value) ? value.join(',') : String(value);
}
