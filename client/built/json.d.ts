/** A member of a JSON value; undefined if the value is not an object or lacks the member. */
export declare function memberOf(json: unknown, name: string): unknown;
export declare function isObject(json: unknown): json is object;
