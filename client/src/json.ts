/** A member of a JSON value; undefined if the value is not an object or lacks the member. */
export function memberOf(json: unknown, name: string): unknown {
  return isObject(json) ? Reflect.get(json, name) : undefined;
}

export function isObject(json: unknown): json is object {
  return typeof json === 'object' && json !== null;
}
