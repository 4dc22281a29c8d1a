/** A member of a JSON value; undefined if the value is not an object or lacks the member. */
export function memberOf(json, name) {
    return isObject(json) ? Reflect.get(json, name) : undefined;
}
export function isObject(json) {
    return typeof json === 'object' && json !== null;
}
