/**
 * Serializes query parameters as the service expects them: filters as JSON, other lists separated by commas, and the object form of
 * `include` as several parameters.
 * @example serializeQuery({ sort: ['-name', 'id'], 'page[size]': 10 }) // 'sort=-name%2Cid&page%5Bsize%5D=10'
 */
export declare function serializeQuery(query: Readonly<Record<string, unknown>>): string;
