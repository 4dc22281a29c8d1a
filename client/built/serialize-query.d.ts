/**
 * Writes a query string as the service reads it: `filter` as JSON, other lists separated by commas.
 * @example serializeQuery({ sort: ['-name', 'id'], 'page[size]': 10 }) // 'sort=-name%2Cid&page%5Bsize%5D=10'
 */
export declare function serializeQuery(query: Readonly<Record<string, unknown>>): string;
